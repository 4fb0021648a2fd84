import { z } from "zod";
import { byId, event, notices, uuid } from "../../core/fields.ts";
import { defineRoute, download, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { downloadPdf } from "./invoice-pdf.ts";
import { makeLink, revokeLink } from "./link.ts";
import { downloadMail } from "./mail-message.ts";
import { getShownNumbers, ShownNumbers } from "./number-answers.ts";
import { SetNumbers, setNumbers } from "./number-settings.ts";
import { getShownInvoice, ShownInvoice } from "./page-answers.ts";
import { RecordPayment, recordPayment } from "./payments.ts";
import { RemovePayment, removePayment } from "./remove-payment.ts";
import { SendAgain, sendAgain } from "./send-again.ts";
import { SendInvoice, sendInvoice } from "./send-invoice.ts";
import { checkSending, SendingCheck } from "./sending-check.ts";
import { getVoidLoss, VoidLoss, voidInvoice } from "./void-invoice.ts";

const check = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/check",
  role: "member",
  input: byId,
  output: json(SendingCheck),
  example: (idOf) => ({ id: idOf("ready_invoice") }),
  handler: checkSending,
});

const send = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/send",
  role: "member",
  event: { of: "invoice", did: "changed", said: "sent *", tried: "send an invoice" },
  input: SendInvoice,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("ready_invoice") }),
  handler: async (context: Context, input) =>
    getShownInvoice(context, input, await sendInvoice(context, input)),
});

const loss = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/loss",
  role: "member",
  input: byId,
  output: json(VoidLoss),
  example: (idOf) => ({ id: idOf("paid_invoice") }),
  handler: async (context: Context, input) => getVoidLoss(context, input),
});

const cancel = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/void",
  role: "member",
  event: { of: "invoice", did: "changed", said: "voided *", tried: "void an invoice" },
  input: byId,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, input) =>
    getShownInvoice(context, input, await voidInvoice(context, input)),
});

const pay = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/payments",
  role: "member",
  event: { of: "invoice_payment", did: "created" },
  input: RecordPayment,
  output: json(ShownInvoice),
  example: (idOf) => ({
    id: idOf("paid_invoice"),
    paid_on: "2026-11-20",
    amount_minor: 5000,
    method: "transfer" as const,
  }),
  handler: async (context: Context, input) =>
    getShownInvoice(context, input, await recordPayment(context, input)),
});

const unpay = defineRoute({
  path: "DELETE /api/teams/:team/invoices/:id/payments/:payment",
  role: "member",
  event: { of: "invoice_payment", did: "deleted" },
  input: RemovePayment,
  output: json(z.object({ id: uuid, event, notices })),
  example: (idOf) => ({ id: idOf("paid_invoice"), payment: idOf("invoice_payment") }),
  handler: async (context: Context, input) => {
    const { event } = await removePayment(context, input);
    return { id: input.payment, event };
  },
});

const pdf = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/pdf",
  role: "member",
  input: byId,
  output: download,
  example: (idOf) => ({ id: idOf("paid_invoice") }),
  handler: async (context: Context, input) => {
    const { name, bytes } = await downloadPdf(context, input);
    return { name, type: "application/pdf", content: bytes };
  },
});

const numbers = defineRoute({
  path: "GET /api/teams/:team/invoice-numbers",
  role: "member",
  input: z.strictObject({}),
  output: json(ShownNumbers),
  example: () => ({}),
  handler: async (context: Context) => getShownNumbers(context),
});

const changeNumbers = defineRoute({
  path: "PATCH /api/teams/:team/invoice-numbers",
  role: "admin",
  event: {
    of: "invoice_settings",
    did: "changed",
    said: "changed the numbers of invoices",
    tried: "change the numbers of invoices",
  },
  input: SetNumbers,
  output: json(ShownNumbers),
  example: () => ({ invoice_pattern: "R-{YYYY}-{####}" }),
  handler: async (context: Context, input) =>
    getShownNumbers(context, await setNumbers(context, input)),
});

const mailAgain = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/mails",
  role: "member",
  // The mail itself says who had it sent, and when.
  event: null,
  input: SendAgain,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("sent_invoice"), to: ["anna@acme.example"] }),
  handler: async (context: Context, input) => {
    await sendAgain(context, input);
    return getShownInvoice(context, input);
  },
});

const mailFile = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/mail.eml",
  role: "member",
  input: byId,
  output: download,
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, { id }) => downloadMail(context, { id }),
});

const newLink = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/link",
  role: "member",
  event: {
    of: "invoice",
    did: "changed",
    said: "made a new public link for *",
    tried: "make a new public link for an invoice",
  },
  input: byId,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, input) => {
    // Its event is not told: the page would offer to undo it.
    await makeLink(context, input);
    return getShownInvoice(context, input);
  },
});

const endLink = defineRoute({
  path: "DELETE /api/teams/:team/invoices/:id/link",
  role: "member",
  event: {
    of: "invoice",
    did: "changed",
    said: "revoked the public link of *",
    tried: "revoke the public link of an invoice",
  },
  input: byId,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, input) => {
    await revokeLink(context, input);
    return getShownInvoice(context, input);
  },
});

export const sendRoutes = [
  check,
  send,
  loss,
  cancel,
  pay,
  unpay,
  pdf,
  numbers,
  changeNumbers,
  mailAgain,
  mailFile,
  newLink,
  endLink,
] as const;
