import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  type Credit,
  type CreditedInvoice,
  type CreditedSums,
  creditOfRest,
  type CreditTotals,
  creditTotals,
  quantityLeft,
  sumQuantities,
} from "./credit-totals.ts";
import {
  type AppliedTax,
  type Discount,
  invoiceTotals,
  type PricedInvoice,
  type PricedLine,
} from "./invoice-totals.ts";

test("a quantity takes back its share of line, discounts and tax", () => {
  // 12.5 × 95 and 3 × 19.99 at 7 %, 1 × 49.90 less 15 %, all less 10 %: 1,374.98.
  const invoice = sentOf({
    lines: [line("12.5", "95", S19), line("3", "19.99", S7), line("1", "49.90", S19, { bp: 1500 })],
    discount: { bp: 1000 },
  });
  const part = creditedBy(invoice, nothingOf(invoice), { quantities: ["2.5", "1", "0"] });
  assert.deepEqual(part, {
    lines: [
      {
        ...OF_LINE,
        index: 0,
        quantity: "2.5",
        tax: S19,
        gross: 23_750,
        amount: 23_750,
        net: 23_750,
      },
      { ...OF_LINE, index: 1, quantity: "1", tax: S7, gross: 1999, amount: 1999, net: 1999 },
    ],
    taxes: [
      { ...S19, net: 21_375, tax: 4061 },
      { ...S7, net: 1799, tax: 126 },
    ],
    subtotal: 25_749,
    discount: 2575,
    net: 23_174,
    tax: 4187,
    total: 27_361,
  });
});

test("an amount is split over the taxes and contains its tax", () => {
  // 75.01 + 14.25, 25.00 + 1.75 and 50.00: 166.01.
  const lines = [line("1", "100.01", S19), line("1", "33.33", S7), line("1", "66.67", ZERO)];
  const invoice = sentOf({ lines, discount: { minor: 5000 } });
  const part = creditedBy(invoice, nothingOf(invoice), { amount_minor: 8300 });
  assert.deepEqual(
    part.lines.map(({ quantity, price, amount, tax }) => [quantity, price, amount, tax?.bp]),
    [
      ["1", "37.50", 3750, 1900],
      ["1", "12.50", 1250, 700],
      ["1", "25.00", 2500, 0],
    ],
  );
  assert.deepEqual([part.net, part.tax, part.total], [7500, 800, 8300]);
  const withTax = sentOf({ lines: [line("1", "119", S19)], pricesIncludeTax: true });
  const third = creditedBy(withTax, nothingOf(withTax), { amount_minor: 3967 });
  assert.deepEqual(
    third.lines.map(({ price, amount, net }) => [price, amount, net]),
    [["39.67", 3967, 3334]],
  );
});

test("thirds add up to the whole, for each tax, and the last one takes what is left", () => {
  const invoice = sentOf({ lines: [line("1", "100", S19)] });
  const amounts = inTurns(invoice, [{ amount_minor: 3967 }, { amount_minor: 3967 }, "rest"]);
  assert.deepEqual(
    amounts.map(({ net, tax, total }) => [net, tax, total]),
    [
      [3334, 633, 3967],
      [3334, 633, 3967],
      [3332, 634, 3966],
    ],
  );
  const quantities = inTurns(invoice, [
    { quantities: ["0.333333"] },
    { quantities: ["0.333333"] },
    "rest",
  ]);
  assert.deepEqual(
    quantities.map(({ net, tax, total }) => [net, tax, total]),
    [
      [3333, 633, 3966],
      [3334, 634, 3968],
      [3333, 633, 3966],
    ],
  );
});

test("cents that are too small for tax leave the last part a tax that was charged", () => {
  const invoice = sentOf({ lines: [line("1", "1", S19)] });
  const parts = inTurns(invoice, [
    ...Array.from({ length: 118 }, () => ({ amount_minor: 1 })),
    "rest",
  ]);
  assert.deepEqual([sum(parts, "net"), sum(parts, "tax")], [100, 19]);
  assert.ok(parts.every(({ net, tax }) => net >= 0 && tax >= 0));
});

test("what comes back on the invoice is taken off what is credited", () => {
  const invoice = sentOf({ lines: [line("10", "12.345", S19), line("-1", "12.345", S19)] });
  assert.equal(invoice.total_minor, 13_221);
  const [half, rest] = inTurns(invoice, [{ quantities: ["5", "-1"] }, "rest"]);
  assert.deepEqual([half?.net, rest?.net], [4938, 6172]);
  const two = sentOf({ lines: [line("1", "100", S19), line("-1", "20", S7)] });
  const part = creditedBy(two, nothingOf(two), { amount_minor: 4880 });
  assert.deepEqual(
    part.lines.map(({ quantity, price }) => [quantity, price]),
    [
      ["1", "50.00"],
      ["-1", "10.00"],
    ],
  );
});

