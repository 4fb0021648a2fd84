import assert from "node:assert/strict";
import { test } from "node:test";
import { fileRow as row } from "../../../test/file-row.ts";
import { knownRow as known } from "../../../test/known-row.ts";
import { inOneGo } from "../../../test/slices.ts";
import { addDays } from "../../shared/calendar.ts";
import type { KnownRow } from "./known-rows.ts";
import { type RowsToPlan, planningOf } from "./plan-rows.ts";
import type { FileRow } from "./read/statement.ts";

/** Bounds of the comparisons of a plan: the last day that counts, and the first that does not. */

const DAY = "2026-03-10";

function plan(rows: readonly FileRow[], there: readonly KnownRow[], given: object = {}) {
  const all: RowsToPlan = {
    rows,
    known: there.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    currency: "EUR",
    format: "csv",
    signature: "csv bank",
    otherBankIds: [],
    forgotten: new Map(),
    ...given,
  };
  return inOneGo(planningOf(all));
}

const actionOf = (one: FileRow, there: readonly KnownRow[], given: object = {}) =>
  plan([one], there, given)[0]?.action;

const after = (days: number) => addDays(DAY, days);

test("an id of the bank stands for 10 days, and of two with it the one of the day is met", () => {
  const of = (days: number) =>
    actionOf(row({ bankId: "1", date: after(days) }), [known({ bank_id: "1" })]);
  assert.deepEqual([of(10), of(-10), of(11), of(-11)], ["duplicate", "duplicate", "new", "new"]);
  const [far, near] = [known({ bank_id: "1", date: after(-3) }), known({ bank_id: "1#2" })];
  assert.equal(plan([row({ bankId: "1" })], [far, near])[0]?.target?.id, near.id);
});

test("the id counts before the text, and what is here before what was deleted", () => {
  const [keyed] = plan([row()], []);
  const [byText, byId] = [known({ row_key: keyed?.rowKey ?? "" }), known({ bank_id: "1" })];
  assert.equal(plan([row({ bankId: "1" })], [byText, byId])[0]?.target?.id, byId.id);
  const gone = new Map([[keyed?.rowKey ?? "", { why: "deleted", survivor_id: null }]]);
  const twin = known({ row_key: `${keyed?.rowKey}#2` });
  assert.equal(actionOf(row(), [twin], { forgotten: gone }), "duplicate");
});

test("a pending payment is booked from a day before to 14 days after", () => {
  const pending = known({ status: "pending" });
  const of = (days: number) => actionOf(row({ date: after(days) }), [pending]);
  assert.deepEqual([of(-1), of(14), of(-2), of(15)], ["update", "update", "new", "new"]);
  const tip = (days: number) =>
    plan([row({ date: after(days), minor: -400, text: "Another text" })], [pending])[0]?.target?.id;
  assert.deepEqual(
    [tip(-1), tip(14), tip(-2), tip(15)],
    [pending.id, pending.id, undefined, undefined],
  );
  const linked = known({ status: "pending", transfer_id: "T" });
  assert.equal(plan([row({ minor: -400, text: "Another text" })], [linked])[0]?.target, null);
});

test("of two pending payments that fit alike none is booked, and one that is pending still keeps its text", () => {
  const two = [known({ status: "pending" }), known({ status: "pending" })];
  assert.equal(actionOf(row(), two), "new");
  const other = row({ isPending: true, text: "Bakery" });
  assert.equal(actionOf(other, [known({ status: "pending" })]), "new");
  const same = row({ isPending: true, text: "Another text", date: after(1) });
  assert.equal(actionOf(same, [known({ status: "pending" })]), "duplicate");
});

test("three of five words are alike, and two of five are not", () => {
  const pending = [
    known({ status: "pending", name: "a1 b2 c3 d4 e5", bank_name: null }),
    known({ status: "pending", name: "v1 w2 x3 y4 z5", bank_name: null }),
  ];
  assert.equal(actionOf(row({ text: "a1 b2 c3 f6 g7" }), pending), "update");
  assert.equal(actionOf(row({ text: "a1 b2 h8 f6 g7" }), pending), "new");
});

