import type { ById } from "../../core/fields.ts";
import { type Message, unsentMail } from "../../core/mail.ts";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import { storedBody } from "./body-of.ts";
import { pdfOf } from "./invoice-pdf.ts";
import { findInvoice, type InvoiceRow, noInvoice } from "./invoice.ts";
import { linkOf } from "./link.ts";
import { draftMail } from "./mail-draft.ts";
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
 * for whoever wants to send it themselves. A credit note that nobody has mailed has the mail that it would get.
 * @throws Refusal `not_found` for an unknown id, and for a draft
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
  if (invoice.number === null) throw noMailYet();
  const mail = newest === undefined ? null : await mailById(context, newest.id);
  const message = await messageOf(context, mail ?? (await unwritten(context, invoice)), pdfOf);
  // It is another mail than the server's: receivers would fold the two.
  const own = { id: message.id.replace(/^[^@]*/, context.newId()), date: context.now };
  return {
    name: `${invoice.number.replaceAll("/", "-")}.eml`,
    type: "message/rfc822",
    content: await unsentMail({ ...message, ...own }),
  };
}

async function unwritten(context: Context, invoice: InvoiceRow): Promise<MailToSend> {
  const { id, link_id } = invoice;
  const [{ kind, to, cc, subject, text }, { reply_to }] = await Promise.all([
    draftMail(context, { id }),
    settingsOf(context),
  ]);
  const { newId, now, mailing, team } = context;
  return {
    invoice_id: id,
    kind,
    recipients: { to, cc },
    reply_to,
    subject,
    text,
    message_id: `${newId()}@${mailing?.domain ?? "localhost"}`,
    dated_at: now,
    state: "not_sent",
    team_name: team.name,
    link_id,
  };
}
