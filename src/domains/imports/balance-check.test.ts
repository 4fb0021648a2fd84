import assert from "node:assert/strict";
import { test } from "node:test";
import { fileRow } from "../../../test/file-row.ts";
import { checkOf, largestOf } from "./balance-check.ts";
import type { Balance, Statement } from "./read/statement.ts";

type Stated = readonly [from: string, opening: number, to: string, closing: number];

const on = (day: string, minor: number): Balance => ({
  minor,
  day: `2026-03-${day}`,
  kind: "statement",
});

/** A statement with its balances and what was booked, as day and amount. */
function statement(
  [from, opening, to, closing]: Stated,
  ...booked: readonly (readonly [string, number])[]
): Statement {
  return {
    accountNumber: null,
    currency: null,
    number: null,
    opening: on(from, opening),
    closing: on(to, closing),
    rows: booked.map(([day, minor]) => fileRow({ date: `2026-03-${day}`, minor })),
    infos: [],
  };
}

const differencesOf = (...statements: readonly Statement[]) =>
  checkOf(statements).differences?.map(({ minor }) => minor) ?? null;

/** The only difference; 0 for none. */
function differenceOf(...statements: readonly Statement[]) {
  const [only = 0, ...others] = differencesOf(...statements) ?? [null];
  assert.deepEqual(others, []);
  return only;
}

test("what is pending is not in a balance", () => {
  const { rows, ...rest } = statement(["02", 100, "03", 92], ["03", -8]);
  const pending = fileRow({ date: "2026-03-03", minor: -5, isPending: true });
  assert.equal(differenceOf({ ...rest, rows: [...rows, pending] }), 0);
});

test("what is stated is the first opening and the last closing balance", () => {
  const [first, second] = [
    statement(["02", 100, "03", 92], ["03", -8]),
    statement(["04", 92, "05", 90], ["05", -2]),
  ];
  const { opening, closing, differences } = checkOf([first, second]);
  assert.deepEqual([opening?.minor, closing?.minor, differences], [100, 90, []]);
});

test("a surplus is above zero and a lack below, and neither makes up for the other", () => {
  const of = (one: number, other: number) =>
    differencesOf(
      statement(["02", 100, "03", 100 + one], ["03", 0]),
      statement(["04", 100 + one, "05", 100 + one + other]),
    );
  assert.deepEqual([of(7, 0), of(-7, 0), of(7, 1), of(7, -7)], [[7], [-7], [7, 1], [7, -7]]);
});

test("each statement's difference and each jump between two is told by itself, with its days", () => {
  const { differences } = checkOf([
    statement(["02", 10_000, "03", -193_800], ["03", 0]),
    statement(["04", 6200, "05", -94_060], ["05", 0]),
  ]);
  const on = (from: string, to: string) => ({ from: `2026-03-${from}`, to: `2026-03-${to}` });
  assert.deepEqual(differences, [
    { kind: "within", ...on("02", "03"), minor: -203_800 },
    { kind: "between", ...on("03", "04"), minor: 200_000 },
    { kind: "within", ...on("04", "05"), minor: -100_260 },
  ]);
  assert.equal(largestOf(differences ?? []), -203_800);
});

test("the gaps of a running balance are told one by one", () => {
  const gaps = [-7, 7].map((minor) => ({ from: "2026-03-02", to: "2026-03-03", minor }));
  const whole = statement(["02", 100, "03", 92], ["03", -8]);
  const { differences } = checkOf([{ ...whole, gaps }]);
  assert.deepEqual(
    differences,
    gaps.map((gap) => ({ kind: "between", ...gap })),
  );
});

test("nothing is proved without two balances, and the jump from a day that was not over is none", () => {
  const whole = statement(["02", 100, "03", 92], ["03", -8]);
  assert.equal(differenceOf({ ...whole, opening: null }), null);
  assert.equal(differenceOf({ ...whole, closing: null }), null);
  const cut = { ...whole, closing: { ...on("03", 92), kind: "intraday" } } as const;
  assert.equal(differenceOf(cut, statement(["05", 50, "06", 50])), 0);
  assert.equal(differenceOf(whole, statement(["05", 50, "06", 50])), -42);
  const undated = { ...whole, closing: { ...on("03", 92), day: null } };
  assert.equal(differenceOf(undated, statement(["05", 50, "06", 50])), 0);
});

test("a jump on the day on which the last statement closed counts, whatever the order in the file", () => {
  const first = statement(["02", 100, "03", 92], ["03", -8]);
  const of = (opening: number, ...booked: readonly (readonly [string, number])[]) => {
    const sum = booked.reduce((sum, [, minor]) => sum + minor, 0);
    const next = statement(["03", opening, "05", opening + sum], ...booked);
    assert.equal(differenceOf(next, first), differenceOf(first, next));
    return differenceOf(first, next);
  };
  assert.deepEqual([of(92, ["05", -2]), of(93, ["05", -2]), of(91, ["05", -2])], [0, 1, -1]);
  // The day once more, whole or with more; without it, or with other bookings, money is missing.
  assert.equal(of(100, ["03", -8]), 0);
  assert.equal(of(100, ["03", -1], ["03", -8]), 0);
  assert.deepEqual([of(100, ["04", -8]), of(100, ["03", -7]), of(99, ["03", -8])], [8, 8, 7]);
  const twice = statement(["02", 100, "03", 84], ["03", -8], ["03", -8]);
  const once = statement(["03", 100, "03", 92], ["03", -8]);
  assert.equal(differenceOf(twice, once), 16);
});

test("statements of one day follow each other by their balances", () => {
  const [one, two, three] = [
    statement(["02", 100, "02", 97], ["02", -3]),
    statement(["02", 97, "02", 92], ["02", -5]),
    statement(["02", 92, "02", 90], ["02", -2]),
  ];
  const next = statement(["02", 90, "03", 89], ["03", -1]);
  for (const order of [
    [one, two, three, next],
    [next, three, two, one],
    [two, one, next, three],
  ])
    assert.equal(differenceOf(...order), 0);
  assert.notDeepEqual(differencesOf(three, one), []);
  const [before, out, back] = [
    statement(["01", 100, "02", 100]),
    statement(["02", 100, "02", 97], ["02", -3]),
    statement(["02", 97, "02", 100], ["02", 3]),
  ];
  assert.equal(differenceOf(back, out, before), 0);
  assert.equal(differenceOf(one, three), -5);
});