test("more than is left is refused, and so is nothing", () => {
  const invoice = sentOf({ lines: [line("3", "10", S19), line("1", "5", S7), line("1", "0", S7)] });
  const none = nothingOf(invoice);
  const after = creditedWith(invoice, none, { quantities: ["2", "0", "0"] });
  const returned = sentOf({ lines: [line("1", "100", S19), line("-1", "20", S7)] });
  for (const [credited, credit, path, why, of = invoice] of [
    [none, { amount_minor: 4106 }, "amount_minor", /^41\.05 EUR is left/],
    [none, { quantities: ["3.000001", "0", "0"] }, "lines.0", /^3 is left of line 1/],
    [none, { quantities: ["-1", "0", "0"] }, "lines.0", /^3 is left/],
    [after, { quantities: ["2", "0", "0"] }, "lines.0", /^1 is left/],
    [none, { quantities: ["0", "0", "0"] }, "lines", /^It comes to 0\.00 EUR/],
    [none, { quantities: ["0", "0", "1"] }, "lines", /^It comes to 0\.00 EUR/],
    [
      nothingOf(returned),
      { quantities: ["1", "0"] },
      "lines",
      /^97\.60 EUR is left to credit\./,
      returned,
    ],
    [
      creditedWith(invoice, none, { amount_minor: 2000 }),
      { quantities: ["3", "0", "0"] },
      "lines",
      /^18\.31 EUR is left of what is taxed at 19 %, and these lines come to 35\.70 EUR\. Credit an/,
    ],
  ] as const) {
    const reading = creditTotals(of, credited, credit);
    assert.ok(reading.state === "refused");
    assert.equal(reading.path, path);
    assert.match(reading.why, why);
  }
});

test("any parts in any order add up to the invoice, for each tax, and none takes more than is left", () => {
  const drawn = fc.tuple(INVOICES, fc.array(STEPS, { maxLength: 8 }));
  let count = 0;
  fc.assert(
    fc.property(drawn, ([priced, steps]) => {
      const totals = invoiceTotals(priced);
      fc.pre(totals.state === "read" && totals.value.total > 0);
      const invoice = sentOf(priced);
      let credited = nothingOf(invoice);
      const parts: CreditTotals[] = [];
      for (const step of [...steps, "rest" as const]) {
        const left = invoice.total_minor - sum(parts, "total");
        if (left === 0) break;
        const credit =
          step === "rest"
            ? creditOfRest(invoice, credited)
            : creditOf(step, invoice, credited, left);
        const reading = creditTotals(invoice, credited, credit);
        if (step === "rest") assert.equal(reading.state, "read", JSON.stringify(reading));
        if (reading.state === "refused") continue;
        agree(invoice, reading.value);
        parts.push(reading.value);
        credited = creditedWith(invoice, credited, credit);
        count += 1;
      }
      assert.equal(sum(parts, "net"), invoice.net_minor);
      assert.equal(sum(parts, "total"), invoice.total_minor);
      assert.deepEqual(credited.taxes, invoice.taxes);
    }),
    { numRuns: 2000 },
  );
  assert.ok(count > 4000, `${count} parts`);
});

const S19 = { category: "S", bp: 1900 } as const;
const S7 = { category: "S", bp: 700 } as const;
const ZERO = { category: "Z", bp: 0 } as const;

const OF_LINE = { price: null, discount: 0 } as const;

function line(
  quantity: string,
  price: string,
  tax: AppliedTax | null,
  discount: Discount | null = null,
): PricedLine {
  return { quantity, price, tax, discount };
}

type Sent = CreditedInvoice & { readonly total_minor: number };

function sentOf(given: Partial<PricedInvoice>): Sent {
  const invoice = { currency: "EUR", pricesIncludeTax: false, discount: null, lines: [], ...given };
  const totals = invoiceTotals(invoice);
  assert.ok(totals.state === "read");
  const { lines, taxes, net, total } = totals.value;
  return {
    currency: invoice.currency,
    prices_include_tax: invoice.pricesIncludeTax,
    lines: invoice.lines.map(({ quantity, tax }, index) => ({
      quantity,
      tax,
      discount_minor: lines[index]?.discount ?? 0,
      amount_minor: lines[index]?.amount ?? 0,
    })),
    taxes: taxes.map(({ category, bp, net, tax }) => ({
      category,
      bp,
      net_minor: net,
      tax_minor: tax,
    })),
    net_minor: net,
    total_minor: total,
  };
}

