import { readSum, UNREAD } from "./money-sum.ts";
import { minorDigits, MOST_MINOR, toMajor } from "./money.ts";
import { plain, readAs, type Reading, refusedFor } from "./reading.ts";

type MoneyOptions = {
  readonly currency: string;
  /** BCP 47: how the person writes numbers. */
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

/** Takes the field's own currency out: its code, and its symbols. */
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

/** Marks of decimals and of thousands that a locale writes. */
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
