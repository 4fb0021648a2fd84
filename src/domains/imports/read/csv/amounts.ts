import { isCurrency } from "../../../../core/money.ts";
import { minorDigits } from "../../../../shared/money.ts";
import { plain } from "../../../../shared/reading.ts";
import {
  type Mark,
  markTold,
  minorIn,
  plainDigits,
  type ReadAmount,
  withoutBlanks,
} from "../amount.ts";

export type Written = { readonly sign: 1 | -1 | null; readonly digits: string };

const USUAL = /^(-?)(\d[\d.,]*)$/;
const LONGEST = 60;
const DOLLARS = /(?<!\p{L})\p{L}{1,2}\$/gu;
const CURRENCY_BEFORE = /^(?:[A-Z]{3}|kr\.?|fr\.?|rs\.?)(?=[-+ .\d])/i;
const CURRENCY_BEHIND = /(?<=[\d)., +-])(?:[A-Z]{3}|zł|kč|kr\.?|fr\.?|ft|лв\.?)$/iu;

/** True for `-` and `--`, which some banks write where there is no amount. */
export function isDash(text: string): boolean {
  return /^[-–—]{1,3}$/.test(text);
}

/** Signs with their currencies. The first is meant where the account has none of these currencies. */
const SIGNS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/€/, ["EUR"]],
  [/£/, ["GBP", "GIP", "FKP", "SHP"]],
  [/\bUS\$/, ["USD"]],
  [/\b(?:A|AU)\$/, ["AUD"]],
  [/\b(?:C|CA)\$/, ["CAD"]],
  [/\bNZ\$/, ["NZD"]],
  [/\bHK\$/, ["HKD"]],
  [/\b(?:S|SG)\$/, ["SGD"]],
  [/\bR\$/, ["BRL"]],
  [/\bNT\$/, ["TWD"]],
  [/\b(?:MX|MEX)\$/, ["MXN"]],
  [
    /(?<!\p{L})\$/u,
    "USD AUD CAD NZD HKD SGD TWD MXN ARS CLP COP UYU BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD DOP CUP MOP".split(
      " ",
    ),
  ],
  [/[¥￥]/, ["JPY", "CNY"]],
  [/₹/, ["INR"]],
  [/₽/, ["RUB"]],
  [/₺/, ["TRY"]],
  [/₴/, ["UAH"]],
  [/₪/, ["ILS"]],
  [/₩/, ["KRW", "KPW"]],
  [/₫/, ["VND"]],
  [/₱/, ["PHP"]],
  [/₦/, ["NGN"]],
  [/฿/, ["THB"]],
  [/zł/i, ["PLN"]],
  [/kč/i, ["CZK"]],
  [/лв/i, ["BGN"]],
  [/(?<!\p{L})kr(?!\p{L})/iu, ["SEK", "NOK", "DKK", "ISK"]],
  [/(?<!\p{L})fr(?!\p{L})/iu, ["CHF"]],
  [/(?<!\p{L})ft(?!\p{L})/iu, ["HUF"]],
];

/** Currency in the cell of an amount: that of the account where its sign may mean it; null for none. */
export function currencyOfAmount(text: string, account: string): string | null {
  const code = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(text)?.[0] ?? "";
  if (isCurrency(code)) return code;
  const found = SIGNS.find(([sign]) => sign.test(text))?.[1] ?? [];
  return found.includes(account) ? account : (found[0] ?? null);
}

/** Reads `1.234,50 €`, `(5)`, `5-`, `−5`, `5,-`, `1'000`, `£1,100.00 CR`; null for no amount. */
export function writtenAmount(text: string): Written | null {
  const [all, minus, number = ""] = USUAL.exec(text) ?? [];
  if (all !== undefined) return { sign: minus === "-" ? -1 : null, digits: number };
  if (!/\d/.test(text) || text.length > LONGEST) return null;
  // A spreadsheet's mark of a text.
  const typed = plain(text.replace(/^['’](?=[-+]?[\d.,])/, "")).replaceAll(/[–—]/g, "-");
  const bare = typed
    .replace(/[.,] ?-{1,2}$/, "")
    .replaceAll(DOLLARS, " ")
    .replaceAll(/\p{Sc}/gu, " ")
    .trim();
  const { word, rest } = wordOf(bare);
  const without = rest.replace(CURRENCY_BEFORE, "").replace(CURRENCY_BEHIND, "").trim();
  const signed = signOf(without.replace(CURRENCY_BEHIND, "").trim());
  if (signed === null) return null;
  const body = signed.body.replace(CURRENCY_BEFORE, "").trim();
  const digits = withoutBlanks(body);
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits)) return null;
  // A minus beside a word for money in says two things.
  if (word === 1 && signed.sign === -1) return null;
  return { sign: word ?? signed.sign, digits };
}

/** A sign in words, as cards have it: `1,100.00 CR`, and `12,50 S` and `12,50 H` for Soll and Haben. */
function wordOf(text: string): { readonly word: 1 | -1 | null; readonly rest: string } {
  const [before, first] = /^(cr|dr)\.?\s?(?=[\d.,(])/i.exec(text) ?? [];
  if (before !== undefined) return { word: wordSign(first), rest: text.slice(before.length) };
  const [behind, last] =
    /\s?(?<=[\d.) ])(cr|dr)\.?$/i.exec(text) ?? /\s?(?<=[.,]\d{2,3}\s?)([SHDC])$/.exec(text) ?? [];
  if (behind === undefined) return { word: null, rest: text };
  return { word: wordSign(last), rest: text.slice(0, -behind.length) };
}

function wordSign(word = ""): 1 | -1 {
  return ["cr", "c", "h"].includes(word.toLowerCase()) ? 1 : -1;
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

export function markIn(digits: string, currency: string): Mark | null {
  const told = markTold(digits);
  const mark = digits.includes(".") ? "." : ",";
  const [whole = "", behind] = digits.split(mark);
  if (told !== null || behind === undefined) return told;
  const isUnclear = behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!isUnclear) return mark;
  // A currency without decimals has thousands there, one with three decimals has these.
  if (minorDigits(currency) === 0) return mark === "." ? "," : ".";
  return minorDigits(currency) === 3 ? mark : null;
}

/** Follows most numbers that tell their mark; `open` where none does. */
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

export function amountIn(digits: string, mark: Mark, currency: string): ReadAmount {
  const plain = plainDigits(digits, mark);
  if (plain !== null) return minorIn(plain, currency);
  return { why: "The amount is written in another way than the others of its column." };
}
