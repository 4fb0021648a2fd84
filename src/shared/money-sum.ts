import { type Fraction, fraction, minus, over, plus, rounded, times } from "./fraction.ts";
import { type NumberStyle, readNumber } from "./number-text.ts";

/** Amounts that a sum may come to, in minor units: two where a mark has two meanings. */
export type Sum = { readonly readings: readonly bigint[] } | { readonly why: string };

type Token =
  | { readonly kind: "mark"; readonly mark: string }
  /** Values of a number: as if an open mark were of decimals, and as if it were of thousands. */
  | { readonly kind: "number"; readonly values: readonly [Fraction, Fraction] };

/** Works out `120+19%`, `3*12.50`, `(1+2)/2`, rounded half away from zero to minor units. */
export function readSum(text: string, style: NumberStyle): Sum {
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

export const UNREAD = "Write an amount such as 1250.00 or 120+19%.";

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

/** Reads tokens from the left, by the usual precedence. */
class Tokens {
  readonly #list: readonly Token[];
  readonly #reading: 0 | 1;
  #at = 0;

  constructor(list: readonly Token[], reading: 0 | 1) {
    this.#list = list;
    this.#reading = reading;
  }

  /** Takes the next token if it is one of these marks. */
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
