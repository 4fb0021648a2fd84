import assert from "node:assert/strict";
import { test } from "node:test";
import { containing } from "../../../test/rules.ts";
import { inOneGo } from "../../../test/slices.ts";
import { allWords, applyRules, isChanging, readied, type Ruled } from "./apply-rules.ts";
import { Actions, Conditions } from "./rule.ts";

const ROW: Ruled = {
  name: "HÉTZNER  Online GmbH",
  bank_name: "HÉTZNER  Online GmbH",
  description: "Invoice R0042",
  reference: "RF18",
  counterparty_hash: "hash",
  amount_minor: -1190,
  currency: "EUR",
  bank_account_id: "a1b2c3d4-0000-7000-8000-000000000001",
  status: "posted",
  source: "csv",
  is_split: false,
  category_slug: null,
  category_by: null,
  tax_rate_bp: null,
  tax_type: null,
  note: null,
  tag_ids: [],
};

const TAGS = ["a1b2c3d4-0000-7000-8000-00000000000a", "a1b2c3d4-0000-7000-8000-00000000000b"];

function rule(id: string, conditions: object, actions: object = { category_slug: "hosting" }) {
  return readied({
    id,
    name: id,
    conditions: Conditions.parse(conditions),
    actions: Actions.parse(actions),
  });
}

const ALL = containing("hetzner");

function matches(conditions: object, row: Partial<Ruled> = {}): boolean {
  return applyRules([rule("one", conditions)], { ...ROW, ...row }).isMatched;
}

test("texts are compared without case, accents and double spaces", () => {
  const text = (where: string, how: string, ...words: string[]) =>
    matches({ texts: [{ in: where, how, words }] });
  assert.ok(text("text", "contains_any", "Hetzner online"));
  assert.ok(text("text", "contains_any", "nothing", "r0042"));
  assert.ok(text("reference", "is_any", "rf18"));
  assert.ok(text("name", "starts_any", "HETZ"));
  assert.ok(!text("name", "contains_any", "r0042"));
  assert.ok(!text("name", "starts_any", "online"));
  assert.ok(!text("reference", "is_any", "rf1"));
});

test("all conditions must hold", () => {
  assert.ok(matches({ ...ALL, min: 11.9, max: 11.9, direction: "out", currency: "EUR" }));
  for (const wrong of [
    { min: 11.91 },
    { max: 11.89 },
    { direction: "in" },
    { currency: "USD" },
    { bank_account_id: "a1b2c3d4-0000-7000-8000-000000000002" },
    { counterparties: [{ hash: "other", masked: "DE•• 1234" }] },
    containing("online", "gmbh").texts[0] && { texts: containing("strato").texts },
  ])
    assert.ok(!matches({ ...ALL, ...wrong }), JSON.stringify(wrong));
  assert.ok(matches({ counterparties: [{ hash: "hash", masked: "DE•• 3000" }] }));
});

test("a bound that a currency cannot have is met by no amount in it", () => {
  const yen = { currency: "JPY", amount_minor: -500 };
  assert.ok(matches({ min: 500, max: 500 }, yen));
  assert.ok(!matches({ min: 0.5 }, yen));
  assert.ok(!matches({ max: 999.5 }, yen));
});

test("the first rule that sets a field wins, later ones set others, and tags of all are added", () => {
  const changes = applyRules(
    [
      rule("one", ALL, { category_slug: "hosting", tag_ids: [TAGS[0]] }),
      rule("two", ALL, { category_slug: "software", note: "two", tag_ids: TAGS }),
      rule("none", { direction: "in" }, { status: "completed" }),
      rule("three", ALL, { note: "three", tax_rate_bp: 1900, name: "Hetzner" }),
    ],
    { ...ROW, tag_ids: [TAGS[1] ?? ""] },
  );
  const told = Object.fromEntries(
    (["category", "note", "tax", "name", "status"] as const).map((field) => [
      field,
      changes[field] && [changes[field].value, changes[field].rule.id],
    ]),
  );
  assert.deepEqual(told, {
    category: ["hosting", "one"],
    note: ["two", "two"],
    tax: [{ tax_rate_bp: 1900, tax_type: null }, "three"],
    name: ["Hetzner", "three"],
    status: undefined,
  });
  assert.deepEqual(changes.tag_ids, [TAGS[0]]);
});

