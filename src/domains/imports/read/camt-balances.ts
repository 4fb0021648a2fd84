import { readAmount } from "./amount.ts";
import { currencyOf } from "./booking.ts";
import { compactDay } from "./calendar-day.ts";
import type { Balance } from "./statement.ts";
import { at, childrenOf, type Element, textAt } from "./xml.ts";

/** The opening booked balance, else the closing one of the statement before. */
export function openingIn(part: Element, currency: string, kind: Balance["kind"]): Balance | null {
  return (
    balancesOf(part, "OPBD", currency, kind).at(0) ??
    balancesOf(part, "PRCD", currency, kind).at(0) ??
    null
  );
}

/** The closing booked balance: the last one where pages have interim ones. */
export function closingIn(part: Element, currency: string, kind: Balance["kind"]): Balance | null {
  return balancesOf(part, "CLBD", currency, kind).at(-1) ?? null;
}

function balancesOf(part: Element, code: string, currency: string, kind: Balance["kind"]) {
  return childrenOf(part, "Bal").flatMap((balance): readonly Balance[] => {
    const amount = at(balance, "Amt");
    if (textAt(balance, "Tp/CdOrPrtry/Cd", "Tp/Cd") !== code || amount === undefined) return [];
    if ((currencyOf(amount.currency) ?? currency) !== currency) return [];
    const read = readAmount(amount.text, currency);
    if (!("minor" in read)) return [];
    const minor = textAt(balance, "CdtDbtInd") === "DBIT" ? 0 - read.minor : read.minor;
    return [{ minor, day: compactDay(textAt(balance, "Dt/Dt", "Dt/DtTm", "Dt") ?? ""), kind }];
  });
}
