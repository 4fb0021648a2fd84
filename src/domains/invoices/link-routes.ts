import { byId } from "../../core/fields.ts";
import { defineRoute, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { makeLink, revokeLink } from "./link.ts";
import { getShownInvoice, ShownInvoice } from "./page-answers.ts";

const make = defineRoute({
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

const revoke = defineRoute({
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

export const linkRoutes = [make, revoke] as const;
