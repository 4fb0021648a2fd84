import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { TestEvent } from "node:test/reporters";
import { spec } from "node:test/reporters";
import { hasFailed, type Journey } from "./journeys.ts";
import { slowest } from "./schedule.ts";
import { tally } from "./tally.ts";

/** Prints what the tests of each file report, and counts them. */
export class Report {
  readonly #output: Writable;
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #times: Record<string, number> = {};
  readonly #unsteady: Journey[] = [];
  readonly #printer = new spec();

  constructor(output: Writable = process.stdout) {
    this.#output = output;
    this.#printer.pipe(output, { end: false });
  }

  get isGood(): boolean {
    return this.#counts.failed === 0 && this.#counts.passed > 0;
  }

  /** Milliseconds that each file took. */
  get times(): Readonly<Record<string, number>> {
    return this.#times;
  }

  addFile(file: string, events: readonly TestEvent[], milliseconds: number): void {
    this.#times[file] = milliseconds;
    this.#print(file, `\n${file}\n`);
    this.add(events);
  }

  /** Adds a journey that has failed at first: the outcome of its last attempt counts. */
  addRepeated(journey: Journey): void {
    const { file, outcome } = journey;
    this.addFile(file, outcome.events, outcome.milliseconds);
    if (hasFailed(outcome)) this.#print(file, attemptsOf(journey));
    else this.#unsteady.push(journey);
  }

  add(events: readonly TestEvent[]): void {
    for (const event of events) this.#printer.write(event);
    const { passed, failed, skipped } = tally(events);
    this.#counts.passed += passed;
    this.#counts.failed += failed;
    this.#counts.skipped += skipped;
  }

  /** Prints the failures again, the slowest files, and the sum in the last line. */
  async end(): Promise<void> {
    this.#printer.end();
    await finished(this.#printer);
    const { passed, failed, skipped } = this.#counts;
    const sum = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
    const parts = [slowest(this.#times), ...unsteadyList(this.#unsteady), sum];
    this.#output.write(`\n${parts.join("\n\n")}\n`);
  }

  #print(file: string, message: string): void {
    this.#printer.write({ type: "test:stdout", data: { file, message } });
  }
}

function unsteadyList(journeys: readonly Journey[]): readonly string[] {
  if (journeys.length === 0) return [];
  const title = "Unsteady journeys, which failed and then passed by themselves:";
  const list = journeys.map((journey) => `  unsteady ${journey.file}\n${attemptsOf(journey)}`);
  return [[title, ...list].join("\n").trimEnd()];
}

/** Failures and evidence of the attempts, a line each. */
function attemptsOf({ failures, evidence }: Journey): string {
  return [...failures, ...evidence].map((line) => `    ${line}\n`).join("");
}
