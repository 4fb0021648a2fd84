import { byId } from "../../core/fields.ts";
import { defineRoute, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import {
  Creditable,
  CreditInvoice,
  creditInvoice,
  getCreditable,
  RefundInvoice,
  refundInvoice,
} from "./credit-invoice.ts";
import { MailDraft, shownMailDraft } from "./mail-draft.ts";
import { getShownInvoice, ShownInvoice } from "./page-answers.ts";

const creditable = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/creditable",
  role: "member",
  input: byId,
  output: json(Creditable),
  example: (idOf) => ({ id: idOf("paid_invoice") }),
  handler: async (context: Context, input) => getCreditable(context, input),
});

const credit = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/credit-notes",
  role: "member",
  event: {
    of: "invoice",
    did: "changed",
    said: "credited a part of *",
    tried: "credit a part of an invoice",
  },
  input: CreditInvoice,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("sent_invoice"), amount_minor: 2500 }),
  handler: async (context: Context, input) =>
    getShownInvoice(context, input, await creditInvoice(context, input)),
});

const refund = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/refunds",
  role: "member",
  event: {
    of: "invoice_payment",
    did: "created",
    tried: "record a refund",
  },
  input: RefundInvoice,
  output: json(ShownInvoice),
  example: (idOf) => ({
    id: idOf("paid_invoice"),
    paid_on: "2026-11-20",
    amount_minor: 500,
    method: "transfer" as const,
    // 90 of 100 are open, of which nobody gets anything back.
    credit_minor: 9500,
  }),
  handler: async (context: Context, input) =>
    getShownInvoice(context, input, await refundInvoice(context, input)),
});

const mail = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/mail",
  role: "member",
  input: byId,
  output: json(MailDraft),
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, input) => shownMailDraft(context, input),
});

export const creditRoutes = [creditable, credit, refund, mail] as const;
