import { minorDigits, minorOf } from "../../../../shared/money.ts";
import { plain } from "../../../../shared/reading.ts";
import type { ReadAmount } from "../amount.ts";

/** An amount as it is written: its sign, and digits with points and commas. */
export type Written = { readonly sign: 1 | -1 | null; readonly digits: string };

export type Mark = "." | ",";

/** Most amounts of most files, which need no closer look. */
const USUAL = /^(-?)(\d[\d.,]*)$/;
const LONGEST = 60;
const CURRENCY_BEFORE = /^(?:[A-Z]{3}|R\$|[A-Z]{1,2}\$|kr\.?|fr\.?|rs\.?)(?=[-+ .\d])/i;
const CURRENCY_BEHIND = /(?<=[\d)., +-])(?:[A-Z]{3}|zł|kč|kr\.?|fr\.?|ft|лв\.?)$/iu;
const GROUPED = /^\d{1,3}(?:[ '’]\d{3})+(?=$|[.,]\d*$)/;

/** Reads `1.234,50 €`, `(5)`, `5-`, `−5`, `5,-`, `1'000`, `£1,100.00 CR`; null for what is no amount. */
export function writtenAmount(text: string): Written | null {
  const [all, minus, number = ""] = USUAL.exec(text) ?? [];
  if (all !== undefined) return { sign: minus === "-" ? -1 : null, digits: number };
  if (!/\d/.test(text) || text.length > LONGEST) return null;
  const typed = plain(text).replaceAll(/[–—]/g, "-");
  const bare = typed
    .replace(/[.,] ?-{1,2}$/, "")
    .replaceAll(/\p{Sc}/gu, " ")
    .trim();
  const { word, rest } = wordBehind(bare);
  const without = rest.replace(CURRENCY_BEFORE, "").replace(CURRENCY_BEHIND, "").trim();
  const signed = signOf(without.replace(CURRENCY_BEHIND, "").trim());
  if (signed === null) return null;
  const body = signed.body.replace(CURRENCY_BEFORE, "").trim();
  const digits = GROUPED.test(body) ? body.replaceAll(/[ '’]/g, "") : body;
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits)) return null;
  return { sign: word ?? signed.sign, digits };
}

/** A sign in words, as cards have it: `1,100.00 CR`. */
function wordBehind(text: string): { readonly word: 1 | -1 | null; readonly rest: string } {
  const [all, word] = /\s?(?<=[\d.) ])(cr|dr)\.?$/i.exec(text) ?? [];
  if (all === undefined) return { word: null, rest: text };
  return { word: word?.toLowerCase() === "cr" ? 1 : -1, rest: text.slice(0, -all.length) };
}

function signOf(text: string): { readonly sign: 1 | -1 | null; readonly body: string } | null {
  const enclosed = /^-?\(\s*-?\s*(.*?)\s*\)$/.exec(text)?.[1];
  if (enclosed !== undefined) return { sign: -1, body: enclosed };
  const [, before = "", body = "", behind = ""] = /^([-+]?)\s*(.*?)\s*([-+]?)$/.exec(text) ?? [];
  if (before !== "" && behind !== "") return null;
  const sign = before === "" ? behind : before;
  if (sign === "") return { sign: null, body };
  return { sign: sign === "-" ? -1 : 1, body };
}

/** The decimal mark that a number's own digits tell; null where they allow both. */
export function markIn(digits: string, currency: string): Mark | null {
  const point = digits.lastIndexOf(".");
  const comma = digits.lastIndexOf(",");
  if (point < 0 && comma < 0) return null;
  const last = point > comma ? "." : ",";
  const [whole = "", behind = "", ...more] = digits.split(last);
  if (point >= 0 && comma >= 0) return last;
  const other = last === "." ? "," : ".";
  if (more.length > 0) return other;
  const isUnclear = behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!isUnclear) return last;
  // A currency without decimals has thousands there, one with three decimals has these.
  if (minorDigits(currency) === 0) return other;
  return minorDigits(currency) === 3 ? last : null;
}

/** The decimal mark of a column: of most numbers that tell it; null where none does. */
export function markOfColumn(numbers: Iterable<string>, currency: string): Mark | "open" | "none" {
  let [points, commas, open] = [0, 0, 0];
  for (const digits of numbers) {
    const mark = markIn(digits, currency);
    if (mark === ".") points += 1;
    else if (mark === ",") commas += 1;
    else if (/[.,]/.test(digits)) open += 1;
  }
  if (points === 0 && commas === 0) return open > 0 ? "open" : "none";
  return points >= commas ? "." : ",";
}

/** Minor units of digits, without their sign. */
export function amountIn(digits: string, mark: Mark, currency: string): ReadAmount {
  const group = mark === "." ? "," : ".";
  const [whole = "", decimals, ...more] = digits.split(mark);
  const isGrouped =
    !whole.includes(group) ||
    (mark === "."
      ? /^\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(whole)
      : /^\d{1,3}(?:\.\d{2,3})*\.\d{3}$/.test(whole));
  if (more.length > 0 || (decimals ?? "").includes(group) || !isGrouped)
    return { why: "The amount is written in another way than the others of its column." };
  const plainDigits = `${whole.replaceAll(group, "")}.${decimals ?? ""}`;
  const read = minorOf(plainDigits.replace(/\.$/, ""), currency);
  if (read.state === "read") return { minor: read.value };
  return { why: read.state === "refused" ? read.why : "The amount is empty." };
}
