import { globSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Evidence } from "../../test/journeys/evidence.ts";
import type { FileOutcome } from "./slot.ts";
import { tally } from "./tally.ts";

/** Runs a file, which keeps evidence of its failure. */
export type RunJourney = (file: string, evidence: Evidence) => Promise<FileOutcome>;

export type Journey = {
  readonly file: string;
  /** Of the last attempt. */
  readonly outcome: FileOutcome;
  /** Names of the tests that failed, in any attempt. */
  readonly failures: readonly string[];
  /** Paths of traces and screenshots. */
  readonly evidence: readonly string[];
};

/** Journeys that fail and then pass in a run that is green. */
const MOST_UNSTEADY = 5;
const MOST_REPEATS = 2;

export function isJourney(file: string): boolean {
  return file.startsWith("test/journeys/");
}

/**
 * Runs journeys, and repeats the failed ones at the end, each by itself. A journey that then passes is listed as unsteady:
 * the load of other tests had failed it, and the run stays green.
 */
export class Journeys {
  readonly #folder: string;
  readonly #failed: Journey[] = [];

  /** @param folder for evidence; what an earlier run left there is removed */
  constructor(folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
  }

  /** Resolves with null when the journey has failed, and is to be repeated. */
  async run(file: string, run: RunJourney): Promise<FileOutcome | null> {
    const journey = await this.#attempt(file, 1, run);
    if (!hasFailed(journey.outcome)) return journey.outcome;
    this.#failed.push(journey);
    return null;
  }

  /** Repeats each journey that has failed, at most twice. More than five at once are no chance, and stay failed. */
  async repeat(run: RunJourney): Promise<readonly Journey[]> {
    if (this.#failed.length > MOST_UNSTEADY) return this.#failed;
    const journeys: Journey[] = [];
    for (const journey of this.#failed) journeys.push(await this.#repeated(journey, run));
    return journeys;
  }

  async #repeated(first: Journey, run: RunJourney): Promise<Journey> {
    let journey = first;
    for (let repeat = 1; repeat <= MOST_REPEATS; repeat += 1) {
      const { outcome, failures, evidence } = await this.#attempt(first.file, 1 + repeat, run);
      journey = {
        file: first.file,
        outcome,
        failures: [...journey.failures, ...failures],
        evidence: [...journey.evidence, ...evidence],
      };
      if (!hasFailed(outcome)) return journey;
    }
    return journey;
  }

  async #attempt(file: string, attempt: number, run: RunJourney): Promise<Journey> {
    const folder = join(this.#folder, `${basename(file, ".test.ts")}-${attempt}`);
    mkdirSync(folder, { recursive: true });
    const outcome = await run(file, { folder, snapshots: attempt > 1 });
    const evidence = globSync("*", { cwd: folder }).map((name) => join(folder, name));
    if (evidence.length === 0) rmSync(folder, { recursive: true });
    return { file, outcome, failures: failuresOf(outcome), evidence };
  }
}

export function hasFailed({ events }: FileOutcome): boolean {
  return tally(events).failed > 0;
}

function failuresOf({ events }: FileOutcome): readonly string[] {
  return events
    .filter((event) => event.type === "test:fail")
    .filter(({ data }) => data.details.type !== "suite")
    .map(({ data }) => data.name);
}
