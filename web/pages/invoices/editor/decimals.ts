import { moneyText, readMoney } from "../../../../src/shared/money-text.ts";
import { decimalText, minorDigits } from "../../../../src/shared/money.ts";
import { plain, readAs, type Reading, refusedFor } from "../../../../src/shared/reading.ts";

/** BCP 47, of the person. */
type Locale = { readonly locale: string };
type MoneyStyle = Locale & { readonly currency: string };

const MOST_DECIMALS = 6;
const MOST_DIGITS = 9;

/** Reads a quantity as its decimal text: `12,5` is `12.5`. Below 0 is a return. */
export function readQuantity(text: string): Reading<string> {
  const reading = readDecimalText(plain(text));
  if (reading.state !== "unread") return reading;
  return refusedFor("Write a number such as 12.5, without marks of thousands.");
}

/**
 * Reads the price of one unit as its decimal text in major units. It may be a sum (`120+19%`), and have
 * more decimals than the currency.
 */
export function readPrice(text: string, options: MoneyStyle): Reading<string> {
  const typed = plain(text);
  if (typed.startsWith("-")) return refusedFor(BELOW);
  const reading = readDecimalText(typed);
  if (reading.state !== "unread") return reading;
  const sum = readMoney(typed, options);
  if (sum.state === "empty") return sum;
  const written = (minor: number) => decimalText(minor, options.currency);
  if (sum.state === "refused") return refusedFor(sum.why, ...sum.offers.map(written));
  return sum.value < 0 ? refusedFor(BELOW) : readAs(trimmed(written(sum.value)));
}

const BELOW = "A price is not below 0. Write a quantity below 0, or give a discount.";

/** One mark with three digits behind it: of decimals, or of thousands. */
const OPEN = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads digits with at most one mark. `unread` is any other text. */
function readDecimalText(typed: string): Reading<string> | { readonly state: "unread" } {
  if (typed === "") return { state: "empty" };
  const [all, sign = "", whole = "", decimals = ""] = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(typed) ?? [];
  if (all === undefined || whole + decimals === "") return { state: "unread" };
  if (OPEN.test(typed))
    return refusedFor(
      "Which number is meant?",
      trimmed(`${sign}${whole}.${decimals}`),
      sign + whole + decimals,
    );
  if (decimals.length > MOST_DECIMALS)
    return refusedFor(`Write at most ${MOST_DECIMALS} decimals.`);
  if (whole.replace(/^0+/, "").length > MOST_DIGITS) return refusedFor("That is too large.");
  return readAs(trimmed(`${sign}${whole === "" ? "0" : whole}.${decimals}`));
}

/** `012.50` is `12.5`. */
function trimmed(decimal: string): string {
  const [, sign = "", whole = "0", decimals = ""] =
    /^(-?)0*(?=\d)(\d+)(?:\.(\d*?)0*)?$/.exec(decimal) ?? [];
  const size = decimals === "" ? whole : `${whole}.${decimals}`;
  return size === "0" ? "0" : sign + size;
}

/** `1250.5`: decimal text as its field shows it. Reads back as the same number. */
export function quantityText(decimal: string, { locale }: Locale): string {
  return written(decimal, locale, 0);
}

export function priceText(decimal: string, { locale, currency }: MoneyStyle): string {
  return written(decimal, locale, minorDigits(currency));
}

function written(decimal: string, locale: string, least: number): string {
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: "latn",
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, MOST_DECIMALS),
    useGrouping: false,
  });
  return plain(format.format(Number(decimal)));
}

/** A share in hundredths of a percent, or an amount in minor units. */
export type TypedDiscount = { readonly bp: number } | { readonly minor: number };

const WHOLE_BP = 10_000;

/** Reads `10 %` as a share, and `50` as an amount of the currency. */
export function readTypedDiscount(text: string, options: MoneyStyle): Reading<TypedDiscount> {
  const typed = plain(text);
  if (!typed.endsWith("%")) {
    const amount = readMoney(typed, options);
    if (amount.state === "empty") return amount;
    if (amount.state === "refused")
      return refusedFor(amount.why, ...amount.offers.map((minor) => ({ minor })));
    return amount.value < 0 ? refusedFor(NO_DISCOUNT) : readAs({ minor: amount.value });
  }
  const [all, whole = "", decimals = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))? ?%$/.exec(typed) ?? [];
  const bp = Number(`${whole}${decimals.padEnd(2, "0")}`);
  return all === undefined || bp > WHOLE_BP ? refusedFor(NO_DISCOUNT) : readAs({ bp });
}

const NO_DISCOUNT = "Write a share such as 10 %, or an amount such as 50.";

export function discountText(discount: TypedDiscount, options: MoneyStyle): string {
  if ("minor" in discount) return moneyText(discount.minor, options);
  return `${percent(discount.bp, options.locale)} %`;
}

/** `19`, `8.1`: hundredths of a percent in percent. */
export function percent(bp: number, locale = "en-GB"): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(bp / 100);
}
