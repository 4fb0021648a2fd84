import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Change, Field, Value } from "../event.ts";
import { changeLines, differing } from "./lines.ts";

const READER = "Europe/Berlin";

function changed(fields: readonly Partial<Field>[]): Change {
  return {
    type: "customer",
    noun: { label: "Customer", one: "a customer", named: "the customer *", many: "customers" },
    id: "1",
    name: "Acme",
    did: "changed",
    page: null,
    isRedacted: false,
    fields: fields.map((field) => ({
      column: "any",
      label: "Label",
      before: null,
      after: null,
      ...field,
    })),
  };
}

function read(after: Value): string | null | undefined {
  return changeLines(changed([{ after }]), READER)[0]?.after;
}

test("values are read by their kind, in the reader's time zone", () => {
  const cases: readonly (readonly [Value, words: string])[] = [
    [{ kind: "text", text: "Acme" }, "Acme"],
    [{ kind: "long text", text: "a\nb" }, "a\nb"],
    [{ kind: "boolean", isTrue: true }, "Yes"],
    [{ kind: "boolean", isTrue: false }, "No"],
    [{ kind: "moment", at: "2026-11-21T08:30:00.000Z" }, "21 Nov 2026, 09:30"],
    [{ kind: "day", day: "2026-11-21" }, "21 Nov 2026"],
    [{ kind: "duration", seconds: 5400 }, "1 h 30"],
    [{ kind: "duration", seconds: 5430 }, "1 h 30 min 30 s"],
    [{ kind: "duration", seconds: 0 }, "0 min"],
    [{ kind: "number", number: 1, unit: "day" }, "1 day"],
    [{ kind: "number", number: 1.5, unit: "hour" }, "1.5 hours"],
    [{ kind: "number", number: 12_000, unit: null }, "12,000"],
    [{ kind: "currency", code: "HUF" }, "Hungarian Forint (HUF)"],
    [{ kind: "list", items: ["customers.read", "tags.read"] }, "customers.read, tags.read"],
    [{ kind: "money", minor: 1200, currency: "EUR" }, "€12.00"],
    [{ kind: "money", minor: 1_500_000, currency: "HUF" }, "HUF\u00a015,000.00"],
    [{ kind: "money", minor: 1200, currency: "JPY" }, "JP¥1,200"],
    [{ kind: "money", minor: 12_000, currency: null }, "12,000 minor units, without a currency"],
  ];
  for (const [value, words] of cases) assert.equal(read(value), words, JSON.stringify(value));
});

test("a value that was added or removed is empty on the other side", () => {
  const text: Value = { kind: "text", text: "1" };
  const lines = changeLines(changed([{ before: text }, { after: text }]), READER);
  assert.deepEqual(
    lines.map(({ before, after }) => [before, after]),
    [
      ["1", null],
      [null, "1"],
    ],
  );
});

test("only long texts are compared word by word", () => {
  const lines = changeLines(
    changed([{ after: { kind: "long text", text: "a" } }, { before: { kind: "text", text: "a" } }]),
    READER,
  );
  assert.deepEqual(
    lines.map(({ isProse }) => isProse),
    [true, false],
  );
});

test("what differs between two texts is whole words, with what they share around it", () => {
  assert.deepEqual(differing("pays late, always", "pays on time, always"), {
    start: "pays ",
    before: "late,",
    after: "on time,",
    end: " always",
  });
  assert.deepEqual(differing("a a", "a a a"), { start: "a a", before: "", after: " a", end: "" });
});

test("put together again the parts are the two texts", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", " ", "\n", "word"))
    .map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differing(before, after);
      assert.equal(parts.start + parts.before + parts.end, before);
      assert.equal(parts.start + parts.after + parts.end, after);
    }),
  );
});