function nothingOf({ lines, taxes }: CreditedInvoice): CreditedSums {
  return {
    quantities: lines.map(() => "0"),
    taxes: taxes.map((tax) => ({ ...tax, net_minor: 0, tax_minor: 0 })),
    net_minor: 0,
  };
}

function creditedBy(invoice: Sent, credited: CreditedSums, credit: Credit): CreditTotals {
  const reading = creditTotals(invoice, credited, credit);
  assert.equal(reading.state, "read", JSON.stringify(reading));
  return reading.state === "read" ? reading.value : assert.fail();
}

/** Sums after a further credit note. */
function creditedWith(invoice: Sent, credited: CreditedSums, credit: Credit): CreditedSums {
  const { taxes, net } = creditedBy(invoice, credited, credit);
  const given = "quantities" in credit ? credit.quantities : [];
  return {
    quantities: credited.quantities.map((quantity, index) =>
      sumQuantities([quantity, given[index] ?? "0"]),
    ),
    taxes: credited.taxes.map((sums) => {
      const part = taxes.find(({ category, bp }) => category === sums.category && bp === sums.bp);
      const { net = 0, tax = 0 } = part ?? {};
      return { ...sums, net_minor: sums.net_minor + net, tax_minor: sums.tax_minor + tax };
    }),
    net_minor: credited.net_minor + net,
  };
}

function inTurns(invoice: Sent, steps: readonly (Credit | "rest")[]): readonly CreditTotals[] {
  let credited = nothingOf(invoice);
  return steps.map((step) => {
    const credit = step === "rest" ? creditOfRest(invoice, credited) : step;
    const part = creditedBy(invoice, credited, credit);
    credited = creditedWith(invoice, credited, credit);
    return part;
  });
}

function sum(parts: readonly CreditTotals[], of: "net" | "tax" | "total"): number {
  return parts.reduce((sum, part) => sum + part[of], 0);
}

/** Holds a credit note to the rules that hold for every invoice. */
function agree({ prices_include_tax }: Sent, part: CreditTotals): void {
  const { lines, taxes, net, tax, total, subtotal, discount } = part;
  assert.ok(total > 0);
  assert.equal(net + tax, total);
  assert.equal(
    lines.reduce((sum, { amount }) => sum + amount, 0),
    subtotal,
  );
  assert.equal(subtotal - discount, prices_include_tax ? total : net);
  assert.equal(
    taxes.reduce((sum, { tax }) => sum + tax, 0),
    tax,
  );
  for (const { gross, discount, amount } of lines) assert.equal(gross - discount, amount);
}

type Step = { readonly isAmount: boolean; readonly of: number; readonly thirds: readonly number[] };

const STEPS: fc.Arbitrary<Step> = fc.record({
  isAmount: fc.boolean(),
  of: fc.integer({ min: 1, max: 1000 }),
  thirds: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
});

/** An amount of up to what is left, or thirds of what is left of each line. */
function creditOf(
  { isAmount, of, thirds }: Step,
  invoice: Sent,
  credited: CreditedSums,
  left: number,
): Credit {
  if (isAmount) return { amount_minor: Math.max(1, Math.floor((left * of) / 1000)) };
  return {
    quantities: invoice.lines.map((_, index) => {
      const all = Number(quantityLeft(invoice, credited, index));
      return String(Number(((all * (thirds[index] ?? 0)) / 3).toFixed(6)));
    }),
  };
}

const TAXES = fc.option(fc.constantFrom<AppliedTax>(S19, S7, ZERO, { category: "E", bp: 0 }));

const LINES: fc.Arbitrary<PricedLine> = fc.record({
  quantity: fc.oneof(
    {
      arbitrary: fc.integer({ min: 1, max: 3000 }).map((tenths) => String(tenths / 10)),
      weight: 6,
    },
    fc.integer({ min: -3, max: 0 }).map(String),
  ),
  price: fc.integer({ min: 0, max: 99_999 }).map((thousandths) => String(thousandths / 1000)),
  discount: fc.option(fc.record({ bp: fc.integer({ min: 0, max: 10_000 }) })),
  tax: TAXES,
});

const INVOICES: fc.Arbitrary<PricedInvoice> = fc.record({
  currency: fc.constantFrom("EUR", "JPY", "KWD"),
  pricesIncludeTax: fc.boolean(),
  discount: fc.option(
    fc.oneof(
      fc.record({ bp: fc.integer({ min: 0, max: 10_000 }) }),
      fc.record({ minor: fc.integer({ min: 0, max: 500 }) }),
    ),
  ),
  lines: fc.array(LINES, { minLength: 1, maxLength: 12 }),
});
