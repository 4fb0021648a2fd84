import assert from "node:assert/strict";
import { test } from "node:test";
import { fileRow } from "../../../test/file-row.ts";
import { knownRow } from "../../../test/known-row.ts";
import { inOneGo } from "../../../test/slices.ts";
import { balanceSays } from "./balance-says.ts";
import type { KnownRow } from "./known-rows.ts";
import type { PlannedRow, RowAction } from "./plan-rows.ts";
import type { FileRow, Statement } from "./read/statement.ts";

const on = (day: number) => `2026-03-${String(day).padStart(2, "0")}`;

const known = (day: number, minor: number, given: Partial<KnownRow> = {}) =>
  knownRow({ date: on(day), amount_minor: minor, ...given });

const row = (day: number, minor: number, given: Partial<FileRow> = {}) =>
  fileRow({ date: on(day), minor, ...given });

function statementOf(moved: number, rows: readonly FileRow[]): Statement {
  const balance = (minor: number) => ({ minor, day: null, kind: "statement" }) as const;
  return {
    accountNumber: null,
    currency: null,
    number: null,
    opening: balance(1000),
    closing: balance(1000 + moved),
    rows,
    infos: [],
  };
}

function planned(row: FileRow, action: RowAction = "new", target: KnownRow | null = null) {
  const one: PlannedRow = { row, action, target, why: "", bankId: null, rowKey: "", noted: [] };
  return one;
}

/** Actions of a statement's new rows, beside what is here. */
function actionsOf(moved: number, rows: readonly FileRow[], here: readonly KnownRow[]) {
  const statement = statementOf(moved, rows);
  return inOneGo(
    balanceSays(
      rows.map((row) => planned(row)),
      [statement],
      here,
    ),
  ).map(({ action }) => action);
}

/** Days around the row, so that what resembles it is within the statement. */
const EDGES = [row(1, 5), row(28, 5)];
const edges = () => [known(1, 5), known(28, 5)];

test("new rows that the balance does not have are likely those that are here, up to three days apart", () => {
  const of = (apart: number) => {
    const rows = [...EDGES, row(10, -350)];
    return actionsOf(-340, rows, [...edges(), known(10 + apart, -350)]).at(-1);
  };
  assert.deepEqual(
    [of(0), of(3), of(-3), of(4), of(-4)],
    ["likely", "likely", "likely", "new", "new"],
  );
  const [one, ...more] = actionsOf(
    -340,
    [...EDGES, row(10, -350)],
    [...edges(), known(10, -351), known(11, 1)],
  );
  assert.deepEqual([one, ...more], ["new", "new", "new"]);
});

test("they stay new where the balance has them, where one of them has no twin, and without balances", () => {
  const rows = [row(10, -350)];
  assert.deepEqual(actionsOf(-350, rows, [known(10, -350)]), ["likely"]);
  assert.deepEqual(actionsOf(-700, rows, [known(10, -350)]), ["new"]);
  assert.deepEqual(actionsOf(-349, rows, [known(10, -350)]), ["new"]);
  const two = [row(10, -350), row(10, -100)];
  assert.deepEqual(actionsOf(-350, two, [known(10, -350)]), ["new", "new"]);
  assert.deepEqual(actionsOf(-450, two, [known(10, -350), known(10, -50), known(10, -50)]), [
    "new",
    "new",
  ]);
  assert.deepEqual(actionsOf(-350, [row(10, -350), row(10, -350)], [known(10, -350)]), [
    "new",
    "new",
  ]);
  const same = [row(10, -350), row(10, -350)];
  assert.deepEqual(actionsOf(-400, same, [known(10, -350), known(10, -50)]), ["new", "new"]);
  const statement = { ...statementOf(-350, rows), opening: null };
  const [first] = inOneGo(
    balanceSays(
      rows.map((row) => planned(row)),
      [statement],
      [known(10, -350)],
    ),
  );
  assert.equal(first?.action, "new");
});

test("what is pending, of other days, or met already says nothing", () => {
  const rows = [row(10, -350), row(12, -20)];
  const there = [known(10, -350), known(12, -20)];
  assert.deepEqual(actionsOf(-370, rows, there), ["likely", "likely"]);
  const more = [known(9, -1), known(13, -1), known(11, -1, { status: "pending" })];
  assert.deepEqual(actionsOf(-370, rows, [...there, ...more]), ["likely", "likely"]);
  assert.deepEqual(actionsOf(-370, rows, [...there, known(11, -1)]), ["new", "new"]);
  const pending = row(11, -999, { isPending: true });
  assert.deepEqual(actionsOf(-370, [...rows, pending], there), ["likely", "likely", "new"]);
  const [met, other] = [known(10, -350), known(10, -350)];
  const both = [row(10, -350), row(10, -350)];
  const plan = [planned(both[0] ?? row(1, 1), "duplicate", met), planned(both[1] ?? row(1, 1))];
  const told = inOneGo(balanceSays(plan, [statementOf(-700, both)], [met, other]));
  assert.deepEqual([told[1]?.action, told[1]?.target?.id], ["likely", other.id]);
});
