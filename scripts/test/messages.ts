import type { TestEvent } from "node:test/reporters";
import type { Evidence } from "../../test/journeys/evidence.ts";

/** Tells a test process to run one more file. */
export type ToProcess = {
  readonly file: string;
  /** Address of a Chromium for the file's journeys; without one they start their own. */
  readonly chromium: string | null;
  /** Evidence of a failure that a journey is to keep. */
  readonly evidence: Evidence | null;
};

/** Error as text, the only form that crosses the channel between processes whole. */
export type Failure = { readonly type: string; readonly message: string; readonly text: string };

/** Message of a test process, sent as things happen. */
export type FromProcess =
  | { readonly kind: "event"; readonly event: TestEvent; readonly failure: Failure | null }
  /** Error that came after its test, or its whole file, had ended. */
  | { readonly kind: "late"; readonly file: string; readonly text: string }
  | { readonly kind: "done"; readonly leftBehind: readonly string[] };

export function tell(message: FromProcess): void {
  process.send?.(message);
}
