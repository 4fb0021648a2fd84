import { type Fraction, fraction, minus, over, plus, rounded, times } from "./fraction.ts";
import { minorDigits, MOST_MINOR, toMajor } from "./money.ts";
import { plain, readAs, type Reading, refusedFor } from "./reading.ts";

type MoneyOptions = {
  readonly currency: string;
  /** BCP 47, of the person. */
  readonly locale: string;
};

const LONGEST = 200;

/**
 * Reads an amount as people type or paste it, in minor units: `1,234.50`, `1.234,50 €`, `120+19%`, `(5)`.
 * Where a mark may be of thousands or of decimals it asks, so that no amount is 1,000 times another.
 */
export function readMoney(text: string, options: MoneyOptions): Reading<number> {
  const { currency } = options;
  const typed = plain(text);
  if (typed === "") return { state: "empty" };
  if (typed.length > LONGEST) return refusedFor(UNREAD);
  const bare = withoutCurrency(typed, options);
  const foreign = /\p{L}+|\p{Sc}/u.exec(bare)?.[0];
  if (foreign !== undefined)
    return refusedFor(`This amount is in ${currency}, and “${foreign}” is not part of it.`);
  const style = { digits: minorDigits(currency), ...marksOf(options) };
  const sum = readSum(signed(bare), style);
  if ("why" in sum) return refusedFor(sum.why);
  if (sum.readings.some((minor) => minor > MOST_MINOR || minor < -MOST_MINOR))
    return refusedFor("That is too large.");
  const [first, ...others] = sum.readings.map(Number);
  if (first === undefined) return refusedFor(UNREAD);
  if (others.length === 0) return readAs(first);
  return refusedFor("Which amount is meant?", first, ...others);
}

/** `1,234.50`: an amount as its field shows it, without the currency. Reads back as the same amount. */
export function moneyText(minor: number, { currency, locale }: MoneyOptions): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: "latn",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return plain(format.format(toMajor(minor, currency)));
}

