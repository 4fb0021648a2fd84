import type { TestEvent } from "node:test/reporters";
import type { Evidence } from "../../test/journeys/evidence.ts";
import { SharedChromium } from "./chromium.ts";
import type { ToProcess } from "./messages.ts";
import { LIMITS, type Limits, TestProcess } from "./test-process.ts";

export type FileOutcome = {
  readonly events: readonly TestEvent[];
  readonly milliseconds: number;
};

/** Enough that starting processes costs little, few enough that their memory stays small. */
const FILES_PER_PROCESS = 12;

/** Runs files one after the other, in a process that makes way for another after some files or a failure. */
export class Slot {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #limits: Limits;
  readonly #chromium = new SharedChromium();
  #process: TestProcess | null = null;

  constructor(environment: NodeJS.ProcessEnv, limits: Limits = LIMITS) {
    this.#environment = environment;
    this.#limits = limits;
  }

  /** @param evidence of a journey, which gets a browser too */
  async run(file: string, evidence: Evidence | null = null): Promise<FileOutcome> {
    const chromium = evidence === null ? null : await this.#chromium.endpoint();
    this.#process ??= new TestProcess(this.#limits, this.#environment);
    const start = performance.now();
    const message: ToProcess = { file, chromium, evidence };
    const events = await this.#process.run(message);
    const milliseconds = Math.round(performance.now() - start);
    const { isSound, count } = this.#process;
    const after = isSound && count < FILES_PER_PROCESS ? [] : await this.#endProcess();
    return { events: [...events, ...after], milliseconds };
  }

  /** Resolves with what went wrong after the last file. */
  async close(): Promise<readonly TestEvent[]> {
    const events = await this.#endProcess();
    await this.#chromium.close();
    return events;
  }

  async #endProcess(): Promise<readonly TestEvent[]> {
    const process = this.#process;
    this.#process = null;
    return (await process?.end()) ?? [];
  }
}
