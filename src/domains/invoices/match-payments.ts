import { fold } from "../../core/fold.ts";

/** Reasons for which money may be the payment of an invoice. `sum` is that of all that the customer owes. */
export const MATCH_REASONS = ["number", "amount", "name", "sum"] as const;

export type MatchReason = (typeof MATCH_REASONS)[number];

/** Money on a bank account, with amounts above zero in minor units. */
export type Money = {
  /** As the bank wrote them, or people. */
  readonly texts: readonly string[];
  /** Booked to no invoice yet. */
  readonly rest_minor: number;
  readonly currency: string;
  /** The whole amount in the currency that the bank exchanged; null for another reason or once a part is booked. */
  readonly original_minor: number | null;
  readonly original_currency: string | null;
};

export type Owing = {
  readonly number: string;
  readonly currency: string;
  readonly open_minor: number;
  /** Of the customer, as the invoice has it and as it is now. */
  readonly names: readonly string[];
};

export type Match<One extends Owing> = {
  readonly invoice: One;
  readonly why: readonly MatchReason[];
};

/**
 * Finds the invoices that money pays: those whose numbers its text has, else those of the same amount and customer, else
 * all of a customer that come to the amount, else the only one of the amount. The surest come first.
 */
export function matchesOf<One extends Owing>(
  money: Money,
  invoices: readonly One[],
): readonly Match<One>[] {
  const text = fold(money.texts.join("\n"));
  const words = wordsIn(text);
  const isNamed = ({ names }: Owing) => names.some((name) => hasName(words, name));
  const numbered = numberedIn(text, invoices);
  if (numbered.length > 0)
    return numbered.map((invoice) => ({
      invoice,
      why: ["number", ...reasons({ amount: isAmount(money, invoice), name: isNamed(invoice) })],
    }));
  const [equal, named] = [
    invoices.filter((invoice) => isAmount(money, invoice)),
    invoices.filter(isNamed),
  ];
  const both = equal.filter((invoice) => named.includes(invoice));
  if (both.length > 0) return both.map((invoice) => ({ invoice, why: ["amount", "name"] }));
  const whole = named.filter(({ currency }) => currency === money.currency);
  const sum = whole.reduce((sum, { open_minor }) => sum + open_minor, 0);
  if (whole.length > 1 && sum === money.rest_minor)
    return whole.map((invoice) => ({ invoice, why: ["sum", "name"] }));
  return equal.length === 1 ? equal.map((invoice) => ({ invoice, why: ["amount"] })) : [];
}

/** Reasons for which money may pay one invoice that somebody chose, without a look at others. */
export function reasonsFor(money: Money, invoice: Owing): readonly MatchReason[] {
  const text = fold(money.texts.join("\n"));
  const words = wordsIn(text);
  return reasons({
    number: hasNumber(text, invoice.number),
    amount: isAmount(money, invoice),
    name: invoice.names.some((name) => hasName(words, name) || hasWholeName(words, name)),
  });
}

/** Finds short names too, such as 3M, which have no word that tells them from others. */
function hasWholeName(words: ReadonlySet<string>, name: string): boolean {
  const whole = wordsIn(fold(name));
  return whole.size > 0 && whole.isSubsetOf(words);
}

function reasons(are: Readonly<Partial<Record<MatchReason, boolean>>>): readonly MatchReason[] {
  return MATCH_REASONS.filter((reason) => are[reason] === true);
}

function isAmount(money: Money, { currency, open_minor }: Owing): boolean {
  return currency === money.currency
    ? open_minor === money.rest_minor
    : currency === money.original_currency && open_minor === money.original_minor;
}

type Span = {
  readonly from: number;
  readonly to: number;
  /** True where no letter or zero of the number is left out. */
  readonly isExact: boolean;
};

