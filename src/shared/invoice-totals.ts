import { divideRound, type Fraction, fraction, rounded, times } from "./fraction.ts";
import { allocate } from "./money-parts.ts";
import { decimalText, minorDigits, MOST_MINOR } from "./money.ts";

/**
 * Categories of EN 16931: S standard or reduced rate, Z zero rate, E exempt, AE reverse charge, K goods to
 * another country of the EU, G export, O outside the scope of the tax.
 */
export type TaxCategory = "S" | "Z" | "E" | "AE" | "K" | "G" | "O";

/** `bp` are hundredths of a percent: 1900 is 19 %. */
export type AppliedTax = { readonly category: TaxCategory; readonly bp: number };

/** A share in hundredths of a percent, or an amount in minor units, in the mode of the prices. */
export type Discount = { readonly bp: number } | { readonly minor: number };

export type PricedLine = {
  /** Decimal text; below 0 for what is returned. */
  readonly quantity: string;
  /** Decimal text of major units for one unit, never below 0. */
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax: AppliedTax | null;
};

export type PricedInvoice = {
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  /** Taken off the sum of the lines. */
  readonly discount: Discount | null;
  readonly lines: readonly PricedLine[];
};

/** Minor units. `amount` is `gross` less `discount`, all three in the mode of the prices. */
export type LineTotals = {
  readonly gross: number;
  readonly discount: number;
  readonly amount: number;
  /** Without tax. */
  readonly net: number;
};

/** Minor units without tax. */
export type TaxTotals = AppliedTax & {
  /** Part of the invoice's discount, which `net` is without. */
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
};

/** Minor units of the invoice's currency. */
export type InvoiceTotals = {
  readonly lines: readonly LineTotals[];
  /** By falling rate, then by category. Lines without a tax are in none of them. */
  readonly taxes: readonly TaxTotals[];
  /** Sum of the lines' amounts, in the mode of the prices, as `discount`. */
  readonly subtotal: number;
  readonly discount: number;
  /** With that of the lines without a tax. */
  readonly net: number;
  readonly tax: number;
  readonly total: number;
};

/** `path` names what must change: `lines.2.price`, `lines.2`, `discount`, or `lines`. */
export type Refused = { readonly state: "refused"; readonly why: string; readonly path: string };

type Result<Value> = { readonly state: "read"; readonly value: Value } | Refused;

export type TotalsReading = Result<InvoiceTotals>;

/**
 * Computes an invoice as EN 16931 does: each named amount is rounded once, to the digits of the currency,
 * halves away from zero. Refuses what is no number, what is too large, and a total below 0.
 */
export function invoiceTotals(invoice: PricedInvoice): TotalsReading {
  const { currency, pricesIncludeTax } = invoice;
  const lines: Line[] = [];
  for (const [index, line] of invoice.lines.entries()) {
    const read = readLine(line, index, currency);
    if (read.state === "refused") return read;
    lines.push(read.value);
  }
  const sums = sumsByTax(lines);
  const subtotal = sumOf(sums.map(({ amount }) => amount));
  const shares = shareDiscount(invoice, sums, subtotal);
  if (shares.state === "refused") return shares;
  const groups = sums.map((sum, index) => taxed(sum, shares.value[index] ?? 0n, pricesIncludeTax));
  const discount = sumOf(shares.value);
  const net = sumOf(groups.map((group) => group.net));
  const tax = sumOf(groups.map((group) => group.owed));
  const total = net + tax;
  const ofGroups = groups.flatMap((group) => [group.discount, group.net, group.owed]);
  if ([...ofGroups, subtotal, net, tax, total].some(isTooLarge))
    return refuse("lines", "The sum of the lines is too large.");
  if (total < 0n)
    return refuse("lines", `The total is ${money(total, currency)}. It cannot be below 0.`);
  return {
    state: "read",
    value: {
      lines: lineTotals(lines, groups, pricesIncludeTax),
      taxes: groups.flatMap(taxTotals),
      subtotal: Number(subtotal),
      discount: Number(discount),
      net: Number(net),
      tax: Number(tax),
      total: Number(total),
    },
  };
}