test("one rule alone does not take what a rule above it sets", () => {
  const rules = [rule("one", ALL), rule("two", ALL, { category_slug: "software", note: "x" })];
  const { category, note } = applyRules(rules, ROW, { only: "two" });
  assert.deepEqual([category, note?.value], [undefined, "x"]);
});

test("what a person or an assistant set stays, unless it is to be replaced", () => {
  const actions = {
    category_slug: "hosting",
    name: "Servers",
    note: "x",
    tax_rate_bp: 700,
    status: "completed",
  };
  const rules = [rule("one", ALL, actions)];
  const touched: Partial<Ruled> = {
    name: "Hetzner, our servers",
    note: "Ours",
    tax_type: "reverse",
    category_slug: "software",
    status: "archived",
  };
  for (const category_by of ["person", "assistant"] as const) {
    const changes = applyRules(rules, { ...ROW, ...touched, category_by });
    assert.deepEqual([isChanging(changes), changes.isKept], [false, true]);
    const { category, name, note, tax, status } = applyRules(
      rules,
      { ...ROW, ...touched, category_by },
      { replace: true },
    );
    const values = [category, name, note, status].map((set) => set?.value);
    assert.deepEqual(values, ["hosting", "Servers", "x", "completed"]);
    assert.equal(tax?.value.tax_rate_bp, 700);
  }
  for (const category_by of ["rule", "bank"] as const) {
    const { category } = applyRules(rules, { ...ROW, ...touched, category_by });
    assert.equal(category?.value, "hosting");
  }
});

test("a name that was typed by hand stays, and one of the bank's is set", () => {
  const rules = [rule("one", ALL, { name: "Servers" })];
  assert.equal(applyRules(rules, ROW).name?.value, "Servers");
  assert.equal(applyRules(rules, { ...ROW, source: "hand", bank_name: null }).name, undefined);
});

test("exported transactions stay whole, parts have categories of their own, pending ones their status", () => {
  const actions = { category_slug: "hosting", status: "completed", tag_ids: TAGS };
  const of = (row: Partial<Ruled>) =>
    applyRules([rule("one", ALL, actions)], { ...ROW, ...row }, { replace: true });
  assert.ok(!isChanging(of({ status: "exported" })));
  const [split, pending] = [of({ is_split: true }), of({ status: "pending" })];
  assert.deepEqual([split.category, split.status?.value], [undefined, "completed"]);
  assert.deepEqual([pending.category?.value, pending.status], ["hosting", undefined]);
});

test("one pass over a text meets the same conditions as a look for each word", () => {
  const texts = [
    { in: "text", how: "contains_any", words: ["zner on", "nothing"] },
    { in: "name", how: "starts_any", words: ["online", "HETZ"] },
    { in: "name", how: "starts_any", words: ["online"] },
    { in: "reference", how: "is_any", words: ["rf1", "rf18"] },
    { in: "reference", how: "is_any", words: ["rf1"] },
    { in: "name", how: "contains_any", words: ["r0042"] },
    { in: "text", how: "contains_any", words: ["r0042"] },
  ];
  const rules = texts.map((text, index) => rule(`${index}`, { texts: [text] }));
  const meetTexts = inOneGo(allWords(rules));
  const matching = (options: object) =>
    rules.map(({ id }) => applyRules(rules, ROW, { ...options, only: id }).isMatched);
  assert.deepEqual(matching({ meetTexts }), [true, true, false, true, false, false, true]);
  assert.deepEqual(matching({}), matching({ meetTexts }));
});
