import { byId } from "../../core/fields.ts";
import { defineRoute, download, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { downloadMail } from "./mail-message.ts";
import { getShownInvoice, ShownInvoice } from "./page-answers.ts";
import { SendAgain, sendAgain } from "./send-again.ts";

const again = defineRoute({
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

const file = defineRoute({
  path: "GET /api/teams/:team/invoices/:id/mail.eml",
  role: "member",
  input: byId,
  output: download,
  example: (idOf) => ({ id: idOf("sent_invoice") }),
  handler: async (context: Context, { id }) => downloadMail(context, { id }),
});

export const mailRoutes = [again, file] as const;