/** Invoices whose numbers the folded text has, in its order. A place where several numbers may be meant names none. */
function numberedIn<One extends Owing>(text: string, invoices: readonly One[]): readonly One[] {
  const found = invoices.flatMap((invoice) => {
    const span = spanOf(text, invoice.number);
    return span === null ? [] : [{ invoice, span }];
  });
  return found
    .filter(({ invoice, span }) =>
      found.every(
        (other) =>
          other.invoice === invoice ||
          !isOverlapping(span, other.span) ||
          (span.isExact && !other.span.isExact),
      ),
    )
    .toSorted((one, other) => one.span.from - other.span.from)
    .map(({ invoice }) => invoice);
}

function isOverlapping(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

type Pattern = { readonly last: string; readonly exact: RegExp; readonly loose: RegExp };

/** Digits from which a number is known without its letters: those of a year, and one more. */
const LEAST_DIGITS = 5;

/** Between the letters and digits of a number, as people write it. */
const BETWEEN = String.raw`[^\p{L}\p{N}]{0,2}`;

/** `INV-2026-0042` is also INV20260042, INV 2026/42 and 2026-0042; none of them goes on with a letter or digit. */
function patternOf(number: string): Pattern | null {
  const tokens = fold(number).match(/\p{L}+|\d+/gu) ?? [];
  const digits = tokens.filter((token) => /^\d/.test(token));
  const last = digits.at(-1);
  if (last === undefined) return null;
  const [before, behind] = [
    String.raw`(?<![\p{L}\p{N}]|\p{L}[-_/])`,
    /\d$/.test(tokens.at(-1) ?? "") ? String.raw`(?!\d)` : String.raw`(?![\p{L}\p{N}])`,
  ];
  const hasLetters = digits.length < tokens.length;
  const isLong = digits.join("").length >= LEAST_DIGITS;
  const zeros = hasLetters || isLong ? "0*" : "";
  const loose = tokens.map((token) =>
    /^\d/.test(token) ? (zeros === "" ? token : `${zeros}${stripped(token)}`) : token,
  );
  const [first = "", ...others] = loose;
  const isNamed = isLong && /^\p{L}/u.test(tokens[0] ?? "");
  const start = isNamed
    ? `(?:${first}${BETWEEN})?`
    : `${first}${others.length === 0 ? "" : BETWEEN}`;
  return {
    last: stripped(last),
    exact: new RegExp(`${before}${tokens.join(BETWEEN)}${behind}`, "u"),
    loose: new RegExp(`${before}${start}${others.join(BETWEEN)}${behind}`, "u"),
  };
}

function stripped(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}

const patterns = new Map<string, Pattern | null>();
const MOST_KEPT = 10_000;

/** True where a folded text has the whole number of an invoice, as people write it. */
export function hasNumber(text: string, number: string): boolean {
  return spanOf(text, number) !== null;
}

function spanOf(text: string, number: string): Span | null {
  if (patterns.size > MOST_KEPT) patterns.clear();
  const pattern = patterns.get(number) ?? patternOf(number);
  patterns.set(number, pattern);
  if (pattern === null || !text.includes(pattern.last)) return null;
  for (const isExact of [true, false]) {
    const match = (isExact ? pattern.exact : pattern.loose).exec(text);
    if (match !== null) return { from: match.index, to: match.index + match[0].length, isExact };
  }
  return null;
}

/** Words that many names have, legal forms above all. */
const COMMON = new Set(
  "ab ag and as bv co company corp eg ev gbr gmbh holding inc kg limited llc llp ltd mbh nv oy plc sa sarl sas se sl sons spa srl the ug und van".split(
    " ",
  ),
);

const ALIKE_SHARE = 0.6;
const LEAST_LETTERS = 3;

export function wordsIn(folded: string): ReadonlySet<string> {
  return new Set(folded.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

/** Words by which a company or person is known, without legal forms. */
export function nameWords(name: string): readonly string[] {
  return [...wordsIn(fold(name))].filter(
    (word) => word.length >= LEAST_LETTERS && !COMMON.has(word),
  );
}

/** True where the text has most of the words by which a company or person is known. */
export function hasName(words: ReadonlySet<string>, name: string): boolean {
  const known = nameWords(name);
  const common = known.filter((word) => words.has(word));
  return common.length > 0 && common.length / known.length >= ALIKE_SHARE;
}