type Line = {
  readonly tax: AppliedTax | null;
  readonly gross: bigint;
  readonly discount: bigint;
  readonly amount: bigint;
};

function readLine(line: PricedLine, index: number, currency: string): Result<Line> {
  const [at, path] = [`line ${index + 1}`, `lines.${index}`];
  const quantity = readDecimal(line.quantity);
  if (typeof quantity === "string")
    return refuse(`${path}.quantity`, `The quantity of ${at} ${quantity}.`);
  const price = readDecimal(line.price);
  if (typeof price === "string") return refuse(`${path}.price`, `The price of ${at} ${price}.`);
  if (price.top < 0n) {
    const why = `The price of ${at} is below 0. Give a discount, or write a quantity below 0.`;
    return refuse(`${path}.price`, why);
  }
  const digits = fraction(10n ** BigInt(minorDigits(currency)));
  const gross = rounded(times(times(quantity, price), digits));
  if (isTooLarge(gross)) return refuse(path, `The amount of ${at} is too large.`);
  const discount = readDiscount(line.discount, gross, currency);
  if (typeof discount === "string")
    return refuse(`${path}.discount`, `The discount of ${at} ${discount}.`);
  return { state: "read", value: { tax: line.tax, gross, discount, amount: gross - discount } };
}

const MOST_DIGITS = 9;
const MOST_DECIMALS = 6;

/** Returns a clause where the text is no quantity and no price. */
function readDecimal(text: string): Fraction | string {
  const [all, sign, whole = "", decimals = ""] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (all === undefined) return "is not a number such as 12.5";
  if (whole.length > MOST_DIGITS) return "is 1,000,000,000 or more";
  if (decimals.length > MOST_DECIMALS) return `has more than ${MOST_DECIMALS} decimals`;
  const size = BigInt(whole + decimals);
  return fraction(sign === "-" ? -size : size, 10n ** BigInt(decimals.length));
}

/** Reads what goes off an amount. Returns a clause where that is more than the amount, or below 0. */
function readDiscount(
  discount: Discount | null,
  amount: bigint,
  currency: string,
): bigint | string {
  if (discount === null) return 0n;
  const given = "bp" in discount ? discount.bp : discount.minor;
  if (given < 0) return "is below 0";
  if ("minor" in discount && given > 0 && given > amount)
    return `is larger than the amount, ${money(amount, currency)}`;
  if ("minor" in discount) return BigInt(given);
  return given > WHOLE_BP ? "is more than 100 %" : shareOf(amount, given);
}

/** 100 %. */
const WHOLE_BP = 10_000;

function shareOf(amount: bigint, bp: number): bigint {
  return divideRound(amount * BigInt(bp), BigInt(WHOLE_BP));
}

/** Sum of the lines of one category and rate. `members` are their indexes. */
type Sum = {
  readonly tax: AppliedTax | null;
  readonly members: readonly number[];
  readonly amount: bigint;
};

function sumsByTax(lines: readonly Line[]): readonly Sum[] {
  const byTax = Map.groupBy(lines.keys(), (index) => nameOf(lines[index]?.tax ?? null));
  const sums = [...byTax.values()].map((members) => ({
    tax: lines[members[0] ?? 0]?.tax ?? null,
    members,
    amount: sumOf(members.map((index) => lines[index]?.amount ?? 0n)),
  }));
  return sums.toSorted(
    ({ tax: one }, { tax: other }) =>
      (other?.bp ?? -1) - (one?.bp ?? -1) || (nameOf(one) < nameOf(other) ? -1 : 1),
  );
}

function nameOf(tax: AppliedTax | null): string {
  return tax === null ? "" : `${tax.category} ${tax.bp}`;
}

