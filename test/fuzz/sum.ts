import assert from "node:assert/strict";
import type { Outcome } from "./replies.ts";
import type { Tally } from "./tally.ts";

/** Sums up the outcomes of all requests. */
export class Sum {
  readonly #outcomes = new Map<string | number, number>();
  readonly #done = new Set<string>();
  readonly #refused = new Set<string>();

  add(outcomes: readonly Outcome[], { done, refused }: Tally): void {
    for (const outcome of outcomes) {
      const name = typeof outcome === "string" ? outcome : outcome.status;
      this.#outcomes.set(name, (this.#outcomes.get(name) ?? 0) + 1);
    }
    for (const tool of done.keys()) this.#done.add(tool);
    for (const tool of refused.keys()) this.#refused.add(tool);
  }

  addSum(other: Sum): void {
    for (const [name, count] of other.#outcomes)
      this.#outcomes.set(name, (this.#outcomes.get(name) ?? 0) + count);
    for (const tool of other.#done) this.#done.add(tool);
    for (const tool of other.#refused) this.#refused.add(tool);
  }

  /** Count of each status: `200 × 12, 400 × 7`. */
  get text(): string {
    const sorted = [...this.#outcomes].toSorted(([, one], [, other]) => other - one);
    return sorted.map(([name, count]) => `${name} × ${count}`).join(", ");
  }

  /** The tools that have not succeeded yet, or were not refused yet. */
  unreached(tools: readonly string[]): readonly string[] {
    return tools.filter((tool) => !this.#done.has(tool) || !this.#refused.has(tool));
  }

  /** Asserts that every tool has succeeded at least once, and was refused at least once. */
  assertReached(tools: readonly string[]): void {
    const missing = (names: ReadonlySet<string>) => tools.filter((tool) => !names.has(tool));
    assert.deepEqual([missing(this.#done), missing(this.#refused)], [[], []]);
  }
}
