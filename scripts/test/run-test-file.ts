import { run } from "node:test";
import type { TestEvent } from "node:test/reporters";

const TEST_LIMIT = 120_000;
/** For what the limit of a test can't end: a loop without rest, a server left open. */
const FILE_LIMIT = 300_000;

/** Runs one file in a process of its own and gives what it reported, in order. */
export async function runTestFile(file: string): Promise<readonly TestEvent[]> {
  const events: TestEvent[] = [];
  let errors = "";
  const stream: AsyncIterable<TestEvent> = run({
    files: [file],
    execArgv: [`--test-timeout=${TEST_LIMIT}`],
    signal: AbortSignal.timeout(FILE_LIMIT),
  });
  for await (const event of stream) {
    if (event.type === "test:stderr") errors += event.data.message;
    if (event.type === "test:diagnostic" || event.type === "test:summary") continue;
    // The file itself is no test: it passes in silence, and fails when its process does.
    const isFile = event.data !== undefined && "name" in event.data && event.data.name === file;
    if (!isFile) events.push(event);
    else if (event.type === "test:fail") events.push(withReason(event, errors));
  }
  return events;
}

function withReason(event: Extract<TestEvent, { type: "test:fail" }>, errors: string): TestEvent {
  const { message } = event.data.details.error;
  const cause = new Error(`the process of this file failed: ${message}\n${errors}`.trim());
  cause.stack = cause.message;
  // The reporter shows the cause alone for an error of this code.
  const error = Object.assign(new Error(message), { code: "ERR_TEST_FAILURE", cause });
  return { ...event, data: { ...event.data, details: { ...event.data.details, error } } };
}
