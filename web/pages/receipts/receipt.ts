import type { Output } from "../../api.ts";
import type { Tone } from "../../components/shapes.tsx";

export const RECEIPTS_PATH = "GET /api/teams/:team/inbox";
export const RECEIPT_PATH = "GET /api/teams/:team/inbox/:id";

export type ReceiptRow = Output<typeof RECEIPTS_PATH>["items"][number];

export type ShownReceipt = Output<typeof RECEIPT_PATH>;

export type Suggestion = ShownReceipt["suggestions"][number];

/** Answers that a change of receipts changes. */
export const RECEIPT_CHANGES = [
  RECEIPTS_PATH,
  RECEIPT_PATH,
  "GET /api/teams/:team/inbox/counts",
  "GET /api/teams/:team/inbox/:id/candidates",
  "GET /api/teams/:team/transactions/:id",
  "GET /api/teams/:team/transactions/:id/attachments",
  "GET /api/teams/:team/documents/:id",
  "GET /api/teams/:team/overview",
  "GET /api/teams/:team/activity",
] as const;

export const RECEIPT_TABS = [
  { value: "review", label: "To review" },
  { value: "reading", label: "Reading" },
  { value: "done", label: "Done" },
  { value: "other", label: "Other" },
  { value: "archived", label: "Archived" },
] as const;

export type ReceiptTab = (typeof RECEIPT_TABS)[number]["value"];

export function tabOf(given: string | undefined): ReceiptTab {
  return RECEIPT_TABS.find(({ value }) => value === given)?.value ?? "review";
}

type Told = { readonly words: string; readonly tone: Tone };

const RECEIPT_STATUSES: Readonly<Record<ReceiptRow["status"], Told>> = {
  new: { words: "Waits to be read", tone: "quiet" },
  processing: { words: "Being read", tone: "new" },
  analyzing: { words: "Looking for its payment", tone: "new" },
  suggested_match: { words: "Payment found", tone: "good" },
  pending: { words: "No payment yet", tone: "quiet" },
  no_match: { words: "No payment in 90 days", tone: "warn" },
  done: { words: "Done", tone: "good" },
  archived: { words: "Archived", tone: "quiet" },
  other: { words: "No receipt", tone: "quiet" },
  deleted: { words: "Deleted", tone: "quiet" },
};

const COPY: Told = { words: "Probably a copy", tone: "warn" };

/** Words for the state of a receipt. A probable copy has no suggestion. */
export function stateOf({ status, is_copy }: Pick<ReceiptRow, "status" | "is_copy">): Told {
  return is_copy && (status === "pending" || status === "no_match")
    ? COPY
    : RECEIPT_STATUSES[status];
}

const WORKING: ReadonlySet<ReceiptRow["status"]> = new Set(["new", "processing", "analyzing"]);

/** True while the server reads it, or looks for its payment. */
export function isWorkedOn({ status }: Pick<ReceiptRow, "status">): boolean {
  return WORKING.has(status);
}

export function nameOf({ vendor, name }: Pick<ReceiptRow, "vendor" | "name">): string {
  return vendor ?? name;
}

/** Marks of a reason, with the word that says the same. */
export const FITS: Readonly<Record<"same" | "near" | "other", readonly [string, string]>> = {
  same: ["✓", "fits"],
  near: ["≈", "nearly fits"],
  other: ["✗", "does not fit"],
};

export const ABOUT: Readonly<Record<string, string>> = {
  amount: "Amount",
  date: "Date",
  name: "Name",
  reference: "Reference",
  against: "Against",
};

/** Element id of the name of the open receipt. */
export const RECEIPT_HEAD = "receipt-head";
