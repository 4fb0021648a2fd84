import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOfLog } from "../../test/outbox.ts";
import { FailureLog } from "./failures.ts";

const MINUTE_MS = 60_000;

test("a failure is logged with its stack once for its kind, and then counted every minute", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { log, lines } = linesOfLog();
  const failures = new FailureLog(log);
  const reset = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  let seen = 0;
  const told = () => {
    const news = lines.slice(seen);
    seen = lines.length;
    return news.map(({ kind, count, err }) => [kind, count ?? typeof err.stack]);
  };

  for (let count = 0; count < 5; count += 1) failures.note(reset());
  failures.note(Object.assign(new Error("disk I/O error"), { errcode: 778 }));
  assert.deepEqual(told(), [
    ["ECONNRESET", "string"],
    ["SQLite 778", "string"],
  ]);

  t.mock.timers.tick(MINUTE_MS);
  assert.deepEqual(told(), [["ECONNRESET", 4]]);
  failures.note(reset());
  assert.deepEqual(told(), []);
  t.mock.timers.tick(MINUTE_MS);
  assert.deepEqual(told(), [["ECONNRESET", 1]]);

  // A minute without it: the next one is new again.
  t.mock.timers.tick(MINUTE_MS);
  failures.note(reset());
  assert.deepEqual(told(), [["ECONNRESET", "string"]]);
});
