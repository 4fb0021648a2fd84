import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  type AppliedTax,
  type Discount,
  type InvoiceTotals,
  invoiceTotals,
  type PricedInvoice,
  type PricedLine,
} from "./invoice-totals.ts";

test("what is told of an invoice is rounded once, halves away from zero", () => {
  const many = totalsOf(
    [line("12.5", "95", S19), line("3", "19.99", S7), line("1", "49.90", S19, { bp: 1500 })],
    { discount: { bp: 1000 } },
  );
  assert.deepEqual(many, {
    lines: [
      { gross: 118_750, discount: 0, amount: 118_750, net: 118_750 },
      { gross: 5997, discount: 0, amount: 5997, net: 5997 },
      { gross: 4990, discount: 749, amount: 4241, net: 4241 },
    ],
    taxes: [
      { category: "S", bp: 1900, discount: 12_299, net: 110_692, tax: 21_031 },
      { category: "S", bp: 700, discount: 600, net: 5397, tax: 378 },
    ],
    subtotal: 128_988,
    discount: 12_899,
    net: 116_089,
    tax: 21_409,
    total: 137_498,
  });
  const small = totalsOf(Array.from({ length: 3 }, () => line("1", "0.33", S19)));
  assert.deepEqual([small.net, small.tax, small.total], [99, 19, 118]);
});

test("an amount that is taken off is divided among the taxes", () => {
  const three = totalsOf(
    [line("1", "100.01", S19), line("1", "33.33", S7), line("1", "66.67", Z)],
    { discount: { minor: 5000 } },
  );
  assert.deepEqual(three.taxes, [
    { category: "S", bp: 1900, discount: 2500, net: 7501, tax: 1425 },
    { category: "S", bp: 700, discount: 833, net: 2500, tax: 175 },
    { category: "Z", bp: 0, discount: 1667, net: 5000, tax: 0 },
  ]);
  assert.equal(three.total, 16_601);
  const cents = totalsOf(
    [line("1", "10", S7), line("1", "10", S19), line("1", "10", { category: "S", bp: 2000 })],
    { discount: { minor: 5 } },
  );
  assert.deepEqual(
    cents.taxes.map(({ bp, discount }) => [bp, discount]),
    [
      [2000, 2],
      [1900, 2],
      [700, 1],
    ],
  );
  assert.deepEqual([cents.net, cents.tax, cents.total], [2995, 460, 3455]);
});

test("prices with tax: the tax is taken out of each sum, and the lines follow", () => {
  const one = totalsOf([line("1", "1.03", S19)], { pricesIncludeTax: true });
  assert.deepEqual([one.net, one.tax, one.total], [87, 16, 103]);
  const three = totalsOf(
    Array.from({ length: 3 }, () => line("1", "0.10", S19)),
    { pricesIncludeTax: true },
  );
  assert.deepEqual(netsOf(three), [9, 8, 8]);
  assert.deepEqual([three.net, three.tax], [25, 5]);
  const many = totalsOf([line("3", "9.99", S19), line("1", "19.90", S19), line("2", "4.49", S7)], {
    pricesIncludeTax: true,
    discount: { bp: 500 },
  });
  assert.deepEqual(netsOf(many), [2519, 1672, 839]);
  assert.deepEqual(many.taxes, [
    { category: "S", bp: 1900, discount: 209, net: 3982, tax: 756 },
    { category: "S", bp: 700, discount: 42, net: 797, tax: 56 },
  ]);
  assert.deepEqual([many.subtotal, many.discount, many.total], [5885, 294, 5591]);
});

test("amounts have the digits of their currency", () => {
  const yen = totalsOf([line("3", "105", { category: "S", bp: 1000 })], { currency: "JPY" });
  assert.deepEqual([yen.net, yen.tax], [315, 32]);
  const dinars = totalsOf([line("7", "1.2345", { category: "S", bp: 500 })], { currency: "KWD" });
  assert.deepEqual([dinars.net, dinars.tax], [8642, 432]);
});

test("a quantity below 0 gives back", () => {
  const { lines, tax, total } = totalsOf([line("10", "12.345", S19), line("-1", "12.345", S19)]);
  assert.deepEqual(
    lines.map(({ amount }) => amount),
    [12_345, -1235],
  );
  assert.deepEqual([tax, total], [2111, 13_221]);
});

