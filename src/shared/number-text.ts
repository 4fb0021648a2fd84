import { type Fraction, fraction } from "./fraction.ts";

export type NumberStyle = {
  /** Decimal places of the currency. */
  readonly digits: number;
  /** Marks of decimals and of thousands that the person's locale writes. */
  readonly decimal: string;
  readonly group: string;
};

/** Values with an open mark as one of decimals, and as one of thousands; the same two when it is plain. */
type NumberReading = { readonly values: readonly [Fraction, Fraction] } | { readonly why: string };

/** Reads a number without sign. Alone, it has no more decimals than the currency. */
export function readNumber(text: string, style: NumberStyle, isAlone: boolean): NumberReading {
  const mark = markOf(text);
  if (mark === null) return { why: `“${text}” is no number: look at its commas and points.` };
  const { whole, decimals } = mark;
  const asDecimals = valueOf(whole, decimals);
  if (isOpen(text, style)) return { values: [asDecimals, valueOf(whole + decimals, "")] };
  if (isGroup(text, style)) {
    const value = valueOf(whole + decimals, "");
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

/** True where the one mark is of thousands: the currency has no decimals, and the locale groups so. */
function isGroup(text: string, { digits, group }: NumberStyle): boolean {
  return digits === 0 && ONE_MARK.exec(text)?.[1] === group;
}

/** Thousands, Indian lakhs, or none. */
const GROUPED = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/;
const LAKHS = /^\d{1,2}(?:,\d\d)+,\d{3}$/;

/** Digits before and behind the mark of decimals; null where the marks make no number. */
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

function valueOf(whole: string, decimals: string): Fraction {
  return fraction(BigInt(`0${whole}${decimals}`), 10n ** BigInt(decimals.length));
}
