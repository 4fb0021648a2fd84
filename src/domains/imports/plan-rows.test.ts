import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fileRow as row } from "../../../test/file-row.ts";
import { inOneGo, sliced } from "../../../test/slices.ts";
import { forgottenKey } from "../transactions/forgotten-rows.ts";
import { type KnownRow, ROWS_A_SLICE } from "./known-rows.ts";
import { COMPARED_A_SLICE, type PlannedRow, type RowsToPlan, planningOf } from "./plan-rows.ts";
import type { FileRow } from "./read/statement.ts";

const FILE = { currency: "EUR", format: "csv", signature: "csv bank", otherBankIds: [] } as const;

function plan(
  rows: readonly FileRow[],
  known: readonly KnownRow[] = [],
  given: Partial<RowsToPlan> = {},
) {
  return inOneGo(planningOf({ ...FILE, rows, known, forgotten: new Map(), ...given }));
}

/** The transactions that an import of these rows leaves, beside those that are there. */
function imported(
  planned: readonly PlannedRow[],
  before: readonly KnownRow[] = [],
  given: Partial<KnownRow> = {},
): readonly KnownRow[] {
  const added = planned
    .filter(({ action }) => action === "new")
    .map(({ row, bankId, rowKey }, index): KnownRow => ({
      id: `${before.length + index + 1}`,
      date: row.date,
      amount_minor: row.minor,
      name: row.name,
      bank_name: row.name,
      description: row.description,
      reference: row.reference,
      status: row.isPending ? "pending" : "posted",
      source: "csv",
      signature: FILE.signature,
      bank_id: bankId,
      row_key: rowKey,
      is_split: false,
      transfer_id: null,
      ...given,
    }));
  const all = [...before, ...added];
  for (const column of ["bank_id", "row_key"] as const) {
    const keys = all.flatMap((one) => one[column] ?? []);
    assert.equal(new Set(keys).size, keys.length, `${column} is used twice`);
  }
  return all.toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

const actions = (planned: readonly PlannedRow[]) => planned.map(({ action }) => action);

test("identical rows stay as many as the file has, read again, overlapping, and cut at noon", () => {
  const coffees = [row(), row()];
  const books = imported(plan(coffees));
  assert.equal(books.length, 2);
  assert.deepEqual(actions(plan(coffees, books)), ["duplicate", "duplicate"]);
  const noon = imported(plan([row()]));
  assert.deepEqual(actions(plan(coffees, noon)), ["duplicate", "new"]);
  assert.deepEqual(actions(plan([row(), row(), row()], books)), ["duplicate", "duplicate", "new"]);
});

test("an id that the bank uses again for another amount, far away or twice in a file is another booking", () => {
  const books = imported(plan([row({ bankId: "1", minor: -100 })]));
  const again = plan([row({ bankId: "1", minor: -200, text: "Other" })], books);
  assert.deepEqual([actions(again), again[0]?.bankId], [["new"], "1#2"]);
  assert.match(again[0]?.why ?? "", /used its id/);
  const both = imported(again, books);
  const rows = [
    row({ bankId: "1", minor: -100 }),
    row({ bankId: "1", minor: -200, text: "Other" }),
  ];
  assert.deepEqual(actions(plan(rows, both)), ["duplicate", "duplicate"]);
  assert.deepEqual(actions(plan([row({ bankId: "1", minor: -100, date: "2026-04-10" })], books)), [
    "new",
  ]);
  const twice = plan([row({ bankId: "7" }), row({ bankId: "7" })]);
  assert.deepEqual(
    twice.map(({ bankId }) => bankId),
    ["7", "7#2"],
  );
  assert.deepEqual(actions(plan([row({ bankId: "7" }), row({ bankId: "7" })], imported(twice))), [
    "duplicate",
    "duplicate",
  ]);
});

test("an id that changed between two downloads is met by day, amount and text", () => {
  const books = imported(plan([row({ bankId: "A1" })]));
  assert.deepEqual(actions(plan([row({ bankId: "B9" })], books)), ["duplicate"]);
});

test("interest of one cent each day stays one a day", () => {
  const days = Array.from(
    { length: 28 },
    (_, day) => `2026-02-${String(day + 1).padStart(2, "0")}`,
  );
  const rows = (some: readonly string[]) =>
    some.map((date) => row({ date, minor: 1, text: "Interest" }));
  const half = imported(plan(rows(days.slice(0, 20))));
  const all = plan(rows(days.slice(10)), half);
  assert.deepEqual(actions(all).filter((action) => action === "new").length, 8);
  assert.equal(imported(all, half).length, 28);
});

test("a file of another kind brings likely rows, paired one to one within its days", () => {
  const books = imported(
    plan([
      row(),
      row({ date: "2026-03-12", minor: -500, text: "Books" }),
      row({ date: "2026-03-20", text: "Late" }),
    ]),
  );
  const other = { format: "ofx", signature: "ofx" } as const;
  const rows = [
    row({ bankId: "F1", text: "COFFEE CORNER" }),
    row({ bankId: "F2", date: "2026-03-13", minor: -500, text: "BKS" }),
    row({ bankId: "F3", date: "2026-03-13", text: "New" }),
  ];
  const planned = plan(rows, books, other);
  assert.deepEqual(actions(planned), ["likely", "likely", "new"]);
  assert.deepEqual(
    planned.map(({ target }) => target?.name ?? null),
    ["Coffee Corner", "Books", null],
  );
});

test("a pending row is booked once, and its second twin stays pending", () => {
  const pending = [row({ isPending: true }), row({ isPending: true })];
  const books = imported(plan(pending));
  const booked = plan([row({ date: "2026-03-12", text: "Coffee Corner Berlin" })], books);
  assert.deepEqual([actions(booked), booked[0]?.target?.status], [["update"], "pending"]);
  assert.deepEqual(actions(plan([row({ date: "2026-03-12", minor: -400 })], books)), ["new"]);
  assert.deepEqual(actions(plan([row({ date: "2026-03-30" })], books)), ["new"]);
  const one = imported(plan([row({ isPending: true, text: "Hold 55" })]));
  assert.deepEqual(actions(plan([row({ date: "2026-03-11", text: "Hotel Adler" })], one)), [
    "update",
  ]);
  assert.deepEqual(
    actions(
      plan(
        [row({ date: "2026-03-11", text: "Hotel" }), row({ date: "2026-03-11", text: "Bar" })],
        one,
      ),
    ),
    ["new", "new"],
  );
  assert.deepEqual(
    actions(
      plan(
        [row({ isPending: true, date: "2026-03-13" })],
        imported(plan([row({ isPending: true })])),
      ),
    ),
    ["duplicate"],
  );
});

test("a payment that is booked with a tip is new, beside the pending one that it may be", () => {
  const pending = row({ isPending: true, text: "Trattoria Roma", bankId: "7" });
  const books = imported(plan([pending]));
  const booked = row({ date: "2026-03-12", minor: -400, text: "TRATTORIA ROMA", bankId: "7" });
  const [maybe] = plan([booked], books);
  assert.deepEqual([maybe?.action, maybe?.target?.name], ["new", "Trattoria Roma"]);
  assert.match(maybe?.why ?? "", /tip/);
  assert.equal(maybe?.bankId, "7#2");
  const [chosen] = plan([booked], books, { books: new Set([0]) });
  assert.deepEqual([chosen?.action, chosen?.bankId], ["update", "7"]);
  for (const other of [
    row({ date: "2026-03-12", minor: -400, text: "Bakery" }),
    row({ date: "2026-03-30", minor: -400, text: "Trattoria Roma" }),
    row({ date: "2026-03-12", minor: 400, text: "Trattoria Roma" }),
    row({ isPending: true, minor: -400, text: "Trattoria Roma" }),
  ])
    assert.deepEqual(plan([other], books, { books: new Set([0]) })[0]?.target, null);
  const split = books.map((one) => ({ ...one, is_split: true }));
  assert.equal(plan([booked], split)[0]?.target, null);
  const twice = plan([booked, { ...booked, minor: -410 }], books);
  assert.equal(twice.filter(({ target }) => target !== null).length, 1);
});

test("a row by hand becomes the bank's", () => {
  const [hand] = imported(plan([row({ date: "2026-03-07", text: "coffee" })]), [], {
    source: "hand",
    signature: null,
    bank_id: null,
    row_key: null,
  });
  assert.ok(hand !== undefined);
  const planned = plan([row()], [hand]);
  assert.deepEqual([actions(planned), planned[0]?.target?.id], [["update"], hand.id]);
  assert.deepEqual(actions(plan([row({ date: "2026-03-20" })], [hand])), ["new"]);
});

test("a deleted row stays away by its key, its id with another amount does not", () => {
  const [planned] = plan([row({ bankId: "5" })]);
  assert.ok(planned !== undefined);
  const deleted = { why: "deleted", survivor_id: null } as const;
  const byKey = new Map([[planned.rowKey, deleted]]);
  assert.deepEqual(actions(plan([row()], [], { forgotten: byKey })), ["forgotten"]);
  assert.deepEqual(actions(plan([row(), row()], [], { forgotten: byKey })), ["forgotten", "new"]);
  const byId = new Map([[forgottenKey("5", -350), deleted]]);
  assert.deepEqual(
    actions(plan([row({ bankId: "5", text: "Changed" })], [], { forgotten: byId })),
    ["forgotten"],
  );
  assert.deepEqual(actions(plan([row({ bankId: "5", minor: -360 })], [], { forgotten: byId })), [
    "new",
  ]);
});

test("a row whose text the bank changed is likely, if the file covers its whole day and lacks it", () => {
  const books = imported(plan([row({ text: "Card payment 1" })]));
  const around = [
    row({ date: "2026-03-09", minor: 1 }),
    row({ text: "Anna Books" }),
    row({ date: "2026-03-11", minor: 2 }),
  ];
  assert.deepEqual(actions(plan(around, books)), ["new", "likely", "new"]);
  assert.deepEqual(actions(plan([row({ text: "Anna Books" })], books)), ["new"]);
});

test("a row meets one of its own state first: what is booked stays booked, and what is pending stays pending", () => {
  const [pending, booked] = [row({ isPending: true }), row()];
  for (const first of [
    [pending, booked],
    [booked, pending],
  ]) {
    const books = imported(plan(first));
    for (const again of [[booked, pending], [pending, booked], [booked]])
      assert.ok(plan(again, books).every(({ action }) => action === "duplicate"));
  }
  const cut = plan([pending, booked], imported(plan([booked])));
  assert.deepEqual(actions(cut), ["new", "duplicate"]);
  const [one, other] = [row({ bankId: "7", isPending: true }), row({ bankId: "7", text: "Cafe" })];
  const byId = imported(plan([one, other]));
  assert.deepEqual(actions(plan([other], byId)), ["duplicate"]);
});

test("a transaction that is met by a noted key is met by no other row", () => {
  const [hand] = imported(plan([row({ text: "coffee" })]), [], {
    source: "hand",
    signature: null,
    bank_id: null,
    row_key: null,
  });
  assert.ok(hand !== undefined);
  const [merged] = plan([row()]);
  assert.ok(merged !== undefined);
  const forgotten = new Map([[merged.rowKey, { why: "merged", survivor_id: hand.id }]] as const);
  const rows = [row({ date: "2026-03-12" }), row()];
  assert.deepEqual(actions(plan(rows, [hand], { forgotten })), ["new", "duplicate"]);
  const csv = { ...hand, source: "csv", signature: "another csv" } as const;
  const around = [row({ date: "2026-03-09", minor: 1 }), row(), row({ date: "2026-03-11" })];
  assert.deepEqual(actions(plan(around, [csv], { forgotten })), ["new", "duplicate", "new"]);
});

test("files of overlapping days in any order give their union, and identical rows stay as many", () => {
  // A bank that uses its ids again, for other amounts of the day.
  const line = fc.record({
    date: fc.integer({ min: 10, max: 19 }).map((day) => `2026-03-${day}`),
    minor: fc.constantFrom(-350, -100, 500),
    text: fc.constantFrom("Coffee Corner", "Anna Adler", "Fee"),
    hasId: fc.boolean(),
  });
  const windows = fc.array(fc.tuple(fc.integer({ min: 10, max: 19 }), fc.nat(6)), { maxLength: 5 });
  const told = ({ date, amount_minor, name }: KnownRow) => `${date} ${amount_minor} ${name}`;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), windows, (lines, some) => {
      const sorted = lines
        .toSorted((one, other) => (one.date < other.date ? -1 : 1))
        .map(({ hasId, ...given }) => row({ ...given, bankId: hasId ? given.date : null }));
      const whole = [...some, [10, 9] as const];
      let books: readonly KnownRow[] = [];
      for (const [first, days] of whole) {
        const [from, to] = [`2026-03-${first}`, `2026-03-${first + days}`];
        books = imported(
          plan(
            sorted.filter(({ date }) => date >= from && date <= to),
            books,
          ),
          books,
        );
      }
      const wanted = imported(plan(sorted)).map(told).toSorted();
      assert.deepEqual(books.map(told).toSorted(), wanted);
      assert.equal(books.length, lines.length);
      assert.ok(plan(sorted, books).every(({ action }) => action === "duplicate"));
    }),
    { numRuns: 300 },
  );
});

test("thousands of equal amounts of a day meet one each, in slices of a bounded size", () => {
  const many = 3000;
  const rows = Array.from({ length: many }, (_, index) => row({ name: `Sale ${index}` }));
  const there = imported(plan(rows)).map((one): KnownRow => ({
    ...one,
    row_key: `other ${one.id}`,
    signature: "camt",
    source: "camt",
  }));
  const work = planningOf({ ...FILE, rows, known: there, forgotten: new Map() });
  const { result, slices } = sliced(work);
  assert.deepEqual(new Set(actions(result)), new Set(["likely"]));
  assert.equal(new Set(result.map(({ target }) => target?.id)).size, many);
  // Each of eight comparisons ends a slice after so many rows.
  assert.ok(slices >= (8 * many) / ROWS_A_SLICE, `${slices}`);
  assert.ok(ROWS_A_SLICE <= 100 && COMPARED_A_SLICE <= 500);
});
