import { daysBetween } from "../../shared/calendar.ts";
import type { KnownRow } from "./known-rows.ts";
import type { PlannedRow } from "./planned-row.ts";
import type { FileRow } from "./read/statement.ts";

type Beside = {
  /** First and last day of the file. */
  readonly first: string;
  readonly last: string;
  /** Days between the row and the transaction. */
  readonly apart: number;
  readonly signature: string;
  /** True for a row that the bank has not booked yet. */
  readonly isPending: boolean;
};

/** Days within which a transaction by hand becomes the bank's. */
export const BY_HAND_DAYS = 5;
const OTHER_FORMAT_DAYS = 3;

/** Days before and after the announced one on which a payment is booked. */
export const BOOKED_BEFORE = 1;
export const BOOKED_WITHIN = 14;

/** Parts, and the other side of a transfer, would not fit another amount. */
export function mayBook(pending: KnownRow, { date, minor }: FileRow): boolean {
  const later = daysBetween(pending.date, date);
  return (
    !pending.is_split &&
    pending.transfer_id === null &&
    pending.amount_minor < 0 === minor < 0 &&
    later >= -BOOKED_BEFORE &&
    later <= BOOKED_WITHIN
  );
}

/** The action for a row of the same amount as a transaction here; null when they are two. */
export function likenessOf(
  twin: KnownRow,
  { first, last, apart, signature, isPending }: Beside,
): Pick<PlannedRow, "action" | "why"> | null {
  if (twin.status === "pending" && twin.source !== "hand") return null;
  if (twin.source === "hand") return apart <= BY_HAND_DAYS ? byHand(twin, isPending) : null;
  const isWithin = twin.date >= first && twin.date <= last;
  if (twin.signature !== signature)
    return isWithin && apart <= OTHER_FORMAT_DAYS
      ? { action: "likely", why: "A file of another kind brought it." }
      : null;
  const isWholeDay = twin.date > first && twin.date < last;
  return isWholeDay && apart === 0
    ? { action: "likely", why: "The bank seems to have changed its text." }
    : null;
}

/** The bank's words take the place of a person's, but not of what is settled with the accountant. */
function byHand({ status }: KnownRow, isPending: boolean): Pick<PlannedRow, "action" | "why"> {
  if (status === "exported")
    return { action: "likely", why: "It was added by hand and given to the accountant." };
  if (isPending && status !== "posted" && status !== "pending")
    return { action: "likely", why: "It was added by hand." };
  return { action: "update", why: "It was added by hand, and becomes the bank's." };
}
