import { minorOf } from "../../../shared/money.ts";

export type ReadAmount = { readonly minor: number } | { readonly why: string };

export type Mark = "." | ",";

const LONGEST = 40;

/**
 * Reads an amount of a format without marks of thousands. Some banks write them all the same, but a single mark is
 * the decimal one.
 */
export function readAmount(text: string, currency: string): ReadAmount {
  const typed = text.trim().replaceAll(/\s/g, " ").replaceAll("−", "-");
  const [, sign = "", body = ""] = /^([-+]?) ?(.*)$/.exec(typed) ?? [];
  const digits = withoutBlanks(body);
  const single = digits.includes(",") ? "," : ".";
  const plain = plainDigits(digits, markTold(digits) ?? single);
  return plain === null ? { why: "It is no amount." } : minorIn(`${sign}${plain}`, currency);
}

const GROUPED = /^\d{1,3}(?:[ '’]\d{3})+(?=$|[.,]\d*$)/;

/** Leaves blanks and apostrophes that do not mark thousands, so that the text is no number. */
export function withoutBlanks(digits: string): string {
  return GROUPED.test(digits) ? digits.replaceAll(/[ '’]/g, "") : digits;
}

/**
 * Of both marks the last is the decimal one. A mark that stands twice is not. Null where digits do not tell.
 */
export function markTold(digits: string): Mark | null {
  const [point, comma] = [digits.lastIndexOf("."), digits.lastIndexOf(",")];
  const [last, other] = point > comma ? ([".", ","] as const) : ([",", "."] as const);
  if (point >= 0 && comma >= 0) return last;
  return digits.split(last).length > 2 ? other : null;
}

/** Gives digits with a point as decimal mark alone; null where the marks make no number. */
export function plainDigits(digits: string, mark: Mark): string | null {
  if (digits.length > LONGEST || !/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits)) return null;
  const group = mark === "." ? "," : ".";
  const [whole = "", decimals = "", ...more] = digits.split(mark);
  if (more.length > 0 || decimals.includes(group) || !isGrouped(whole, group)) return null;
  return `${whole.replaceAll(group, "")}.${decimals}`.replace(/\.$/, "");
}

/** Groups of three digits; with commas also of two before the last three, as in India. */
function isGrouped(whole: string, group: Mark): boolean {
  if (!whole.includes(group)) return true;
  const lengths = whole
    .split(group)
    .map(({ length }) => length)
    .join("");
  return /^[1-3]3+$/.test(lengths) || (group === "," && /^[12]2*3$/.test(lengths));
}

export function minorIn(plain: string, currency: string): ReadAmount {
  const read = minorOf(plain, currency);
  if (read.state === "read") return { minor: read.value };
  return { why: read.state === "refused" ? read.why : "The amount is empty." };
}
