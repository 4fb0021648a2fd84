import { z } from "zod";
import { email, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import { storedBody } from "./body-of.ts";
import { lockInvoice, noInvoice } from "./invoice.ts";
import { mailKindOf } from "./mail-draft.ts";
import { mailSubject, mailText, writtenMail } from "./mail-texts.ts";
import { MOST_RECIPIENTS, noMailYet, queueMail, requireMailRoom, type ShownMail } from "./mails.ts";

const addresses = z.array(email).max(MOST_RECIPIENTS);

/** Subject and text are templates; the team's own if left out. */
export const SendAgain = z.strictObject({
  id: uuid,
  to: addresses.min(1),
  cc: addresses.default([]),
  subject: mailSubject.optional(),
  text: mailText.optional(),
});

/**
 * Mails a document with a number once more: after a failure, to somebody else, or a credit note for the first time. Of
 * a canceled invoice it says that it is canceled.
 * @throws Refusal `not_found` for an unknown id and for a draft, `busy` where too much was mailed
 */
export async function sendAgain(
  context: Context,
  { id, to, cc, subject, text }: z.output<typeof SendAgain>,
): Promise<ShownMail> {
  return transaction(context, async (context) => {
    await requireMailRoom(context, { to, cc });
    const invoice = await lockInvoice(context, id);
    if (invoice === undefined) throw noInvoice(id);
    if (invoice.number === null) throw noMailYet();
    const [body, { texts, reply_to }] = [await storedBody(context, id), await settingsOf(context)];
    const { team } = context;
    const kind = mailKindOf(invoice);
    const typed = { subject, text };
    const hasLink = invoice.link_id !== null;
    const written = writtenMail(body, { kind, texts, team, typed, hasLink });
    return queueMail(context, { invoice, kind, to, cc, ...written, replyTo: reply_to });
  });
}
