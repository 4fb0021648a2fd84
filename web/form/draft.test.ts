import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  type Draft,
  draftValues,
  EMPTY,
  isSame,
  isUntouched,
  merged,
  rebased,
  saved,
  sentOf,
  undecided,
  withEdit,
  withMine,
  withRefused,
  withTheirs,
} from "./draft.ts";

const START = { values: { name: "Acme", note: null, tags: ["a"] }, seen: "1" };
const ROUTE = "PATCH /api/things/:id";
const GIVEN = { id: "7" };

test("a PATCH sends what was changed, with the version that the change started from", () => {
  const draft = withEdit(EMPTY, START, "name", "Acme Ltd");
  const later = { values: { ...START.values, name: "Acme Inc" }, seen: "2" };
  assert.deepEqual(sentOf(ROUTE, GIVEN, draft, later), { id: "7", name: "Acme Ltd", seen: "1" });
  assert.deepEqual(sentOf("PUT /api/things/:id", GIVEN, draft, later), {
    ...START.values,
    id: "7",
    name: "Acme Ltd",
    seen: "1",
  });
  assert.deepEqual(sentOf(ROUTE, GIVEN, EMPTY, later), { ...later.values, id: "7", seen: "2" });
});

test("a form without changes follows the record, and a changed one keeps what it started from", () => {
  const later = { values: { ...START.values, note: "Late" }, seen: "2" };
  assert.deepEqual(draftValues(EMPTY, later), later.values);
  const draft = withEdit(EMPTY, START, "name", "Acme Ltd");
  assert.deepEqual(draftValues(draft, later), { ...START.values, name: "Acme Ltd" });
});

test("a value that is set back is no change, and text without a value is one", () => {
  const draft = withEdit(EMPTY, START, "tags", ["a", "b"]);
  assert.ok(!isUntouched(draft));
  assert.equal(withEdit(draft, START, "tags", ["a"]), EMPTY);
  const refused = withRefused(EMPTY, START, "note", "Write a number.");
  assert.ok(!isUntouched(refused));
  assert.equal(withEdit(refused, START, "note", null), EMPTY);
});

test("what was changed on one side only is put together without a question", () => {
  const draft = withEdit(EMPTY, START, "name", "Acme Ltd");
  const theirs = { values: { ...START.values, note: "Paid late" }, seen: "2" };
  const next = rebased(draft, START, theirs);
  assert.deepEqual(next.clashes, []);
  assert.deepEqual(draftValues(next, START), { ...theirs.values, name: "Acme Ltd" });
  assert.deepEqual(sentOf(ROUTE, GIVEN, next, START), { id: "7", name: "Acme Ltd", seen: "2" });
});

test("what both changed to the same is settled", () => {
  const draft = withEdit(EMPTY, START, "tags", ["a", "b"]);
  const next = rebased(draft, START, { values: { ...START.values, tags: ["a", "b"] }, seen: "2" });
  assert.deepEqual([next.clashes, next.edits], [[], {}]);
});

test("what both changed waits for a decision, and the draft keeps all that was typed", () => {
  const draft = withEdit(withEdit(EMPTY, START, "name", "Mine"), START, "note", "My note");
  const theirs = { values: { ...START.values, name: "Theirs", note: "Their note" }, seen: "2" };
  const next = rebased(draft, START, theirs);
  assert.deepEqual(namesOf(next), ["name", "note"]);
  assert.deepEqual(draftValues(next, START), { ...theirs.values, name: "Mine", note: "My note" });
  const decided = withTheirs(withMine(next, "name"), "note");
  assert.deepEqual(namesOf(decided), []);
  assert.deepEqual(sentOf(ROUTE, GIVEN, decided, START), { id: "7", name: "Mine", seen: "2" });
});

test("what was typed while a save ran is still there after it", () => {
  const sent = withEdit(EMPTY, START, "name", "Acme Ltd");
  assert.equal(saved(sent, sent), EMPTY);
  const now = withEdit(withEdit(sent, START, "name", "Acme Limited"), START, "note", "New");
  assert.deepEqual(saved(now, sent).edits, { name: "Acme Limited", note: "New" });
});

const value = fc.oneof(
  fc.constant(null),
  fc.nat(2),
  fc.constantFrom("a", "b"),
  fc.array(fc.nat(1)),
);
const names = ["one", "two", "three"] as const;
const record = fc.record({ one: value, two: value, three: value });

test("after a merge no change of either side is lost: each is saved, settled or asked about", () => {
  fc.assert(
    fc.property(record, record, record, (base, mine, theirs) => {
      const edits = Object.fromEntries(
        names.filter((name) => !isSame(mine[name], base[name])).map((name) => [name, mine[name]]),
      );
      const merge = merged(base, edits, theirs);
      const result: Readonly<Record<string, unknown>> = { ...theirs, ...merge.edits };
      const asked = new Set<string>(merge.clashes.map(({ name }) => name));
      for (const name of names) {
        const isMine = name in edits;
        const isTheirs = !isSame(theirs[name], base[name]);
        const differ = !isSame(mine[name], theirs[name]);
        assert.equal(asked.has(name), isMine && isTheirs && differ);
        assert.ok(isSame(result[name], isMine ? mine[name] : theirs[name]));
      }
    }),
  );
});

test("values are the same by what JSON makes of them", () => {
  assert.ok(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }], c: undefined }));
  for (const [one, other] of [
    [[], {}],
    [null, {}],
    [null, undefined],
    [[1], [1, 2]],
    [{ a: 1 }, { a: "1" }],
  ] as const)
    assert.ok(!isSame(one, other));
});

function namesOf(draft: Draft): readonly string[] {
  return undecided(draft).map(({ name }) => name);
}
