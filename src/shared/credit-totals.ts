import { divideRound } from "./fraction.ts";
import type { AppliedTax, Refused } from "./invoice-totals.ts";
import { allocate } from "./money-parts.ts";
import { decimalText, pointIn } from "./money.ts";

/** Sums of a document by tax. What has no tax is in `net_minor` alone. All amounts are minor units. */
type TaxedSums = {
  readonly taxes: readonly (AppliedTax & {
    readonly net_minor: number;
    readonly tax_minor: number;
  })[];
  readonly net_minor: number;
};

/** The body of an invoice, as far as a credit note takes it back. */
export type CreditedInvoice = TaxedSums & {
  readonly currency: string;
  readonly prices_include_tax: boolean;
  readonly lines: readonly {
    readonly quantity: string;
    readonly tax: AppliedTax | null;
    readonly discount_minor: number;
    readonly amount_minor: number;
  }[];
};

/** All that earlier credit notes took back. */
export type CreditedSums = TaxedSums & {
  /** By line of the invoice, as decimal texts. */
  readonly quantities: readonly string[];
};

/** Quantities of the invoice's lines, `0` where a line stays, or an amount with tax. */
export type Credit = { readonly quantities: readonly string[] } | { readonly amount_minor: number };

/** A line of the credit note, in the mode of the invoice's prices. */
export type CreditLine = {
  /** Line of the invoice; null where an amount is credited. */
  readonly index: number | null;
  readonly quantity: string;
  /** Decimal text; null where the invoice's line has it. */
  readonly price: string | null;
  readonly tax: AppliedTax | null;
  readonly gross: number;
  readonly discount: number;
  readonly amount: number;
  readonly net: number;
};

export type CreditTotals = {
  readonly lines: readonly CreditLine[];
  readonly taxes: readonly (AppliedTax & { readonly net: number; readonly tax: number })[];
  readonly subtotal: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
};

type Reading<Value> = { readonly state: "read"; readonly value: Value } | Refused;

/**
 * Computes a credit note over a part of an invoice. A quantity takes back its share of what its line, the discounts and
 * the taxes came to. An amount is split over the taxes by what is left of each, and contains its tax. Parts add up to
 * the invoice to the cent, for each tax, in any order: the last one takes what is left.
 */
export function creditTotals(
  invoice: CreditedInvoice,
  credited: CreditedSums,
  credit: Credit,
): Reading<CreditTotals> {
  const groups = groupsOf(invoice, credited);
  const parts =
    "amount_minor" in credit
      ? partsOfAmount(groups, credit.amount_minor, invoice)
      : partsOfLines(groups, { invoice, credited, quantities: credit.quantities });
  if (parts.state === "refused") return parts;
  const total = sumOf(parts.value.map(grossOf));
  const all = sumOf(groups.map(({ left }) => grossOf(left)));
  if (total <= 0n)
    return refuse("lines", `It comes to ${moneyOf(total, invoice)}. A credit note is above 0.`);
  if (total > all || (total === all && !takesRest(groups, parts.value)))
    return refuse(
      "lines",
      `${moneyOf(all, invoice)} is left to credit. Credit what the invoice took off, too.`,
    );
  return { state: "read", value: totalsOf(parts.value) };
}

function takesRest(groups: readonly Group[], parts: readonly Part[]): boolean {
  return groups.every(({ tax, left }) => {
    const part = parts.find((part) => nameOf(part.tax) === nameOf(tax));
    return (part === undefined ? 0n : grossOf(part)) === grossOf(left);
  });
}

/** The credit of all that is left: by lines, unless an amount was credited before. */
export function creditOfRest(invoice: CreditedInvoice, credited: CreditedSums): Credit {
  const groups = groupsOf(invoice, credited);
  const byLines = shareOfLines(groups, invoice, credited.quantities);
  const isByLines = groups.every(({ left, whole }, at) => {
    const { net = 0n, owed = 0n } = byLines[at] ?? {};
    return left.net === whole.net - net && left.owed === whole.owed - owed;
  });
  if (!isByLines) return { amount_minor: Number(sumOf(groups.map(({ left }) => grossOf(left)))) };
  return { quantities: invoice.lines.map((_, index) => quantityLeft(invoice, credited, index)) };
}

