import { addDays } from "../shared/calendar.ts";
import type { Day } from "../shared/time.ts";
import { type AccountName, ACCOUNTS } from "./accounts.ts";
import { chanceOf } from "./chance.ts";
import { PAYMENTS, SETTLEMENT } from "./payments.ts";

export const MONTHS = 24;

/** A booking of a bank. */
export type Booking = {
  readonly account: AccountName;
  readonly date: Day;
  readonly name: string;
  readonly minor: number;
};

/** First day of the books. */
export function firstDay(today: Day): Day {
  return `${monthBefore(today, MONTHS)}-01`;
}

/** Months from one to another. */
export function monthsBetween(from: Day, to: Day): number {
  const [year = 0, month = 0] = from.split("-").map(Number);
  const [lastYear = 0, lastMonth = 0] = to.split("-").map(Number);
  return (lastYear - year) * 12 + lastMonth - month;
}

function monthBefore(today: Day, months: number): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const count = year * 12 + month - 1 - months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** All that the banks have booked up to yesterday, by day. The giro settles the card every month. */
export function bookingsUntil(today: Day): readonly Booking[] {
  const chance = chanceOf(17);
  const booked: Booking[] = [];
  let owed = -ACCOUNTS.card.opening_minor;
  for (let date = firstDay(today); date < today; date = addDays(date, 1)) {
    const dayOfMonth = Number(date.slice(8));
    for (const { account, name, day, between, often = 1, months = [MONTHS, 0] } of PAYMENTS) {
      const before = monthsBetween(date, today);
      if (day !== dayOfMonth || before > months[0] || before < months[1]) continue;
      const minor = chance.between(...between);
      if (!chance.often(often)) continue;
      booked.push({ account, date, name, minor });
      if (account === "card") owed -= minor;
    }
    if (dayOfMonth !== SETTLEMENT.day) continue;
    const { name } = SETTLEMENT;
    booked.push({ account: "giro", date, name, minor: -owed });
    booked.push({ account: "card", date, name, minor: owed });
    owed = 0;
  }
  return booked;
}
