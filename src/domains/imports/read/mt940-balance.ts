import type { Day } from "../../../shared/time.ts";
import { readAmount } from "./amount.ts";
import { readCurrency, oneLine } from "./booking.ts";
import { daysIn, nearYear, realDay } from "./calendar-day.ts";
import type { Field } from "./mt940-fields.ts";
import type { Balance, ReadOptions } from "./statement.ts";

type ReadBalance = {
  readonly balance: Balance | null;
  readonly currency: string | null;
  readonly notice: string | null;
};

/** Reads `C160229EUR1200,00`. A day of zeros is none. Null without the field. */
export function readBalance(field: Field | null, { today }: ReadOptions): ReadBalance | null {
  if (field === null) return null;
  const text = (field.lines[0] ?? "").trim();
  const [, sign, day = "", code = "", digits = ""] =
    /^(R?[CD])(\d{6})?([A-Z]{3})([\d.,]+)$/.exec(text) ?? [];
  const currency = readCurrency(code);
  if (currency === null) return { balance: null, currency, notice: notRead(field, text, "") };
  const read = readAmount(digits, currency);
  if (!("minor" in read))
    return { balance: null, currency, notice: notRead(field, text, read.why) };
  const minor = sign === "D" || sign === "RC" ? 0 - read.minor : read.minor;
  const kind = field.tag === "62M" ? "intraday" : "statement";
  return {
    balance: { minor, day: readShortDay(day, today)?.day ?? null, kind },
    currency,
    notice: null,
  };
}

function notRead({ tag }: Field, text: string, why: string): string {
  return `The balance “${oneLine(text).slice(0, 60)}” (:${tag}:) cannot be read and is left out. ${why}`.trim();
}

type ShortDay = {
  readonly day: Day;
  /** True for 29 or 30 February of a year without it: banks count months of 30 days. */
  readonly isCorrected: boolean;
};

/** Reads `160229`. Null for zeros and for no day. */
export function readShortDay(text: string, today: Day): ShortDay | null {
  const [all, year, month = "", day = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (all === undefined) return null;
  return dayOrLast(nearYear(Number(year), `${month}-${day}`, today), Number(month), Number(day));
}

/** The day; for 29 and 30 February, where there is none, the last of that month. */
export function dayOrLast(year: number, month: number, day: number): ShortDay | null {
  const last = month === 2 && (day === 29 || day === 30) ? daysIn(year, 2) : day;
  const real = realDay(year, month, Math.min(day, last));
  return real === null ? null : { day: real, isCorrected: day > last };
}
