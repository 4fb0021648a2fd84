import type { KnownRow } from "./known-rows.ts";
import type { PlannedRow } from "./plan-rows.ts";

type Beside = {
  /** First and last day of the file. */
  readonly first: string;
  readonly last: string;
  /** Days between the row and the transaction. */
  readonly apart: number;
  readonly signature: string;
};

/** Days within which a transaction by hand becomes the bank's. */
export const BY_HAND_DAYS = 5;
const OTHER_FORMAT_DAYS = 3;

/** The action for a row of the same amount as a transaction here; null when they are two. */
export function likenessOf(
  twin: KnownRow,
  { first, last, apart, signature }: Beside,
): Pick<PlannedRow, "action" | "why"> | null {
  if (twin.status === "pending" && twin.source !== "hand") return null;
  if (twin.source === "hand")
    return apart <= BY_HAND_DAYS
      ? { action: "update", why: "It was added by hand, and becomes the bank's." }
      : null;
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