test("a rate whose lines sum up to less than 0 takes a share of a percentage, but no fixed amount", () => {
  const lines = [line("1", "100", S19), line("-1", "10", S7)];
  const percent = totalsOf(lines, { discount: { bp: 1000 } });
  assert.deepEqual(percent.taxes, [
    { category: "S", bp: 1900, discount: 1000, net: 9000, tax: 1710 },
    { category: "S", bp: 700, discount: -100, net: -900, tax: -63 },
  ]);
  const fixed = totalsOf(lines, { discount: { minor: 900 } });
  assert.deepEqual(
    fixed.taxes.map(({ discount }) => discount),
    [900, 0],
  );
  assert.equal(fixed.total, 10_829 - 1070);
  // The lines cancel each other out before tax, and a share of each goes all the same.
  const even = totalsOf([line("1", "10", S19), line("-1", "10", S7)], { discount: { bp: 5000 } });
  assert.deepEqual([even.discount, even.net, even.total], [0, 0, 60]);
});

test("a total may be 0: nothing charged, all taken off, no lines", () => {
  const zero = { net: 0, tax: 0, total: 0 };
  for (const totals of [
    totalsOf([line("0", "100", S19)]),
    totalsOf([line("1", "0", S19)]),
    totalsOf([line("2", "49.95", S19, { bp: 10_000 })]),
    totalsOf([line("2", "49.95", S19, { minor: 9990 })]),
    totalsOf([line("2", "49.95", S19), line("1", "5", S7)], { discount: { bp: 10_000 } }),
    totalsOf([line("2", "49.95", S19), line("1", "5", null)], { discount: { minor: 10_490 } }),
    totalsOf([line("1", "10", S19), line("-1", "10", S19)], { discount: { minor: 0 } }),
    totalsOf([]),
  ]) {
    const { net, tax, total } = totals;
    assert.deepEqual({ net, tax, total }, zero);
  }
});

test("a very small quantity of a very large price is exact", () => {
  const [one] = totalsOf([line("0.000001", "999999999.999999", S19)]).lines;
  assert.equal(one?.gross, 100_000);
  const exact = totalsOf([line("-0.000001", "999999999.999999", S19), line("1", "1000", S19)], {
    currency: "CLF",
  });
  assert.deepEqual(
    exact.lines.map(({ gross }) => gross),
    [-10_000_000, 10_000_000],
  );
});

test("lines without a tax are in no tax, and in the sums", () => {
  const totals = totalsOf([line("1", "10", null), line("1", "20", Z), line("1", "30", S19)], {
    discount: { minor: 600 },
  });
  assert.deepEqual(totals.taxes, [
    { category: "S", bp: 1900, discount: 300, net: 2700, tax: 513 },
    { category: "Z", bp: 0, discount: 200, net: 1800, tax: 0 },
  ]);
  assert.deepEqual([totals.net, totals.tax, totals.total], [5400, 513, 5913]);
  assert.deepEqual(totalsOf([line("3", "10", null)]).taxes, []);
});

test("taxes stand by falling rate, then by category", () => {
  const taxes = [Z, S7, E, S19, { category: "AE", bp: 0 }] as const;
  const totals = totalsOf(taxes.map((tax) => line("1", "1", tax)));
  assert.deepEqual(
    totals.taxes.map(({ category, bp }) => `${category} ${bp}`),
    ["S 1900", "S 700", "AE 0", "E 0", "Z 0"],
  );
});