/** Decimal text of what is left of a line's quantity. */
export function quantityLeft(
  { lines }: CreditedInvoice,
  { quantities }: Pick<CreditedSums, "quantities">,
  index: number,
): string {
  return quantityText(millionths(lines[index]?.quantity) - millionths(quantities[index]));
}

/** Sum of decimal texts. */
export function sumQuantities(quantities: readonly string[]): string {
  return quantityText(sumOf(quantities.map((quantity) => millionths(quantity))));
}

type Amounts = { readonly net: bigint; readonly owed: bigint };

/** Lines of one category and rate, with what is left of them. */
type Group = {
  readonly tax: AppliedTax | null;
  readonly members: readonly number[];
  readonly whole: Amounts;
  readonly left: Amounts;
};

function groupsOf(invoice: CreditedInvoice, credited: TaxedSums): readonly Group[] {
  const members = Map.groupBy(invoice.lines.keys(), (index) =>
    nameOf(invoice.lines[index]?.tax ?? null),
  );
  return [...invoice.taxes, null].flatMap((tax) => {
    const name = nameOf(tax);
    const [whole, gone] = [amountsIn(invoice, name), amountsIn(credited, name)];
    const left = { net: whole.net - gone.net, owed: whole.owed - gone.owed };
    const group = { tax: tax && { category: tax.category, bp: tax.bp }, whole, left };
    return members.has(name) ? [{ ...group, members: members.get(name) ?? [] }] : [];
  });
}

function nameOf(tax: AppliedTax | null): string {
  return tax === null ? "" : `${tax.category} ${tax.bp}`;
}

function amountsIn({ taxes, net_minor }: TaxedSums, name: string): Amounts {
  const taxed = sumOf(taxes.map(({ net_minor }) => BigInt(net_minor)));
  if (name === "") return { net: BigInt(net_minor) - taxed, owed: 0n };
  const found = taxes.find((tax) => nameOf(tax) === name);
  return { net: BigInt(found?.net_minor ?? 0), owed: BigInt(found?.tax_minor ?? 0) };
}

function grossOf({ net, owed }: Amounts): bigint {
  return net + owed;
}

/** A group's part in the credit note. */
type Part = Amounts & {
  readonly tax: AppliedTax | null;
  /** Of the invoice's discount, in the mode of the prices. */
  readonly discount: bigint;
  readonly lines: readonly PartLine[];
};

type PartLine = Pick<CreditLine, "index" | "quantity" | "price"> & {
  readonly discount: bigint;
  readonly amount: bigint;
  readonly net: bigint;
};

function partsOfAmount(
  groups: readonly Group[],
  amount: number,
  invoice: CreditedInvoice,
): Reading<readonly Part[]> {
  const lefts = groups.map(({ left }) => grossOf(left));
  const all = sumOf(lefts);
  if (BigInt(amount) > all)
    return refuse("amount_minor", `${moneyOf(all, invoice)} is left to credit.`);
  const shares = allocate(BigInt(amount), lefts);
  const parts = groups.flatMap((group, at): readonly Part[] => {
    const share = shares[at] ?? 0n;
    if (share === 0n) return [];
    const bp = BigInt(group.tax?.bp ?? 0);
    const owed = divideRound(share * bp, WHOLE_BP + bp);
    const fitted = fitIn(group.left, { net: share - owed, owed });
    return [{ ...fitted, tax: group.tax, discount: 0n, lines: [lineOfAmount(fitted, invoice)] }];
  });
  return { state: "read", value: parts };
}

/** 100 %. */
const WHOLE_BP = 10_000n;

function lineOfAmount(part: Amounts, { prices_include_tax, currency }: CreditedInvoice): PartLine {
  const amount = prices_include_tax ? grossOf(part) : part.net;
  return {
    index: null,
    quantity: amount < 0n ? "-1" : "1",
    price: decimalText(amount < 0n ? -amount : amount, currency),
    discount: 0n,
    amount,
    net: part.net,
  };
}

