import type { TestEvent } from "node:test/reporters";

export type Counts = { passed: number; failed: number; skipped: number };

/** Counts the tests of one file, but neither suites nor tests that only hold other tests. */
export function tally(events: readonly TestEvent[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let depth = 0;
  for (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { nesting, skip, todo, details } = event.data;
    // Inner tests are reported before the one that holds them.
    const isHolder = details.type === "suite" || depth > nesting;
    depth = nesting;
    if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else if (event.type === "test:pass") counts.passed += isHolder ? 0 : 1;
    else if (!isFailureOfInnerTests(event.data.details.error)) counts.failed += 1;
  }
  return counts;
}

function isFailureOfInnerTests(error: Error): boolean {
  return "failureType" in error && error.failureType === "subtestsFailed";
}
