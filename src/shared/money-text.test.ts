import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { moneyText, readMoney } from "./money-text.ts";
import { MOST_MINOR } from "./money.ts";

const EN = { currency: "EUR", locale: "en-GB" } as const;
const DE = { currency: "EUR", locale: "de-DE" } as const;

const READ: readonly (readonly [string, number, Options?])[] = [
  ["1234", 123_400],
  ["1234.5", 123_450],
  ["1234,50", 123_450],
  ["1,234.50", 123_450],
  ["1.234,50", 123_450],
  ["1.234,50", 123_450, DE],
  ["1,234.50", 123_450, DE],
  ["1 234,50", 123_450],
  ["1\u202f234,50", 123_450],
  ["1\u00a0234\u00a0567", 123_456_700],
  ["1'234.50", 123_450],
  ["1’234.50", 123_450],
  ["1.234.567", 123_456_700],
  ["1,234,567.89", 123_456_789],
  ["12,34,567.89", 123_456_789],
  ["0.50", 50],
  [",5", 50],
  [".5", 50],
  ["5.", 500],
  ["5.-", 500],
  ["12.50000", 1250],
  ["€1,234.50", 123_450],
  ["1.234,50\u00a0€", 123_450],
  ["EUR 120", 12_000],
  ["120 eur", 12_000],
  ["$5", 500, { currency: "USD", locale: "en-US" }],
  ["US$5", 500, { currency: "USD", locale: "en-GB" }],
  ["-5", -500],
  ["\u22125,00", -500],
  ["5-", -500],
  ["(5.00)", -500],
  ["(€5)", -500],
  ["-€5", -500],
  ["€-5", -500],
  ["¥1,234", 1234, { currency: "JPY", locale: "en-US" }],
  ["1.234", 1234, { currency: "JPY", locale: "de-DE" }],
  ["1.234", 1234, { currency: "KWD", locale: "en-US" }],
  ["1,234", 1234, { currency: "KWD", locale: "de-DE" }],
  ["1,234.567", 1_234_567, { currency: "KWD", locale: "de-DE" }],
];

test("an amount is read with the marks of any country, as it is typed or pasted", () => {
  for (const [text, value, options = EN] of READ)
    assert.deepEqual(readMoney(text, options), { state: "read", value }, text);
});

test("a mark that may be of thousands or of decimals is asked about, in every locale", () => {
  for (const [text, options, ...offers] of [
    ["1.234", DE, 123, 123_400],
    ["1,234", DE, 123, 123_400],
    ["1.234", EN, 123, 123_400],
    ["12,345", EN, 1235, 1_234_500],
    ["-1,234", EN, -123, -123_400],
    ["1,500 €", EN, 150, 150_000],
    ["1.234", { currency: "JPY", locale: "en-US" }, 1, 1234],
    ["1,234", { currency: "KWD", locale: "en-US" }, 1234, 1_234_000],
    ["1.234", { currency: "KWD", locale: "de-DE" }, 1234, 1_234_000],
    ["1.000+1", EN, 200, 100_100],
  ] as const)
    assert.deepEqual(readMoney(text, options), { state: "refused", why: ASKED, offers }, text);
});

const ASKED = "Which amount is meant?";

test("a sum is worked out, and rounded half away from zero", () => {
  for (const [text, value] of [
    ["120+19%", 14_280],
    ["120 + 19 %", 14_280],
    ["120-10%", 10_800],
    ["200*10%", 2000],
    ["3*12.50", 3750],
    ["3 × 12,50", 3750],
    ["10/4", 250],
    ["10/3", 333],
    ["0.01/2", 1],
    ["-0.01/2", -1],
    ["(1+2)*3", 900],
    ["(1+2)", 300],
    ["10-(2+3)", 500],
    ["2+3*4", 1400],
    ["10--5", 1500],
    ["€10 + 5", 1500],
    ["1.005,50+1", 100_650],
  ] as const)
    assert.deepEqual(readMoney(text, EN), { state: "read", value }, text);
});

test("text that is no amount of the currency is refused with the reason", () => {
  for (const [text, why] of [
    ["$5", /in EUR, and “\$”/],
    ["5 USD", /in EUR, and “USD”/],
    ["abc", /in EUR/],
    ["1.2345", /2 decimals/],
    ["1,234.567", /2 decimals/],
    ["1.23.456", /commas and points/],
    ["1,23,45", /commas and points/],
    ["1 23", /Write an amount/],
    ["19%", /Write an amount/],
    ["1/0", /Write an amount/],
    ["1+", /Write an amount/],
    ["(1", /Write an amount/],
    ["1)", /Write an amount/],
    ["--", /Write an amount/],
    [".", /Write an amount/],
    ["9".repeat(30), /too large/],
    ["9".repeat(300), /Write an amount/],
  ] as const) {
    const reading = readMoney(text, EN);
    assert.ok(reading.state === "refused" && reading.offers.length === 0, text);
    assert.match(reading.why, why, text);
  }
  assert.deepEqual(readMoney("0.5", { currency: "JPY", locale: "en" }), {
    state: "refused",
    why: "This currency has no decimals.",
    offers: [],
  });
  assert.deepEqual(readMoney(" ", EN), { state: "empty" });
});

type Options = { readonly currency: string; readonly locale: string };

const options = fc.record({
  currency: fc.constantFrom("EUR", "USD", "JPY", "KWD", "CHF", "HUF", "CLF", "INR"),
  locale: fc.constantFrom(
    "en-GB",
    "en-US",
    "en-IN",
    "de-DE",
    "de-CH",
    "de-AT",
    "fr-FR",
    "es-ES",
    "pt-PT",
    "sv-SE",
    "pl-PL",
    "ja-JP",
    "ar-EG",
    "fa-IR",
    "hi-IN",
    "he-IL",
  ),
});
const minors = fc.oneof(
  fc.integer({ min: -MOST_MINOR, max: MOST_MINOR }),
  fc.integer({ min: -3_000_000, max: 3_000_000 }),
);

test("an amount as its field shows it is read as the same amount, in every locale and currency", () => {
  fc.assert(
    fc.property(minors, options, (minor, options) => {
      const text = moneyText(minor, options);
      assert.deepEqual(readMoney(text, options), { state: "read", value: minor }, text);
    }),
    { numRuns: 400 },
  );
});

test("no amount is silently 1,000 times what another locale wrote", () => {
  fc.assert(
    fc.property(minors, options, options, (minor, written, { locale }) => {
      const text = moneyText(minor, written);
      const reading = readMoney(text, { currency: written.currency, locale });
      if (reading.state === "read") assert.equal(reading.value, minor, `${text} in ${locale}`);
      else if (reading.state === "refused")
        assert.ok(reading.offers.includes(minor), `${text} in ${locale}`);
    }),
    { numRuns: 400 },
  );
});

test("no text whatever breaks the reader, and what it reads is whole minor units", () => {
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,' ()+-*/%€")) }),
  );
  fc.assert(
    fc.property(typed, options, (text, options) => {
      const reading = readMoney(text, options);
      const all =
        reading.state === "read"
          ? [reading.value]
          : reading.state === "refused"
            ? reading.offers
            : [];
      for (const minor of all) assert.ok(Number.isSafeInteger(minor), text);
    }),
    { numRuns: 400 },
  );
});
