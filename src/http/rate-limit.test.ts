import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { limitedAttempts, memoryCounters, memoryRateLimit, type RateLimit } from "./rate-limit.ts";

// The limiter uses the system clock, which is mocked here and moves only when a test says so.
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.parse("2026-11-21T09:00:30.500Z") });
});

test("a window allows its limit of calls and refuses the next", async () => {
  const limit = memoryRateLimit({ limit: 3 });
  assert.deepEqual(await limit("key", 1), {
    allowed: true,
    limit: 3,
    remaining: 2,
    resetSeconds: 60,
  });
  assert.deepEqual(await remaining(limit, "key", 2), [1, 0]);
  assert.deepEqual(await limit("key", 1), {
    allowed: false,
    limit: 3,
    remaining: 0,
    resetSeconds: 60,
  });
});

test("a window is opened by its first call and ends 60 s after it, not on the clock's minute", async () => {
  const limit = memoryRateLimit({ limit: 2 });
  await limit("key", 1);
  mock.timers.tick(59_000);
  await limit("key", 1);
  assert.deepEqual(await limit("key", 1), {
    allowed: false,
    limit: 2,
    remaining: 0,
    resetSeconds: 1,
  });
  mock.timers.tick(999);
  assert.equal((await limit("key", 1)).allowed, false);
  mock.timers.tick(1);
  assert.deepEqual(await limit("key", 1), {
    allowed: true,
    limit: 2,
    remaining: 1,
    resetSeconds: 60,
  });
});

test("calls in the middle of a window, refused ones too, do not make it longer", async () => {
  const limit = memoryRateLimit({ limit: 1 });
  await limit("key", 1);
  for (const expected of [50, 40, 30, 20, 10]) {
    mock.timers.tick(10_000);
    assert.equal((await limit("key", 1)).resetSeconds, expected);
  }
  mock.timers.tick(10_000);
  assert.equal((await limit("key", 1)).allowed, true);
});

test("the seconds until the window ends are whole and rounded up", async () => {
  const limit = memoryRateLimit({ limit: 9 });
  await limit("key", 1);
  for (const [milliseconds, expected] of [
    [1, 60],
    [998, 60],
    [1, 59],
    [58_500, 1],
    [499, 1],
  ] as const) {
    mock.timers.tick(milliseconds);
    assert.equal((await limit("key", 1)).resetSeconds, expected);
  }
});

test("what costs more than is left takes nothing", async () => {
  const limit = memoryRateLimit({ limit: 5 });
  await limit("key", 3);
  for (const cost of [3, 3, 20]) {
    assert.deepEqual(await limit("key", cost), {
      allowed: false,
      limit: 5,
      remaining: 2,
      resetSeconds: 60,
    });
  }
  assert.equal((await limit("key", 2)).allowed, true);
});

test("what costs nothing tells the budget, also before the first call and after the last", async () => {
  const limit = memoryRateLimit({ limit: 1 });
  assert.deepEqual(await limit("key", 0), {
    allowed: true,
    limit: 1,
    remaining: 1,
    resetSeconds: 60,
  });
  mock.timers.tick(30_000);
  assert.equal((await limit("key", 1)).resetSeconds, 60, "no window was opened");
  assert.deepEqual(await limit("key", 0), {
    allowed: true,
    limit: 1,
    remaining: 0,
    resetSeconds: 60,
  });
});

test("each key has a budget of its own", async () => {
  const limit = memoryRateLimit({ limit: 1 });
  await limit("one", 1);
  assert.equal((await limit("one", 1)).allowed, false);
  assert.equal((await limit("other", 1)).allowed, true);
});

test("a hundred calls at once take no more than the limit", async () => {
  const limit = memoryRateLimit({ limit: 40 });
  const budgets = await Promise.all(Array.from({ length: 100 }, () => limit("key", 1)));
  assert.equal(budgets.filter(({ allowed }) => allowed).length, 40);
});

test("no wait is longer than the window when the clock is set back", async () => {
  const limit = memoryRateLimit({ limit: 1 });
  const window = { limit: 1, seconds: 900 };
  const attempts = limitedAttempts(memoryCounters("", window), window);
  await limit("key", 1);
  await attempts.begin("key");
  mock.timers.setTime(Date.parse("2026-11-21T06:00:00Z"));
  for (const cost of [0, 1, 20]) assert.equal((await limit("key", cost)).resetSeconds, 60);
  assert.equal(await attempts.begin("key"), 900);
});

test("a window may be of another length", async () => {
  const limit = memoryRateLimit({ limit: 1, seconds: 3600 });
  assert.equal((await limit("key", 1)).resetSeconds, 3600);
  mock.timers.tick(3_599_999);
  assert.equal((await limit("key", 1)).allowed, false);
  mock.timers.tick(1);
  assert.equal((await limit("key", 1)).allowed, true);
});

async function remaining(limit: RateLimit, key: string, calls: number): Promise<number[]> {
  const left: number[] = [];
  for (let call = 0; call < calls; call += 1) left.push((await limit(key, 1)).remaining);
  return left;
}
