import type { TestEvent } from "node:test/reporters";
import type { Failure, FromProcess } from "./messages.ts";

type FailureError = Extract<TestEvent, { type: "test:fail" }>["data"]["details"]["error"];

/** Events of one file's tests, in order, and failures around them in the file's name. */
export class FileReport {
  readonly file: string;
  readonly #events: TestEvent[] = [];
  #isReported = false;
  #leftBehind: readonly string[] | null = null;
  #hasFailed = false;

  constructor(file: string) {
    this.file = file;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** True when the tests have ended and the process has told what they left behind. */
  get isWhole(): boolean {
    return this.#isReported && this.#leftBehind !== null;
  }

  hear(message: FromProcess): void {
    if (message.kind === "late") this.fail(`after its tests: ${message.text}`, message.file);
    else if (message.kind === "event") this.#keep(message.event, message.failure);
    else {
      this.#leftBehind = message.leftBehind;
      if (message.leftBehind.length > 0) this.fail(`left behind ${message.leftBehind.join(", ")}`);
    }
  }

  print(message: string): void {
    this.#events.push({ type: "test:stdout", data: { file: this.file, message } });
  }

  /** @param file another file, when it is to blame */
  fail(reason: string, file = this.file): void {
    const error = errorOf({ type: "testCodeFailure", message: reason, text: reason });
    const details = { type: "test", duration_ms: 0, error } as const;
    const place = { nesting: 0, testNumber: 0, testId: 0, parentId: undefined, tags: [] };
    this.#hasFailed = true;
    this.#events.push({ type: "test:fail", data: { ...place, name: file, file, details } });
  }

  /** Gives the events since the last call. */
  take(): readonly TestEvent[] {
    return this.#events.splice(0);
  }

  #keep(event: TestEvent, failure: Failure | null): void {
    if (failure !== null) this.#hasFailed = true;
    if (event.data === undefined || !("nesting" in event.data)) return;
    if (event.data.nesting === 0) this.#keepFile(event.type, failure);
    else this.#events.push(ofFile(event, failure));
  }

  /** The suite of the file is not shown, but for a failure of its own. */
  #keepFile(type: TestEvent["type"], failure: Failure | null): void {
    if (type !== "test:pass" && type !== "test:fail") return;
    this.#isReported = true;
    if (failure !== null && failure.type !== "subtestsFailed") this.fail(failure.text);
  }
}

/** The event with its error, as it would be if the file was run by itself. */
function ofFile(event: TestEvent, failure: Failure | null): TestEvent {
  const own = structuredClone(event);
  if (own.data !== undefined && "nesting" in own.data) own.data.nesting -= 1;
  if (own.type === "test:fail" && failure !== null) own.data.details.error = errorOf(failure);
  return own;
}

/** The reporter shows the cause alone for an error of this code. */
function errorOf({ type, message, text }: Failure): FailureError {
  const cause = Object.assign(new Error(message), { stack: text });
  const parts = { code: "ERR_TEST_FAILURE", failureType: type, cause };
  return Object.assign(new Error(message), parts);
}