/**
 * Keeps a part's net and tax within what is left of its group, and leaves their sum as it is. The part that takes the
 * rest takes the rest of both.
 */
function fitIn(left: Amounts, part: Amounts): Amounts {
  const gross = grossOf(part);
  const [one, other] = [gross - left.net, left.owed];
  const [least, most] = one < other ? [one, other] : [other, one];
  const owed = part.owed < least ? least : part.owed > most ? most : part.owed;
  return { net: gross - owed, owed };
}

type OfLines = {
  readonly invoice: CreditedInvoice;
  readonly credited: CreditedSums;
  readonly quantities: readonly string[];
};

function partsOfLines(groups: readonly Group[], given: OfLines): Reading<readonly Part[]> {
  const { invoice, credited, quantities } = given;
  const wrong = invoice.lines.findIndex((_, index) => {
    const left = millionths(quantityLeft(invoice, credited, index));
    return !isWithin(left, millionths(quantities[index]));
  });
  if (wrong >= 0) {
    const left = quantityLeft(invoice, credited, wrong);
    return refuse(`lines.${wrong}`, `${left} is left of line ${wrong + 1}.`);
  }
  const after = invoice.lines.map((_, index) =>
    sumQuantities([credited.quantities[index] ?? "0", quantities[index] ?? "0"]),
  );
  const [from, to] = [
    shareOfLines(groups, invoice, credited.quantities),
    shareOfLines(groups, invoice, after),
  ];
  const parts: Part[] = [];
  for (const [at, group] of groups.entries()) {
    const [was, is] = [from[at], to[at]];
    if (was === undefined || is === undefined) throw new Error(`group ${at} has no share`);
    if (!group.members.some((index) => millionths(quantities[index]) !== 0n)) continue;
    const part = { net: is.net - was.net, owed: is.owed - was.owed };
    if (!isWithin(grossOf(group.left), grossOf(part)))
      return refuse("lines", `${tooMuchOf(group, part, invoice)} Credit an amount instead.`);
    const share = { ...part, discount: is.discount - was.discount, was, is };
    parts.push(partOfLines(group, share, given));
  }
  return { state: "read", value: parts };
}

/** True from 0 to the bound, whatever its sign. */
function isWithin(bound: bigint, value: bigint): boolean {
  return bound < 0n ? bound <= value && value <= 0n : 0n <= value && value <= bound;
}

function tooMuchOf({ tax, left }: Group, part: Amounts, invoice: CreditedInvoice): string {
  const of =
    tax === null
      ? "what has no tax"
      : `what is taxed at ${pointIn(BigInt(tax.bp), 2).replace(/\.?0+$/, "")} %`;
  return `${moneyOf(grossOf(left), invoice)} is left of ${of}, and these lines come to ${moneyOf(grossOf(part), invoice)}.`;
}

/** Sums of a group by quantities of its lines. */
type Share = Amounts & {
  readonly discount: bigint;
  /** By line of the invoice. */
  readonly lines: ReadonlyMap<number, { readonly amount: bigint; readonly discount: bigint }>;
};

/** Sums of quantities of the lines: shares of what the invoice says, so that all quantities come to all of it. */
function shareOfLines(
  groups: readonly Group[],
  { lines, prices_include_tax }: CreditedInvoice,
  quantities: readonly string[],
): readonly Share[] {
  return groups.map(({ tax, members, whole }) => {
    const shares = new Map(
      members.map((index) => {
        const { quantity, amount_minor, discount_minor } = lines[index] ?? NO_LINE;
        const [part, all] = [millionths(quantities[index]), millionths(quantity)];
        const amount = scaled(BigInt(amount_minor), part, all);
        return [index, { amount, discount: scaled(BigInt(discount_minor), part, all) }] as const;
      }),
    );
    const charged = prices_include_tax ? grossOf(whole) : whole.net;
    const all = sumOf(members.map((index) => BigInt(lines[index]?.amount_minor ?? 0)));
    const amount = sumOf([...shares.values()].map((share) => share.amount));
    const discount = scaled(all - charged, amount, all);
    const bp = BigInt(tax?.bp ?? 0);
    const owed = divideRound((amount - discount) * bp, WHOLE_BP + (prices_include_tax ? bp : 0n));
    const net = prices_include_tax ? amount - discount - owed : amount - discount;
    return { net, owed, discount, lines: shares };
  });
}

