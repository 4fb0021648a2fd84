import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import { storedBody } from "./body-of.ts";
import { findInvoice, type InvoiceRow, noInvoice } from "./invoice.ts";
import { linkedText, type MailKind, MAIL_KINDS, writtenMail } from "./mail-texts.ts";
import { defaultRecipients, noMailYet } from "./mails.ts";

export const MailDraft = z.object({
  kind: z.enum(MAIL_KINDS),
  /** False where no mail server is set up. */
  can_mail: z.boolean(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
});

/**
 * Writes the mail of a document with a number as it would go out now: to the customer's own addresses, with the team's
 * text. Nothing is stored.
 * @throws Refusal `not_found` for an unknown id, and for a draft
 */
export async function draftMail(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof MailDraft>> {
  const invoice = await findInvoice(context, id);
  if (invoice === undefined) throw noInvoice(id);
  if (invoice.number === null) throw noMailYet();
  const [body, { texts, copy_to }, customer] = await Promise.all([
    storedBody(context, id),
    settingsOf(context),
    addressesOf(context, invoice),
  ]);
  const kind = mailKindOf(invoice);
  const { to, cc } = defaultRecipients(customer, copy_to);
  return {
    kind,
    can_mail: context.mailing !== null,
    to: [...to],
    cc: [...cc],
    ...writtenMail(body, { kind, texts, team: context.team, hasLink: invoice.link_id !== null }),
  };
}

/** The same with `{link}` in the place of the link, which the server fills in when the mail leaves. */
export async function shownMailDraft(
  context: Context,
  input: ById,
): Promise<z.output<typeof MailDraft>> {
  const draft = await draftMail(context, input);
  return { ...draft, text: linkedText(draft.text, "{link}") };
}

async function addressesOf({ db, team }: Context, { customer_id }: InvoiceRow) {
  if (customer_id === null) return null;
  const customer = await db
    .selectFrom("customers")
    .select(["email", "billing_email"])
    .where("team_id", "=", team.id)
    .where("id", "=", customer_id)
    .executeTakeFirst();
  return customer ?? null;
}

export function mailKindOf({ type, status }: Pick<InvoiceRow, "type" | "status">): MailKind {
  if (type === "credit_note") return type;
  return status === "canceled" ? "canceled" : "invoice";
}
