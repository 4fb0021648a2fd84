import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  decidedAll,
  encodeDecisions,
  NO_DECISIONS,
  ticked,
  changesBetween,
  takenOf,
} from "./plan.ts";

const none = { count: 0, minor: 0, taken: 0 };

function planOf(fresh: number, known: number, rows: readonly object[] = []): any {
  const counts = {
    new: { count: fresh, minor: 0, taken: fresh },
    duplicate: { ...none, count: known },
    likely: none,
    update: none,
    forgotten: none,
  };
  return { accounts: [{ counts, rows }] };
}

test("the number of rows to import follows a tick before the server has answered", () => {
  const likely = { at: 4, action: "likely", taken: false };
  const fresh = { at: 5, action: "new", taken: true };
  const plan = planOf(3, 1, [likely, fresh]);
  const more = ticked(NO_DECISIONS, likely, true);
  assert.equal(takenOf(plan, more), 4);
  assert.equal(takenOf(plan, ticked(more, fresh, false)), 3);
  assert.equal(takenOf(planOf(3, 1, [{ ...likely, taken: true }]), more), 3);
});

test("a row that is ticked and unticked is no decision, and an answer asks for all rows again", () => {
  const row = { at: 4, action: "likely" };
  const more = ticked(NO_DECISIONS, row, true);
  assert.deepEqual(ticked(more, row, false), NO_DECISIONS);
  assert.deepEqual(answered(more, "date-order", "mdy"), {
    answers: { "date-order": "mdy" },
    ticks: new Map(),
    all: new Map(),
    skipsErrors: false,
  });
});

test("a row that books a pending one is taken and sent as such, and no decision once it is not", () => {
  const row = { at: 4, action: "new", taken: true };
  const books = ticked(NO_DECISIONS, row, "books");
  assert.equal(takenOf(planOf(1, 0, [row]), books), 1);
  const sent = encodeDecisions(books).replaceAll("-", "+").replaceAll("_", "/");
  assert.deepEqual(JSON.parse(atob(sent)).chosen, [{ at: 4, books: true }]);
  assert.deepEqual(ticked(books, { at: 4, action: "update" }, true), NO_DECISIONS);
});

test("all rows of an action are decided at once, and single ones against that", () => {
  const rows = [4, 5].map((at) => ({ at, action: "likely", taken: false }));
  const of = { action: "likely", rows };
  const one = ticked(NO_DECISIONS, { at: 4, action: "likely" }, true);
  const all = decidedAll(one, of, true);
  assert.deepEqual([all.ticks.size, takenOf(planOf(0, 0, rows), all)], [0, 2]);
  const but = ticked(all, { at: 5, action: "likely" }, false);
  assert.equal(takenOf(planOf(0, 0, rows), but), 1);
  const sent = encodeDecisions(but).replaceAll("-", "+").replaceAll("_", "/");
  assert.deepEqual(JSON.parse(atob(sent)), {
    answers: {},
    chosen: [{ at: 5, take: false }],
    all: { likely: true },
    skip_errors: false,
  });
  assert.deepEqual(decidedAll(but, of, false), NO_DECISIONS);
});

test("a changed plan is told by its numbers", () => {
  assert.equal(
    changesBetween(planOf(3, 1), planOf(1, 3)),
    "“New” has 1 row instead of 3. “Already here” has 3 rows instead of 1.",
  );
  assert.equal(changesBetween(planOf(3, 1), planOf(3, 1)), "");
});

test("decisions are JSON in base64url, whatever the bank's words", () => {
  const sent = encodeDecisions(answered(NO_DECISIONS, "account:DE•• 5030", "a/b+c?"));
  assert.match(sent, /^[\w-]+$/);
  const base64 = sent.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (one) => one.codePointAt(0) ?? 0);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), {
    answers: { "account:DE•• 5030": "a/b+c?" },
    chosen: [],
    all: {},
    skip_errors: false,
  });
});