const NO_LINE = { quantity: "0", amount_minor: 0, discount_minor: 0 };

function scaled(value: bigint, part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : divideRound(value * part, whole);
}

type LinesPart = Amounts & {
  readonly discount: bigint;
  readonly was: Share;
  readonly is: Share;
};

function partOfLines(
  { tax, members, left }: Group,
  { was, is, discount, ...part }: LinesPart,
  { invoice, quantities }: OfLines,
): Part {
  const fitted = fitIn(left, part);
  const taken = members.filter((index) => millionths(quantities[index]) !== 0n);
  // The last line makes up for the cent that an amount took too much or too little before.
  const rest = invoice.prices_include_tax ? 0n : fitted.net - part.net;
  const amounts = taken.map((index, at) => {
    const amount = (is.lines.get(index)?.amount ?? 0n) - (was.lines.get(index)?.amount ?? 0n);
    return at === taken.length - 1 ? amount + rest : amount;
  });
  const bp = BigInt(tax?.bp ?? 0);
  const withoutTax = divideRound(discount * WHOLE_BP, WHOLE_BP + bp);
  const nets = invoice.prices_include_tax ? netsOf(fitted.net + withoutTax, amounts) : amounts;
  const lines = taken.map((index, at) => ({
    index,
    quantity: quantityText(millionths(quantities[index])),
    price: null,
    discount: (is.lines.get(index)?.discount ?? 0n) - (was.lines.get(index)?.discount ?? 0n),
    amount: amounts[at] ?? 0n,
    net: nets[at] ?? 0n,
  }));
  return { ...fitted, tax, discount, lines };
}

function netsOf(net: bigint, amounts: readonly bigint[]): readonly bigint[] {
  return sumOf(amounts) === 0n ? amounts : allocate(net, amounts);
}

function totalsOf(parts: readonly Part[]): CreditTotals {
  const lines = parts.flatMap(({ tax, lines }) =>
    lines.map(({ index, quantity, price, discount, amount, net }) => ({
      index,
      quantity,
      price,
      tax,
      gross: Number(amount + discount),
      discount: Number(discount),
      amount: Number(amount),
      net: Number(net),
    })),
  );
  const net = sumOf(parts.map((part) => part.net));
  const owed = sumOf(parts.map((part) => part.owed));
  return {
    lines: lines.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0)),
    taxes: parts.flatMap(({ tax, net, owed }) =>
      tax === null ? [] : [{ ...tax, net: Number(net), tax: Number(owed) }],
    ),
    subtotal: lines.reduce((sum, { amount }) => sum + amount, 0),
    discount: Number(sumOf(parts.map(({ discount }) => discount))),
    net: Number(net),
    tax: Number(owed),
    total: Number(net + owed),
  };
}

const QUANTITY_DECIMALS = 6;

/** Millionths of a quantity that is a decimal text; 0 without one. */
function millionths(quantity = "0"): bigint {
  const [whole = "", decimals = ""] = quantity.replace("-", "").split(".");
  const size = BigInt(whole + decimals.padEnd(QUANTITY_DECIMALS, "0"));
  return quantity.startsWith("-") ? -size : size;
}

function quantityText(size: bigint): string {
  return pointIn(size, QUANTITY_DECIMALS).replace(/\.?0+$/, "");
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function moneyOf(minor: bigint, { currency }: CreditedInvoice): string {
  return `${decimalText(minor, currency)} ${currency}`;
}

function refuse(path: string, why: string): Refused {
  return { state: "refused", why, path };
}
