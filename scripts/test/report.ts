import { finished } from "node:stream/promises";
import type { TestEvent } from "node:test/reporters";
import { spec } from "node:test/reporters";
import { slowest } from "./schedule.ts";
import { tally } from "./tally.ts";

/** Prints what the tests of each file report, and counts them. */
export class Report {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #times: Record<string, number> = {};
  readonly #printer = new spec();

  constructor() {
    this.#printer.pipe(process.stdout);
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
    this.#printer.write({ type: "test:stdout", data: { file, message: `\n${file}\n` } });
    this.add(events);
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
    process.stdout.write(`\n${slowest(this.#times)}\n\n${sum}\n`);
  }
}