test("one by hand becomes the bank's within 5 days, and another kind of file is likely within 3", () => {
  const hand = known({ source: "hand", signature: null });
  const of = (days: number) => actionOf(row({ date: after(days) }), [hand]);
  assert.deepEqual([of(5), of(-5), of(6), of(-6)], ["update", "update", "new", "new"]);
  const days = (first: number, last: number, at: number) =>
    plan(
      [
        row({ date: after(first), minor: 1 }),
        row({ date: after(at) }),
        row({ date: after(last), minor: 2 }),
      ],
      [known({ source: "ofx", signature: "ofx" })],
    )[1]?.action;
  assert.deepEqual([days(-9, 9, 3), days(-9, 9, -3), days(-9, 9, 4)], ["likely", "likely", "new"]);
  assert.equal(days(1, 9, 1), "new");
  const twice = [
    known({ source: "hand", date: after(-4) }),
    known({ source: "hand", date: after(1) }),
  ];
  assert.equal(plan([row()], twice)[0]?.target?.date, after(1));
});

test("one by hand that is settled stays, and so does one that is pending for another row", () => {
  const hand = (status: KnownRow["status"]) => known({ source: "hand", signature: null, status });
  assert.equal(actionOf(row(), [hand("exported")]), "likely");
  const pending = (status: KnownRow["status"]) =>
    actionOf(row({ isPending: true }), [hand(status)]);
  assert.deepEqual(
    [pending("completed"), pending("posted"), pending("pending")],
    ["likely", "update", "update"],
  );
  const [announced, mine] = [known({ status: "pending" }), hand("pending")];
  assert.equal(actionOf(row({ date: after(-5) }), [announced]), "new");
  assert.equal(actionOf(row({ date: after(14) }), [mine]), "new");
  const ofx = known({ status: "pending", source: "ofx", signature: "ofx" });
  const around = [
    row({ date: after(-9), minor: 1 }),
    row({ date: after(-3) }),
    row({ date: after(9), minor: 2 }),
  ];
  assert.equal(plan(around, [ofx])[1]?.action, "new");
});

test("a changed text is likely on its own day alone", () => {
  const around = (at: number) => [
    row({ date: after(-5), minor: 1 }),
    row({ date: after(at) }),
    row({ date: after(5), minor: 2 }),
  ];
  assert.equal(plan(around(0), [known()])[1]?.action, "likely");
  assert.equal(plan(around(1), [known()])[1]?.action, "new");
});

test("a row of another file of the archive is left out, and a noted key is told with its id", () => {
  const [one, other] = [row({ bankId: "5" }), row({ text: "Bakery" })];
  const repeated = plan([one, other], [], { repeated: new Set([one]) });
  assert.deepEqual(
    repeated.map(({ action }) => action),
    ["duplicate", "new"],
  );
  const rowKey = plan([one], [])[0]?.rowKey ?? "";
  const forgotten = new Map([[rowKey, { why: "deleted", survivor_id: null }]]);
  assert.deepEqual(plan([one], [], { forgotten })[0]?.noted, [rowKey, "5 -350"]);
});

test("what is announced is booked before it is compared with rows by hand", () => {
  const [announced, hand] = [
    known({ status: "pending", name: "Coffee Corner", bank_name: null }),
    known({ source: "hand", signature: null, name: "Coffee Corner" }),
  ];
  assert.equal(plan([row()], [announced, hand])[0]?.target?.id, announced.id);
});

test("only on a day that the file has whole may the bank have changed its text", () => {
  const [before, later] = [row({ date: after(-1), minor: 1 }), row({ date: after(1), minor: 1 })];
  const same = row({ text: "Yet another text" });
  const of = (rows: readonly FileRow[]) =>
    plan(rows, [known()]).find((one) => one.row === same)?.action;
  assert.equal(of([before, same, later]), "likely");
  assert.deepEqual([of([same, later]), of([before, same]), of([same])], ["new", "new", "new"]);
});