/** Divides the invoice's discount: a share of each group, or an amount among the groups above 0. */
function shareDiscount(
  { discount, currency }: PricedInvoice,
  sums: readonly Sum[],
  subtotal: bigint,
): Result<readonly bigint[]> {
  const whole = readDiscount(discount, subtotal, currency);
  if (typeof whole === "string") return refuse("discount", `The discount of the invoice ${whole}.`);
  const amounts = sums.map(({ amount }) => amount);
  if (discount !== null && "bp" in discount)
    return { state: "read", value: amounts.map((amount) => shareOf(amount, discount.bp)) };
  if (whole === 0n) return { state: "read", value: amounts.map(() => 0n) };
  const above = amounts.map((amount) => (amount > 0n ? amount : 0n));
  return { state: "read", value: allocate(whole, above) };
}

/** Lines of one category and rate after the invoice's discount. All but `amount` is without tax. */
type Group = Sum & { readonly discount: bigint; readonly net: bigint; readonly owed: bigint };

function taxed(sum: Sum, discount: bigint, pricesIncludeTax: boolean): Group {
  const bp = sum.tax?.bp ?? 0;
  const left = sum.amount - discount;
  if (!pricesIncludeTax) return { ...sum, discount, net: left, owed: shareOf(left, bp) };
  const withTax = BigInt(WHOLE_BP + bp);
  const owed = divideRound(left * BigInt(bp), withTax);
  const without = divideRound(discount * BigInt(WHOLE_BP), withTax);
  return { ...sum, discount: without, net: left - owed, owed };
}

function lineTotals(
  lines: readonly Line[],
  groups: readonly Group[],
  pricesIncludeTax: boolean,
): readonly LineTotals[] {
  const nets = new Map<number, bigint>();
  for (const group of groups) {
    const amounts = group.members.map((index) => lines[index]?.amount ?? 0n);
    const shares = pricesIncludeTax ? netAmounts(amounts, group) : amounts;
    for (const [place, index] of group.members.entries()) nets.set(index, shares[place] ?? 0n);
  }
  return lines.map(({ gross, discount, amount }, index) => ({
    gross: Number(gross),
    discount: Number(discount),
    amount: Number(amount),
    net: Number(nets.get(index) ?? 0n),
  }));
}

/**
 * Takes the tax out of a group's amounts. Each is rounded down, and what remains goes to the largest
 * fractions, one minor unit each, the first of equal ones first. They sum up to net and discount.
 */
function netAmounts(amounts: readonly bigint[], { tax, net, discount }: Group): readonly bigint[] {
  const withTax = BigInt(WHOLE_BP + (tax?.bp ?? 0));
  const exact = amounts.map((amount, place) => {
    const top = amount * BigInt(WHOLE_BP);
    const rest = ((top % withTax) + withTax) % withTax;
    return { place, rest, floor: (top - rest) / withTax };
  });
  const left = net + discount - sumOf(exact.map(({ floor }) => floor));
  const byRest = exact.toSorted(
    (one, other) => Number(other.rest - one.rest) || one.place - other.place,
  );
  const extra = new Set(byRest.slice(0, Number(left)).map(({ place }) => place));
  return exact.map(({ place, floor }) => (extra.has(place) ? floor + 1n : floor));
}

function taxTotals({ tax, discount, net, owed }: Group): readonly TaxTotals[] {
  if (tax === null) return [];
  const { category, bp } = tax;
  return [{ category, bp, discount: Number(discount), net: Number(net), tax: Number(owed) }];
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function isTooLarge(minor: bigint): boolean {
  return minor > MOST_MINOR || minor < -MOST_MINOR;
}

function money(minor: bigint, currency: string): string {
  return `${decimalText(minor, currency)} ${currency}`;
}

function refuse(path: string, why: string): Refused {
  return { state: "refused", why, path };
}