/** `5-`, `(5)` and `5.-` as they are written otherwise. */
function signed(text: string): string {
  const whole = text.replace(/(?<=\d)[.,] ?[-–—]$/, "");
  const trailing = /^([\d.,'’ ]+) ?-$/.exec(whole)?.[1];
  if (trailing !== undefined) return `-${trailing.trim()}`;
  const enclosed = /^\(([\d.,'’ ]+)\)$/.exec(whole)?.[1];
  return enclosed === undefined ? whole : `-${enclosed.trim()}`;
}

/** Takes out the currency's code and its symbols. */
function withoutCurrency(text: string, { currency, locale }: MoneyOptions): string {
  const symbols = [...new Set([locale, "en"])].flatMap((language) =>
    (["code", "symbol", "narrowSymbol"] as const).map((currencyDisplay) =>
      partOf(language, { style: "currency", currency, currencyDisplay }, "currency"),
    ),
  );
  const known = symbols.filter((symbol) => symbol !== "").map((symbol) => plain(symbol));
  const longestFirst = [...new Set(known)].toSorted((one, other) => other.length - one.length);
  let bare = text;
  for (const symbol of longestFirst) {
    const at = bare.toUpperCase().indexOf(symbol.toUpperCase());
    if (at >= 0) bare = `${bare.slice(0, at)} ${bare.slice(at + symbol.length)}`;
  }
  return plain(bare).replaceAll(/(?<=[-+(]) | (?=\))/g, "");
}

function marksOf({ locale }: MoneyOptions): { readonly decimal: string; readonly group: string } {
  const options = {
    numberingSystem: "latn",
    minimumFractionDigits: 1,
    useGrouping: "always",
  } as const;
  return { decimal: partOf(locale, options, "decimal"), group: partOf(locale, options, "group") };
}

function partOf(
  locale: string,
  options: Intl.NumberFormatOptions,
  type: Intl.NumberFormatPartTypes,
): string {
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1_234_567.5);
  return parts.find((part) => part.type === type)?.value ?? "";
}

/** Amounts that a sum may come to, in minor units: two where a mark has two meanings. */
type Sum = { readonly readings: readonly bigint[] } | { readonly why: string };

type Token =
  | { readonly kind: "mark"; readonly mark: string }
  /** Values of a number: as if an open mark were of decimals, and as if it were of thousands. */
  | { readonly kind: "number"; readonly values: readonly [Fraction, Fraction] };

/** Works out `120+19%`, `3*12.50`, `(1+2)/2`, rounded half away from zero to minor units. */
function readSum(text: string, style: NumberStyle): Sum {
  const tokens = tokensOf(text, style);
  if ("why" in tokens) return tokens;
  const readings = ([0, 1] as const).map((reading) => valueOf(tokens.list, reading));
  const values = readings.filter((value) => value !== null);
  if (values.length < readings.length) return { why: UNREAD };
  const minors = values.map((value) =>
    rounded(times(value, fraction(10n ** BigInt(style.digits)))),
  );
  return { readings: [...new Set(minors)] };
}

const UNREAD = "Write an amount such as 1250.00 or 120+19%.";

const NUMBER = /^(?:\d|[.,](?=\d))(?:\d|[.,'’](?=\d)| (?=\d{3}(?!\d)))*[.,]?/;

function tokensOf(
  text: string,
  style: NumberStyle,
): { readonly list: readonly Token[] } | { readonly why: string } {
  const list: Token[] = [];
  let rest = text;
  // Within a sum the result is rounded; alone, a number has no more decimals than its currency.
  const isAlone = /^-?[^-+*/×÷%()]*$/.test(text);
  while (rest !== "") {
    const [digits] = NUMBER.exec(rest) ?? [];
    const mark = rest.charAt(0);
    if (digits !== undefined) {
      const read = readNumber(digits, style, isAlone);
      if ("why" in read) return read;
      list.push({ kind: "number", values: read.values });
    } else if (/[-+*/×÷%()]/.test(mark)) list.push({ kind: "mark", mark });
    else if (mark !== " ") return { why: UNREAD };
    rest = rest.slice(digits?.length ?? 1);
  }
  return { list };
}

class Tokens {
  readonly #list: readonly Token[];
  readonly #reading: 0 | 1;
  #at = 0;

  constructor(list: readonly Token[], reading: 0 | 1) {
    this.#list = list;
    this.#reading = reading;
  }

  taken(marks: string): string | null {
    const token = this.#list[this.#at];
    if (token?.kind !== "mark" || !marks.includes(token.mark)) return null;
    this.#at += 1;
    return token.mark;
  }

  number(): Fraction | null {
    const token = this.#list[this.#at];
    if (token?.kind !== "number") return null;
    this.#at += 1;
    return token.values[this.#reading];
  }

  get isAtEnd(): boolean {
    return this.#at === this.#list.length;
  }
}

function valueOf(list: readonly Token[], reading: 0 | 1): Fraction | null {
  const tokens = new Tokens(list, reading);
  const value = sumOf(tokens);
  return tokens.isAtEnd ? value : null;
}

/** A percentage that is added or taken away is one of what stands before it. */
function sumOf(tokens: Tokens): Fraction | null {
  let sum = productOf(tokens);
  for (let mark = tokens.taken("+-"); mark !== null; mark = tokens.taken("+-")) {
    const next = productOf(tokens);
    if (sum === null || next === null) return null;
    const isShare = tokens.taken("%") !== null;
    const change = isShare ? over(times(sum, next), fraction(100n)) : next;
    if (change === null) return null;
    sum = mark === "+" ? plus(sum, change) : minus(sum, change);
  }
  return sum;
}

function productOf(tokens: Tokens): Fraction | null {
  let product = factorOf(tokens);
  for (let mark = tokens.taken("*×/÷"); mark !== null; mark = tokens.taken("*×/÷")) {
    const next = factorOf(tokens);
    if (product === null || next === null) return null;
    const factor = tokens.taken("%") === null ? next : over(next, fraction(100n));
    if (factor === null) return null;
    product = "*×".includes(mark) ? times(product, factor) : over(product, factor);
  }
  return product;
}

function factorOf(tokens: Tokens): Fraction | null {
  if (tokens.taken("-") !== null) {
    const value = valueAt(tokens);
    return value === null ? null : minus(fraction(0n), value);
  }
  return valueAt(tokens);
}

function valueAt(tokens: Tokens): Fraction | null {
  if (tokens.taken("(") === null) return tokens.number();
  const value = sumOf(tokens);
  return tokens.taken(")") === null ? null : value;
}

type NumberStyle = {
  /** Decimal places of the currency. */
  readonly digits: number;
  /** Marks of decimals and of thousands. */
  readonly decimal: string;
  readonly group: string;
};

/** Values with an open mark as one of decimals, and as one of thousands. Equal when it is plain. */
type NumberReading = { readonly values: readonly [Fraction, Fraction] } | { readonly why: string };

/** Reads a number without sign. Alone, it has no more decimals than the currency. */
function readNumber(text: string, style: NumberStyle, isAlone: boolean): NumberReading {
  const mark = markOf(text);
  if (mark === null) return { why: `“${text}” is no number: look at its commas and points.` };
  const { whole, decimals } = mark;
  const asDecimals = decimalOf(whole, decimals);
  if (isOpen(text, style)) return { values: [asDecimals, decimalOf(whole + decimals, "")] };
  if (isGroup(text, style)) {
    const value = decimalOf(whole + decimals, "");
    return { values: [value, value] };
  }
  if (isAlone && decimals.replace(/0+$/, "").length > style.digits)
    return { why: tooExact(style.digits) };
  return { values: [asDecimals, asDecimals] };
}

function tooExact(digits: number): string {
  return digits === 0
    ? "This currency has no decimals."
    : `This currency has ${digits} decimals, not more.`;
}

/** One mark with one to three digits before and three behind: `1.234`, `12,345`. */
const ONE_MARK = /^[1-9]\d{0,2}([.,])\d{3}$/;

/** True where a mark may be of thousands as well as of decimals. */
function isOpen(text: string, style: NumberStyle): boolean {
  const mark = ONE_MARK.exec(text)?.[1];
  if (mark === undefined || isGroup(text, style)) return false;
  // The locale's own way to write an amount of this currency.
  return !(mark === style.decimal && style.digits === 3);
}

/** True where the currency has no decimals and the locale groups so. */
function isGroup(text: string, { digits, group }: NumberStyle): boolean {
  return digits === 0 && ONE_MARK.exec(text)?.[1] === group;
}

/** Thousands, Indian lakhs, or none. */
const GROUPED = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/;
const LAKHS = /^\d{1,2}(?:,\d\d)+,\d{3}$/;

/** Null where the marks make no number. */
function markOf(text: string): { readonly whole: string; readonly decimals: string } | null {
  const marks = [...text.matchAll(/[.,'’ ]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  const isDecimal =
    (last === "." || last === ",") && marks.filter((mark) => mark === last).length === 1;
  const at = isDecimal && last !== undefined ? text.lastIndexOf(last) : text.length;
  const whole = text.slice(0, at);
  const isWhole = /^\d*$/.test(whole) || GROUPED.test(whole) || LAKHS.test(whole);
  return isWhole ? { whole: whole.replaceAll(/\D/g, ""), decimals: text.slice(at + 1) } : null;
}

function decimalOf(whole: string, decimals: string): Fraction {
  return fraction(BigInt(`0${whole}${decimals}`), 10n ** BigInt(decimals.length));
}
