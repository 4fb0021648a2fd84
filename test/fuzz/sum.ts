import assert from "node:assert/strict";
import type { Outcome } from "./replies.ts";
import type { Tally } from "./tally.ts";

/** What came of all requests so far. */
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

  /** How often each status came: `200 × 12, 400 × 7`. */
  get text(): string {
    const sorted = [...this.#outcomes].toSorted(([, one], [, other]) => other - one);
    return sorted.map(([name, count]) => `${name} × ${count}`).join(", ");
  }

  /** Asserts that the requests were not so odd that a tool was never done, or never refused. */
  assertReached(tools: readonly string[]): void {
    const reached = (names: ReadonlySet<string>) => tools.filter((tool) => !names.has(tool));
    assert.deepEqual([reached(this.#done), reached(this.#refused)], [[], []]);
  }
}
