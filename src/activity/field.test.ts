import assert from "node:assert/strict";
import { test } from "node:test";
import { type Field, Value, valueOf } from "./field.ts";

const NOTHING_KNOWN = { names: new Map<string, string>(), currencyIn: () => null };

test("a value that its kind does not know is shown as stored", () => {
  const money = { label: "Rate", kind: "money", currencyColumn: "currency" } as const;
  const values: readonly (readonly [Field, unknown, Value])[] = [
    [{ label: "", kind: "choice", choices: { a: "A" } }, "constructor", text("constructor")],
    [
      { label: "", kind: "list", items: { a: "A" } },
      ["a", "toString", "__proto__"],
      { kind: "list", items: ["A", "toString", "__proto__"] },
    ],
    [{ ...money, table: "tracker_projects" }, 12.5, text("12.5")],
    [{ label: "", kind: "duration" }, 0.5, text("0.5")],
    [{ label: "", kind: "duration" }, "an hour", text("an hour")],
  ];
  for (const [field, stored, shown] of values) {
    const value = valueOf(field, stored, NOTHING_KNOWN);
    assert.deepEqual(Value.parse(value), shown);
  }
});

test("an amount has no currency where the stored one is no code", () => {
  const rate = {
    label: "Rate",
    kind: "money",
    currencyColumn: "currency",
    table: "tracker_projects",
  } as const;
  for (const [code, currency] of [
    ["EUR", "EUR"],
    ["ZZZ", "ZZZ"],
    ["EU", null],
    ["euro", null],
    [null, null],
  ] as const) {
    const value = valueOf(rate, 100, { ...NOTHING_KNOWN, currencyIn: () => code });
    assert.deepEqual(value, { kind: "money", minor: 100, currency });
  }
});

function text(stored: string): Value {
  return { kind: "text", text: stored };
}

test("a number that is stored in hundredths is shown as itself", () => {
  const rate = { label: "Tax rate in %", kind: "number", unit: null, inHundredths: true } as const;
  const shown = [1900, 755, 0].map((stored) => valueOf(rate, stored, NOTHING_KNOWN));
  assert.deepEqual(
    shown,
    [19, 7.55, 0].map((number) => ({ kind: "number", number, unit: null })),
  );
});
