import { shortDay } from "../../dates.ts";
import type { Transaction } from "./transaction.ts";

type Exchange = NonNullable<Transaction["exchange"]>;

const SOURCES: Readonly<Record<Exchange["rates"][number]["source"], string>> = {
  ecb: "European Central Bank",
  own: "your own rate",
  file: "a file that your team has loaded",
  fixed: "fixed for the euro",
};

/** `1 EUR = 1.0870 USD of 10 Jan 2025`; of two other currencies `1 EUR = 1.0870 USD = 0.8500 GBP of …`. */
export function ratesTold({ rates, day }: Pick<Exchange, "rates" | "day">): string {
  const each = rates.map(({ rate, currency }) => `${rate} ${currency}`);
  return `${["1 EUR", ...each].join(" = ")} of ${shortDay(day)}`;
}

/** `European Central Bank`; both sources of two rates. */
export function sourcesTold({ rates }: Pick<Exchange, "rates">): string {
  return [...new Set(rates.map(({ source }) => SOURCES[source]))].join(" and ");
}

type Waiting = Pick<Transaction, "currency" | "date" | "standing" | "exchange">;

/** Tells why a transaction has no amount in the team's currency. */
export function waitingTold({ currency, date, standing, exchange }: Waiting, base: string): string {
  if (exchange !== null) return `Its amount in ${base} is still to be computed.`;
  const counts = standing === "counted" || standing === "split";
  return `It waits for a rate of ${currency} for ${shortDay(date)}${counts ? ", and reports leave it out until then" : ""}.`;
}
