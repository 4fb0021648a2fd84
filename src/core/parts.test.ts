import assert from "node:assert/strict";
import { test } from "node:test";
import { addPart, takenApart, VALUES_A_PART } from "./parts.ts";

function together(value: unknown): unknown {
  const whole: unknown[] = [];
  for (const part of takenApart(value)) addPart(whole, structuredClone(part));
  return whole[0];
}

const row = (line: number) => ({ line, cells: ["a", null, { text: "x".repeat(300) }] });
const rows = (count: number) => Array.from({ length: count }, (_, line) => row(line));

test("a value that was taken apart is the same when put together, however it is nested", () => {
  for (const value of [
    null,
    "text",
    [],
    { rows: rows(20_000), map: "no", nested: { deep: rows(3000), few: rows(2) } },
    { statements: Array.from({ length: 4000 }, () => ({ rows: rows(2), info: [] })) },
    { statements: [{ rows: rows(9000) }, { rows: rows(1) }, { rows: rows(9000) }] },
    Array.from({ length: 7000 }, (_, index) => [index]),
  ])
    assert.deepEqual(together(value), value);
});

test("no part has more values than the bound", () => {
  const parts = takenApart({ statements: Array.from({ length: 50 }, () => ({ rows: rows(800) })) });
  const count = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce<number>((sum, one) => sum + count(one), 1)
      : 1;
  assert.ok(parts.length > 50);
  assert.ok(parts.every(({ items }) => count(items) <= VALUES_A_PART + 1));
});
