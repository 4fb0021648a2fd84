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

/** `37:40`, and the billed time where it is rounded. */
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
