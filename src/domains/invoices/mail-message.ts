import type { ById } from "../../core/fields.ts";
import { type Message, unsentMail } from "../../core/mail.ts";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { storedBody } from "./body-of.ts";
import { pdfOf } from "./invoice-pdf.ts";
import { findInvoice, noInvoice } from "./invoice.ts";
import { linkOf } from "./link.ts";
import { linkedText, type MailKind, mailHtml } from "./mail-texts.ts";
import { noMailYet } from "./mails.ts";

/** Null for an unknown id. */
export async function mailById({ db, team }: Pick<OfTeam, "db" | "team">, id: string) {
  const row = await db
    .selectFrom("invoice_mails as mail")
    .innerJoin("teams as team", "team.id", "mail.team_id")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "mail.team_id")
        .onRef("invoice.id", "=", "mail.invoice_id"),
    )
    .where("mail.team_id", "=", team.id)
    .where("mail.id", "=", id)
    .select(["mail.invoice_id", "mail.kind", "mail.recipients", "mail.reply_to", "mail.subject"])
    .select(["mail.text", "mail.message_id", "mail.dated_at", "mail.state"])
    .select(["team.name as team_name", "invoice.link_id"])
    .executeTakeFirst();
  return row ?? null;
}

type MailToSend = NonNullable<Awaited<ReturnType<typeof mailById>>>;

/** @throws Failure when its PDF cannot be drawn */
export async function messageOf(
  context: OfTeam,
  mail: MailToSend,
  draw: typeof pdfOf,
): Promise<Message> {
  const { language, number } = await storedBody(context, mail.invoice_id);
  const name = `${number?.replaceAll("/", "-")}.pdf`;
  const link = linkOf(context, mail);
  const text = linkedText(mail.text, link);
  return {
    id: mail.message_id,
    date: mail.dated_at,
    ...mail.recipients,
    subject: mail.subject,
    text,
    html: await mailHtml(language, text, link),
    team: { name: mail.team_name, replyTo: mail.reply_to },
    attachments: hasPdf(mail.kind)
      ? [{ name, type: "application/pdf", bytes: await draw(context, mail.invoice_id) }]
      : [],
  };
}

/** A mail that an invoice is canceled does not hand it out once more. */
function hasPdf(kind: MailKind): boolean {
  return kind !== "canceled";
}

/**
 * The newest mail of a document as a file, which mail programs open as a draft: for teams without a mail server, and
 * for whoever wants to send it themselves.
 * @throws Refusal `not_found` for an unknown id, and for a document without a mail
 */
export async function downloadMail(context: Context, { id }: ById): Promise<Download> {
  const invoice = await findInvoice(context, id);
  if (invoice === undefined) throw noInvoice(id);
  const newest = await context.db
    .selectFrom("invoice_mails")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("invoice_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const mail = newest === undefined ? null : await mailById(context, newest.id);
  if (mail === null || invoice.number === null) throw noMailYet();
  const message = await messageOf(context, mail, pdfOf);
  // It is another mail than the server's: receivers would fold the two.
  const own = { id: message.id.replace(/^[^@]*/, context.newId()), date: context.now };
  return {
    name: `${invoice.number.replaceAll("/", "-")}.eml`,
    type: "message/rfc822",
    content: await unsentMail({ ...message, ...own }),
  };
}
