import type { Output } from "../../../api.ts";
import { hours } from "../../../numbers.ts";
import { INVOICE_CHANGES } from "../invoice.ts";

export const BILLABLE = "GET /api/teams/:team/invoices/billable-time";
export const INVOICED_TIME = "GET /api/teams/:team/invoices/:id/time";
export const UNBILLED_TIME = "GET /api/teams/:team/projects/unbilled";

export type Billable = Output<typeof BILLABLE>;
export type HoursGroup = Billable["groups"][number];
export type LeftOutTime = Billable["left_out"][number];
export type InvoicedTime = Output<typeof INVOICED_TIME>;
export type HeldLine = NonNullable<InvoicedTime["lines"]>[number];

/** Answers that change when hours come on an invoice, or become free. */
export const HOURS_CHANGES = [
  ...INVOICE_CHANGES,
  BILLABLE,
  INVOICED_TIME,
  UNBILLED_TIME,
  "GET /api/teams/:team/entries",
  "GET /api/teams/:team/week",
  "GET /api/teams/:team/projects/:id",
  "GET /api/teams/:team/invoices/:id/check",
] as const;

/** Name of the dialog in the address, and the id of its button. */
export const ADD_HOURS = "hours";
export const ADD_HOURS_BUTTON = "add-hours";

/** Name of an invoice in sentences and as a link; a draft has no number yet. */
export function numberOfHolder({ number }: { readonly number: string | null }): string {
  return number ?? "a draft invoice";
}

/** Reason for which time is not billed now, after the time and its project. */
export function leftOutWords({ why }: LeftOutTime): string {
  return WHY[why];
}

const WHY: Readonly<Record<LeftOutTime["why"], string>> = {
  already_billed: "on another invoice",
  running: "the timer still runs",
  to_come: "of days to come",
  not_billable: "the project is not billable",
  without_rate: "the project has no rate per hour",
  other_currency: "the rate is in another currency",
  rounds_to_nothing: "rounded to nothing",
};

/** `37:40 at €80.00 an hour`, and the billed time where it is rounded. */
export function billedWords({
  seconds,
  billed_seconds,
}: {
  readonly seconds: number;
  readonly billed_seconds: number;
}): string {
  return billed_seconds === seconds
    ? hours(seconds)
    : `${hours(seconds)}, billed as ${hours(billed_seconds)}`;
}
