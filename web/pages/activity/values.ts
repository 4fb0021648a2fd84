import { spokenToTheSecond } from "../../../src/shared/words.ts";
import { exactTime, shortDay } from "../../dates.ts";
import { counted, money } from "../../numbers.ts";
import type { Value } from "./event.ts";

/** A value as a reader in that time zone reads it. */
export function readable(value: Value, timeZone: string): string {
  switch (value.kind) {
    case "text":
    case "long text":
      return value.text;
    case "day":
      return shortDay(value.day);
    case "moment":
      return exactTime(value.at, timeZone);
    case "duration":
      return spokenToTheSecond(value.seconds);
    case "number":
      return numberWords(value.number, value.unit);
    case "boolean":
      return value.isTrue ? "Yes" : "No";
    case "list":
      return value.items.join(", ");
    case "currency":
      return `${currencyName(value.code)} (${value.code})`;
    default:
      return value.currency === null
        ? `${value.minor.toLocaleString("en-GB")} minor units, without a currency`
        : money(value.minor, value.currency);
  }
}

/** True for texts of several sentences. */
export function isProse({ kind }: Value): boolean {
  return kind === "long text";
}

function numberWords(number: number, unit: string | null): string {
  return unit === null ? number.toLocaleString("en-GB") : counted(number, unit);
}

function currencyName(code: string): string {
  return new Intl.DisplayNames("en-GB", { type: "currency" }).of(code) ?? code;
}
