import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, Field } from "../event.ts";
import { linesOf } from "./lines.ts";

const READER = { timeZone: "Europe/Berlin", names: { p1: "Website relaunch" } };

function changed(fields: readonly Field[]): Change {
  return {
    type: "customer",
    label: "Customer",
    id: "1",
    name: "Acme",
    did: "changed",
    isRedacted: false,
    fields: [...fields],
  };
}

function read(field: string, value: unknown): string | null {
  const [line] = linesOf(changed([{ field, label: "Label", before: "was", after: value }]), READER);
  return line?.after ?? null;
}

test("values are read as what they are", () => {
  const cases: readonly (readonly [field: string, value: unknown, words: string])[] = [
    ["name", "Acme", "Acme"],
    ["is_archived", true, "Yes"],
    ["billable", false, "No"],
    ["start", "2026-11-21T08:30:00.000Z", "21 Nov 2026, 09:30"],
    ["date", "2026-11-21", "21 Nov 2026"],
    ["duration", 5430, "1 h 30 min 30 s"],
    ["duration", 0, "0 s"],
    ["default_payment_terms", 1, "1 day"],
    ["estimate_hours", 1.5, "1.5 hours"],
    ["preferred_currency", "HUF", "Hungarian Forint (HUF)"],
    ["project_id", "p1", "Website relaunch"],
    ["project_id", "p2", "p2"],
    ["scopes", ["customers.read", "tags.read"], "customers.read, tags.read"],
    ["scopes", ["apis.all"], "All"],
    ["status", "in_progress", "In progress"],
    ["role", "owner", "Owner"],
    ["hint", "ab12", "…ab12"],
    ["new_column", { a: 1 }, '{"a":1}'],
  ];
  for (const [field, value, words] of cases) assert.equal(read(field, value), words, field);
});

test("what is not of the kind that its column says is shown as it is", () => {
  for (const field of [
    "is_archived",
    "start",
    "date",
    "duration",
    "rate_minor",
    "currency",
    "scopes",
  ])
    assert.equal(read(field, "odd"), "odd", field);
  assert.equal(read("role", 7), "7");
});

test("a rate is told in its currency before and after, which may be two", () => {
  const lines = linesOf(
    changed([
      { field: "rate_minor", label: "Hourly rate", before: 12_000, after: 1_500_000 },
      { field: "currency", label: "Currency", before: "EUR", after: "HUF" },
    ]),
    READER,
  );
  assert.deepEqual([lines[0]?.before, lines[0]?.after], ["€120.00", "HUF\u00a015,000.00"]);
});

test("a rate whose currency is not told is never guessed", () => {
  assert.equal(read("rate_minor", 12_000), "12,000 of its currency’s smallest unit");
  const fields = [
    { field: "rate_minor", label: "Hourly rate", before: null, after: 12_000 },
    { field: "currency", label: "Currency", before: null, after: "odd" },
  ];
  const lines = linesOf(changed(fields), READER);
  assert.equal(lines[0]?.after, "12,000 of its currency’s smallest unit");
});

test("a label does not repeat the unit that the value has", () => {
  const fields = [{ field: "duration", label: "Duration in seconds", before: null, after: 60 }];
  assert.deepEqual(linesOf(changed(fields), READER), [
    { label: "Duration", before: null, after: "1 min" },
  ]);
});

test("what is empty before and after is no line, and what is empty on one side is none there", () => {
  const lines = linesOf(
    changed([
      { field: "note", label: "Note", before: null, after: "" },
      { field: "phone", label: "Phone", before: "", after: "1" },
      { field: "scopes", label: "Scopes", before: ["a"], after: [] },
    ]),
    READER,
  );
  assert.deepEqual(lines, [
    { label: "Phone", before: null, after: "1" },
    { label: "Scopes", before: "a", after: null },
  ]);
});
