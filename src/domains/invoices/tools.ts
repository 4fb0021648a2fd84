import { z } from "zod";
import { byId, cursor, emptyRange, filterDay, limit, noticesOf, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { CreateByTool, createByTool } from "./create-by-tool.ts";
import { getInvoice } from "./get-invoice.ts";
import { INVOICE_STATUSES, listInvoices } from "./list-invoices.ts";
import {
  CreatedInvoice,
  InvoiceDetail,
  InvoiceList,
  toolInvoice,
  toolInvoices,
} from "./tool-answers.ts";

const ListInvoices = z.strictObject({
  // Nothing is scheduled yet; the contract has the status all the same.
  status: z.enum(["scheduled", ...INVOICE_STATUSES]).nullish(),
  from: filterDay.nullish(),
  to: filterDay.nullish(),
  customer_id: uuid.nullish(),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

export const invoiceTools: readonly Tool<Context>[] = [
  defineTool({
    name: "invoices_list",
    title: "List invoices",
    tier: "read",
    resource: "invoices",
    description:
      "Lists invoices, newest created first; unpaid leaves overdue ones out. total includes tax; credited is what credit notes took off; paid_on is the day from which nothing was owed; credit notes are told by invoices_get of their invoice. from and to are of issue_date, or of the creation of drafts without one.",
    effect: "Lists invoices, the newest first.",
    input: ListInvoices,
    output: InvoiceList,
    told: ["items", "id", "number", "status", "total", "amount_due", "nextCursor"],
    example: (idOf) => ({ customer_id: idOf("customer") }),
    handler: async (context, { cursor, limit, ...asked }) => {
      const { status, from, to, customer_id } = asked;
      if (status === "scheduled") return { items: [], nextCursor: null };
      const page = await listInvoices(context, {
        filter: {
          status: status ?? undefined,
          from: from ?? undefined,
          to: to ?? undefined,
          customer: customer_id ?? undefined,
        },
        sort: "-created",
        listing: listingOf(context, asked),
        cursor,
        limit,
      });
      return { ...toolInvoices(page), ...noticesOf(emptyRange(from, to)) };
    },
  }),
  defineTool({
    name: "invoices_get",
    title: "Get invoice",
    tier: "read",
    resource: "invoices",
    description:
      "Returns an invoice or credit note with lines, taxes, totals, e-mail, payments and credit notes; null for an unknown id. url is its page for the customer, who probably opened it at opened_at.",
    input: byId,
    output: InvoiceDetail,
    untrusted: ["email.error"],
    example: (idOf) => ({ id: idOf("invoice") }),
    handler: async (context, input) => {
      const found = await getInvoice(context, input);
      return found === null ? null : toolInvoice(found);
    },
  }),
  defineTool({
    name: "invoices_create_draft",
    title: "Create invoice draft",
    tier: "write",
    resource: "invoices",
    event: { of: "invoice", did: "created" },
    description:
      "Creates a draft, without a number and not sent; answers as invoices_get. Only a person changes or deletes it, in the web app. notices tell defaults; terms_days counts from issue_date. tracked_time bills the customer's stopped, unbilled time on billable projects, a line each, and holds it till the line goes.",
    effect: "Creates an invoice as a draft, without a number.",
    input: CreateByTool,
    output: CreatedInvoice,
    dryRun: true,
    example: (idOf) => ({
      customer_id: idOf("customer"),
      line_items: [{ name: "Consulting", quantity: 12.5, price: 95 }],
      tracked_time: {
        from: "2026-11-01",
        to: "2026-11-30",
        project_id: idOf("billable_project"),
      },
    }),
    handler: createByTool,
  }),
];
