import { noticesOf } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { daysBetween } from "../../shared/calendar.ts";
import { listInvoices } from "./list-invoices.ts";
import { toolInvoiceRow } from "./tool-answers.ts";

const MOST = 100;

export const lateInvoicesResource: Resource<Context> = {
  uri: "ledgerport://invoices/overdue",
  name: "overdue_invoices",
  title: "Overdue invoices",
  tier: "read",
  description:
    "The team's overdue invoices, the longest overdue first: customer, total, what is still owed, days overdue, and the state of the mail.",
  mimeType: "application/json",
  read: async (context) => jsonContents(context, await lateInvoices(context)),
};

async function lateInvoices(context: Context): Promise<object> {
  const filter = { status: "overdue" } as const;
  const { items, nextCursor, today } = await listInvoices(context, {
    filter,
    sort: "-created",
    listing: listingOf(context, filter),
    cursor: null,
    limit: MOST,
  });
  const invoices = items.map((row) => ({
    ...toolInvoiceRow(row, today),
    days_overdue: row.overdue_from === null ? 0 : daysBetween(row.overdue_from, today) + 1,
    mail: row.mail_state,
  }));
  const more = `There are more than these ${MOST}, which were created last; invoices_list with status overdue lists all.`;
  return {
    invoices: invoices.toSorted((one, other) => other.days_overdue - one.days_overdue),
    ...noticesOf(nextCursor === null ? [] : [more]),
  };
}
