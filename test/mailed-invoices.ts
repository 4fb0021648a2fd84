import type { Context } from "../src/db/context.ts";
import { createDraft } from "../src/domains/invoices/create-draft.ts";
import { type SendInvoice, sendInvoice } from "../src/domains/invoices/send-invoice.ts";
import type { Team } from "./app.ts";
import { LINE } from "./invoices.ts";
import { ownerContext } from "./transactions.ts";

/** The context of the owner's call on a server with a mail server. */
export function mailingContext(team: Team): Context {
  const mailing = { domain: "books.example", invoiceMailsPerHour: 100 };
  return { ...ownerContext(team), mailing };
}

type Sending = Omit<SendInvoice, "id"> & {
  readonly customer?: string;
  /** False where the server has no mail server. */
  readonly isMailing?: boolean;
};

/** Sends a German invoice over 1,374.98 EUR by the verbs. @returns its id */
export async function mailedInvoice(
  team: Team,
  { customer: name = "Acme GmbH", isMailing = true, ...given }: Sending = {},
): Promise<string> {
  const context = isMailing ? mailingContext(team) : ownerContext(team);
  const customer = await team.call("customers_create", {
    name,
    email: "anna@acme.example",
    billingEmail: "bills@acme.example",
  });
  const { row } = await createDraft(context, {
    customer_id: customer.id,
    language: "de",
    lines: [{ ...LINE, id: context.newId(), price: "1374.98" }],
  });
  await sendInvoice(context, { id: row.id, ...given });
  return row.id;
}