test("what cannot be computed is refused with its place", () => {
  const good = line("1", "10", S19);
  for (const [wrong, field, why] of [
    [line("", "1"), "quantity", "The quantity of line 2 is not a number such as 12.5."],
    [line("1,5", "1"), "quantity", "The quantity of line 2 is not a number such as 12.5."],
    [line("1e3", "1"), "quantity", "The quantity of line 2 is not a number such as 12.5."],
    [line("1", "1."), "price", "The price of line 2 is not a number such as 12.5."],
    [line("0.0000001", "1"), "quantity", "The quantity of line 2 has more than 6 decimals."],
    [line("1", "1000000000"), "price", "The price of line 2 is 1,000,000,000 or more."],
    [
      line("1", "-0.01"),
      "price",
      "The price of line 2 is below 0. Give a discount, or write a quantity below 0.",
    ],
    [line("999999999", "999999"), "", "The amount of line 2 is too large."],
    [
      line("2", "5", S19, { minor: 1001 }),
      "discount",
      "The discount of line 2 is larger than the amount, 10.00 EUR.",
    ],
    [
      line("-1", "0.05", S19, { minor: 1 }),
      "discount",
      "The discount of line 2 is larger than the amount, -0.05 EUR.",
    ],
    [line("1", "1", S19, { bp: 10_001 }), "discount", "The discount of line 2 is more than 100 %."],
    [line("1", "1", S19, { bp: -1 }), "discount", "The discount of line 2 is below 0."],
    [line("1", "1", S19, { minor: -1 }), "discount", "The discount of line 2 is below 0."],
  ] as const) {
    const path = field === "" ? "lines.1" : `lines.1.${field}`;
    assert.deepEqual(read([good, wrong]), { state: "refused", path, why });
  }
});

test("an invoice below 0, a discount above its sum and a sum that is too large are refused", () => {
  const most = line("1", "999999999.99", null);
  for (const [lines, rest, path, why] of [
    [[line("-1", "10", S19)], {}, "lines", "The total is -11.90 EUR. It cannot be below 0."],
    [
      [line("1", "10", S19), line("-1", "12", S7)],
      {},
      "lines",
      "The total is -0.94 EUR. It cannot be below 0.",
    ],
    [
      [line("1", "10", S19), line("-1", "2", S7)],
      { discount: { minor: 801 } },
      "discount",
      "The discount of the invoice is larger than the amount, 8.00 EUR.",
    ],
    [
      [line("1", "10", S19)],
      { discount: { bp: 10_001 } },
      "discount",
      "The discount of the invoice is more than 100 %.",
    ],
    [Array.from({ length: 1001 }, () => most), {}, "lines", "The sum of the lines is too large."],
    [[line("1000", "999999999.99", S19)], {}, "lines", "The sum of the lines is too large."],
  ] as const) {
    assert.deepEqual(read(lines, rest), { state: "refused", path, why });
  }
  // Less than 0 without tax, but not with it.
  const { net, total } = totalsOf([line("1", "9.50", S19), line("-1", "10", Z)]);
  assert.deepEqual([net, total], [-50, 131]);
});

test("an invoice comes out as in exact fractions, step by step", () => {
  let counted = 0;
  fc.assert(
    fc.property(INVOICES, (invoice) => {
      const reading = invoiceTotals(invoice);
      if (reading.state === "refused") {
        assert.match(reading.why, /^The (?:total|discount)/);
        return;
      }
      counted += 1;
      assert.deepEqual(reading.value, inFractions(invoice));
    }),
    { numRuns: 2000 },
  );
  assert.ok(counted > 500, `${counted} of 2000`);
});

test("parts sum up to their wholes, and nothing changes its sign", () => {
  fc.assert(
    fc.property(INVOICES, (invoice) => {
      const reading = invoiceTotals(invoice);
      if (reading.state === "refused") return;
      const { lines, taxes, subtotal, discount, net, tax, total } = reading.value;
      for (const { gross, discount, amount } of lines) assert.equal(amount, gross - discount);
      assert.equal(subtotal, sum(lines.map(({ amount }) => amount)));
      assert.equal(tax, sum(taxes.map(({ tax }) => tax)));
      assert.equal(total, net + tax);
      if (invoice.pricesIncludeTax) assert.equal(total, subtotal - discount);
      else assert.equal(net, subtotal - discount);
      const untaxed = invoice.lines.some(({ tax }) => tax === null);
      if (untaxed) return;
      assert.equal(net, sum(taxes.map(({ net }) => net)));
      assert.equal(
        sum(netsOf(reading.value)),
        sum(taxes.map(({ net, discount }) => net + discount)),
      );
      for (const { net, discount } of taxes) assert.ok(net * discount >= 0);
    }),
  );
});

