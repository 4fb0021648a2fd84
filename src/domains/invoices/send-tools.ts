import { z } from "zod";
import { byId, notices, noticesOf, uuid } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { linkOf } from "./link.ts";
import { sendInvoice } from "./send-invoice.ts";
import { lossOfInvoice, voidInvoice } from "./void-invoice.ts";

const Done = z.looseObject({
  id: uuid,
  number: z.string().nullable(),
  status: z.string(),
  notices,
});

export const sendTools: readonly Tool<Context>[] = [
  defineTool({
    name: "invoices_send",
    title: "Send invoice",
    tier: "write",
    resource: "invoices",
    event: { of: "invoice", did: "changed", said: "sent *", tried: "send an invoice" },
    description:
      "Sends a draft to its customer's own addresses: it gets the next number and cannot be changed any more. The mail goes out in the background; email tells its state.",
    effect: "Sends an invoice to its customer, for good.",
    input: byId,
    output: Done,
    openWorld: true,
    dryRun: true,
    example: (idOf) => ({ id: idOf("ready_invoice") }),
    handler: async (context, input) => {
      const { row, mail, notices } = await sendInvoice(context, input);
      return {
        id: row.id,
        number: row.number,
        status: row.status,
        total: toMajor(row.total_minor, row.currency),
        currency: row.currency,
        due_date: row.due_date,
        email: { to: mail.to, state: mail.state, error: mail.error },
        url: linkOf(context, row),
        ...noticesOf(notices),
      };
    },
  }),
  defineTool({
    name: "invoices_void",
    title: "Void invoice",
    tier: "destructive",
    resource: "invoices",
    event: { of: "invoice", did: "changed", said: "voided *", tried: "void an invoice" },
    description:
      "Cancels an invoice; number, document and payments stay. Where the team's law wants one, it issues a credit note. Nothing is mailed.",
    input: byId,
    output: Done,
    dryRun: true,
    example: (idOf) => ({ id: idOf("sent_invoice") }),
    idempotent: true,
    handler: async (context, input) => {
      const { row, creditNote, notices } = await voidInvoice(context, input);
      return {
        id: row.id,
        number: row.number,
        status: row.status,
        credit_note: creditNote === null ? null : { id: creditNote.id, number: creditNote.number },
        ...noticesOf(notices),
      };
    },
    loss: lossOfInvoice,
  }),
];
