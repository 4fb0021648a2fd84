import assert from "node:assert/strict";
import { test } from "node:test";
import { throttle } from "./throttle.ts";

test("calls without a pause run the work twenty times a minute, and the last call is answered", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const call = throttle(() => {
    runs += 1;
  });
  call();
  call();
  t.mock.timers.tick(300);
  assert.equal(runs, 1, "the first calls are answered soon");
  for (let calls = 0; calls < 600; calls += 1) {
    call();
    t.mock.timers.tick(100);
  }
  assert.equal(runs, 21);
  call();
  t.mock.timers.tick(3000);
  assert.equal(runs, 22);
  t.mock.timers.tick(3000);
  call();
  t.mock.timers.tick(300);
  assert.equal(runs, 23, "after a pause too");
});