test("the order of the lines changes no sum", () => {
  fc.assert(
    fc.property(INVOICES, (invoice) => {
      const [here, there] = [invoice, { ...invoice, lines: invoice.lines.toReversed() }].map(
        (invoice) => invoiceTotals(invoice),
      );
      if (here?.state !== "read" || there?.state !== "read") {
        assert.equal(here?.state, there?.state);
        return;
      }
      const { lines: first, ...sums } = here.value;
      const { lines: second, ...others } = there.value;
      assert.deepEqual(sums, others);
      assert.deepEqual(
        first.map(({ amount }) => amount),
        second.map(({ amount }) => amount).toReversed(),
      );
    }),
  );
});

const S19: AppliedTax = { category: "S", bp: 1900 };
const S7: AppliedTax = { category: "S", bp: 700 };
const Z: AppliedTax = { category: "Z", bp: 0 };
const E: AppliedTax = { category: "E", bp: 0 };

function line(
  quantity: string,
  price: string,
  tax: AppliedTax | null = S19,
  discount: Discount | null = null,
): PricedLine {
  return { quantity, price, tax, discount };
}

function read(lines: readonly PricedLine[], rest: Partial<PricedInvoice> = {}) {
  const plain = { currency: "EUR", pricesIncludeTax: false, discount: null };
  return invoiceTotals({ ...plain, ...rest, lines });
}

function totalsOf(lines: readonly PricedLine[], rest: Partial<PricedInvoice> = {}): InvoiceTotals {
  const reading = read(lines, rest);
  if (reading.state === "refused") assert.fail(reading.why);
  return reading.value;
}

