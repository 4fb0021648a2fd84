// Hands each event of the tests in this process to the one that started it (node --test-reporter).

import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { type Failure, tell } from "./messages.ts";

/** Events of progress and sums, which the report leaves out. */
const LEFT_OUT = new Set(["test:enqueue", "test:dequeue", "test:complete", "test:summary"]);

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (LEFT_OUT.has(event.type)) continue;
    if (event.type !== "test:fail") tell({ kind: "event", event, failure: null });
    else tell({ kind: "event", event, failure: failureOf(event.data.details.error) });
  }
  yield "";
}

function failureOf(error: Error): Failure {
  return {
    type: "failureType" in error ? String(error.failureType) : "",
    message: error.message,
    text: inspect(error.cause ?? error),
  };
}