function netsOf({ lines }: InvoiceTotals): readonly number[] {
  return lines.map(({ net }) => net);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Millionths as decimal text, with more or fewer zeros. */
function decimals(min: number, max: number) {
  return fc
    .tuple(fc.integer({ min, max }), fc.constantFrom(1, 1000, 1_000_000))
    .map(([count, step]) => (Math.trunc((count * step) / 1_000_000) === 0 ? count : count * step))
    .map((millionths) => {
      const size = String(Math.abs(millionths)).padStart(7, "0");
      return `${millionths < 0 ? "-" : ""}${size.slice(0, -6)}.${size.slice(-6)}`.replace(
        /\.?0+$/,
        "",
      );
    })
    .map((text) => (text === "" || text === "-" ? "0" : text));
}

const DISCOUNTS = fc.option(
  fc.oneof(
    fc.record({ bp: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({ minor: fc.integer({ min: 0, max: 500 }) }),
  ),
);

const LINES: fc.Arbitrary<PricedLine> = fc.record({
  quantity: fc.oneof({ arbitrary: decimals(1, 300), weight: 4 }, decimals(-20, 20)),
  price: decimals(0, 20_000),
  discount: fc.option(fc.record({ bp: fc.integer({ min: 0, max: 10_000 }) })),
  tax: fc.option(
    fc.constantFrom<AppliedTax>(
      S19,
      S7,
      Z,
      E,
      { category: "S", bp: 550 },
      { category: "S", bp: 1 },
    ),
    { freq: 12 },
  ),
});

const INVOICES: fc.Arbitrary<PricedInvoice> = fc.record({
  currency: fc.constantFrom("EUR", "JPY", "KWD"),
  pricesIncludeTax: fc.boolean(),
  discount: DISCOUNTS,
  lines: fc.array(LINES, { minLength: 1, maxLength: 12 }),
});

/** The rules again, by other means: millionths of minor units, and units that are given away one by one. */
function inFractions({ currency, pricesIncludeTax, discount, lines }: PricedInvoice) {
  const digits = { EUR: 2n, JPY: 0n, KWD: 3n }[currency] ?? 2n;
  const amounts = lines.map((line) => {
    const exact = millionths(line.quantity) * millionths(line.price) * 10n ** digits;
    const gross = nearest(exact, 10n ** 12n);
    const bp = line.discount !== null && "bp" in line.discount ? line.discount.bp : 0;
    const off = nearest(gross * BigInt(bp), 10_000n);
    return { tax: line.tax, gross, discount: off, amount: gross - off, net: gross - off };
  });
  const groups = [...new Set(lines.map(({ tax }) => JSON.stringify(tax)))]
    .map((key): AppliedTax | null => JSON.parse(key))
    .toSorted(
      (one, other) =>
        Number(one === null) - Number(other === null) ||
        (other?.bp ?? 0) - (one?.bp ?? 0) ||
        (one?.category ?? "").localeCompare(other?.category ?? ""),
    )
    .map((tax) => {
      const members = amounts.filter((line) => JSON.stringify(line.tax) === JSON.stringify(tax));
      return { tax, members, sum: big(members.map(({ amount }) => amount)) };
    });
  const shares = sharesOf(
    discount,
    groups.map(({ sum }) => sum),
  );
  const taxes = groups.map(({ tax, members, sum }, index) => {
    const [off, bp] = [shares[index] ?? 0n, BigInt(tax?.bp ?? 0)];
    const left = sum - off;
    if (!pricesIncludeTax)
      return { tax, discount: off, net: left, owed: nearest(left * bp, 10_000n) };
    const owed = nearest(left * bp, 10_000n + bp);
    const without = nearest(off * 10_000n, 10_000n + bp);
    for (const line of members) line.net = lowest(line.amount * 10_000n, 10_000n + bp);
    const whole = left - owed + without;
    const given = new Set<object>();
    while (big(members.map(({ net }) => net)) < whole) {
      const rest = (line: (typeof members)[number]) =>
        given.has(line) ? -1n : line.amount * 10_000n - line.net * (10_000n + bp);
      const next = members.reduce((most, line) => (rest(line) > rest(most) ? line : most));
      assert.ok(!given.has(next));
      given.add(next);
      next.net += 1n;
    }
    return { tax, discount: without, net: left - owed, owed };
  });
  const [net, tax] = [big(taxes.map(({ net }) => net)), big(taxes.map(({ owed }) => owed))];
  return {
    lines: amounts.map(({ gross, discount, amount, net }) => ({
      gross: Number(gross),
      discount: Number(discount),
      amount: Number(amount),
      net: Number(net),
    })),
    taxes: taxes
      .filter(({ tax }) => tax !== null)
      .map(({ tax, discount, net, owed }) => ({
        ...tax,
        discount: Number(discount),
        net: Number(net),
        tax: Number(owed),
      })),
    subtotal: Number(big(amounts.map(({ amount }) => amount))),
    discount: Number(big(shares)),
    net: Number(net),
    tax: Number(tax),
    total: Number(net + tax),
  };
}

function sharesOf(discount: Discount | null, sums: readonly bigint[]): readonly bigint[] {
  if (discount === null) return sums.map(() => 0n);
  if ("bp" in discount) return sums.map((sum) => nearest(sum * BigInt(discount.bp), 10_000n));
  const above = sums.map((sum) => (sum > 0n ? sum : 0n));
  const [whole, minor] = [big(above), BigInt(discount.minor)];
  if (minor === 0n) return sums.map(() => 0n);
  const shares = above.map((sum) => lowest(sum * minor, whole));
  const given = new Set<number>();
  while (big(shares) < minor) {
    const rest = (index: number) =>
      given.has(index) ? -1n : (above[index] ?? 0n) * minor - (shares[index] ?? 0n) * whole;
    const next = [...shares.keys()].reduce((most, index) =>
      rest(index) > rest(most) ? index : most,
    );
    given.add(next);
    shares[next] = (shares[next] ?? 0n) + 1n;
  }
  return shares;
}

function millionths(text: string): bigint {
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole + decimals.padEnd(6, "0"));
  return text.startsWith("-") ? -size : size;
}

/** Looks at both neighbours of a quotient; halves go away from zero. */
function nearest(top: bigint, bottom: bigint): bigint {
  if (top < 0n) return -nearest(-top, bottom);
  const below = top / bottom;
  return top - below * bottom < (below + 1n) * bottom - top ? below : below + 1n;
}

function lowest(top: bigint, bottom: bigint): bigint {
  const cut = top / bottom;
  return cut * bottom > top ? cut - 1n : cut;
}

function big(numbers: readonly bigint[]): bigint {
  return numbers.reduce((sum, number) => sum + number, 0n);
}
