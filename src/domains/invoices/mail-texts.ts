import { html } from "hono/html";
import { Refusal } from "../../core/errors.ts";
import { label, text } from "../../core/fields.ts";
import { quoted, withoutHidden } from "../../core/visible.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { enumerated } from "../../shared/words.ts";
import type { InvoiceBody, InvoiceLanguage } from "./invoice-body.ts";
import { writtenDay, writtenMoney } from "./pdf/languages.ts";

export const MAIL_KINDS = ["invoice", "credit_note", "canceled"] as const;

export type MailKind = Schema["invoice_mails"]["kind"];

/** Subject and text in which names in braces stand for what the document says. */
export type MailTemplate = { readonly subject: string; readonly text: string };

/** A team's own templates, by kind and language: `invoice.de`. */
export type MailTexts = Readonly<Record<string, MailTemplate>>;

export function mailTextKey(kind: MailKind, language: InvoiceLanguage): string {
  return `${kind}.${language}`;
}

const SUBJECT_LENGTH = 300;
const TEXT_LENGTH = 10_000;

export const mailSubject = label(SUBJECT_LENGTH);
export const mailText = text(TEXT_LENGTH);

/** The team's own template, else that of the house. */
export function mailTemplate(
  texts: MailTexts,
  kind: MailKind,
  language: InvoiceLanguage,
): MailTemplate {
  return texts[mailTextKey(kind, language)] ?? TEMPLATES[language][kind];
}

export const MAIL_NAMES = ["number", "customer", "total", "due_date", "team", "link"] as const;

export type MailValues = Readonly<Record<(typeof MAIL_NAMES)[number], string | null>>;

type Said = Pick<
  InvoiceBody,
  "language" | "number" | "buyer" | "total_minor" | "currency" | "due_date"
>;

/** Values of the names, in the document's language; null for one that this document does not have. */
export function mailValues(
  { language, number, buyer, total_minor, currency, due_date }: Said,
  { team, link }: { readonly team: string; readonly link: string | null },
): MailValues {
  return {
    number,
    customer: oneLine(buyer.name),
    total: writtenMoney(language, total_minor, currency),
    due_date: due_date === null ? null : writtenDay(language, due_date),
    team: oneLine(team),
    link,
  };
}

/**
 * The subject and the text of a document's mail: what a person typed, else the team's template, else that of the house.
 * What was typed is a template too, so that it can name a number that nobody knows yet.
 * @throws Refusal for a name that is none
 */
export function writtenMail(
  body: InvoiceBody,
  {
    kind,
    texts,
    team,
    typed = {},
    hasLink,
  }: {
    readonly kind: MailKind;
    readonly texts: MailTexts;
    readonly team: { readonly name: string };
    readonly typed?: { readonly subject?: string | undefined; readonly text?: string | undefined };
    readonly hasLink: boolean;
  },
): MailTemplate {
  const own = mailTemplate(texts, kind, body.language);
  const template = { subject: typed.subject ?? own.subject, text: typed.text ?? own.text };
  const link = hasLink ? LINK_MARK : null;
  return filledMail(withoutMarks(template), mailValues(body, { team: team.name, link }));
}

/** Stands for the link in a text that is stored: the link itself is stored nowhere. A character of private use. */
const LINK_MARK = "\u{e000}";

function withoutMarks({ subject, text }: MailTemplate): MailTemplate {
  return { subject: subject.replaceAll(LINK_MARK, ""), text: text.replaceAll(LINK_MARK, "") };
}

/** A stored text with the link of now. Without one, its line is left out. */
export function linkedText(text: string, link: string | null): string {
  const lines = text.split("\n");
  if (link === null) return textOf(lines.filter((line) => !line.includes(LINK_MARK)));
  return lines.map((line) => line.replaceAll(LINK_MARK, link)).join("\n");
}

const NAMED = /\{([^{}\n]*)\}/g;

/**
 * Puts the values in place of the names, once: braces within a value stay as they are. A line that names what the
 * document does not have is left out.
 * @throws Refusal for a name that is none, and for a subject that would be empty
 */
export function filledMail(template: MailTemplate, values: MailValues): MailTemplate {
  requireKnownNames(template);
  // A link in a subject could not be followed, and would be kept with it.
  const subject = oneLine(filled(template.subject, { ...values, link: null }) ?? "");
  if (subject === "") throw emptySubject(template.subject);
  const lines = template.text.split(/\r\n?|\n/).map((line) => filled(line, values));
  return { subject, text: textOf(lines.filter((line) => line !== null)) };
}

function textOf(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function emptySubject(template: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "subject",
    message: `The subject ${quoted(template)} names what this mail does not have, so that it would be empty`,
    next: "write another subject, or change it under Settings, Invoices, Mail texts; nothing was sent",
  });
}

/** @throws Refusal that lists the names there are, before anything is sent or saved */
export function requireKnownNames(template: MailTemplate, path: readonly string[] = []): void {
  for (const part of ["subject", "text"] as const) {
    const unknown = [...template[part].matchAll(NAMED)].find(([, name = ""]) => !isKnown(name));
    if (unknown === undefined) continue;
    const known = enumerated(MAIL_NAMES.map((name) => `{${name}}`));
    throw new Refusal({
      code: "invalid_argument",
      path: [...path, part].join("."),
      message: `${quoted(unknown[0])} is no name that is filled in`,
      next: `use ${known}, or write it without braces`,
    });
  }
}

function isKnown(name: string): name is keyof MailValues {
  return MAIL_NAMES.some((known) => known === name);
}

/** Null for a text that names what there is not. */
function filled(template: string, values: MailValues): string | null {
  const names = [...template.matchAll(NAMED)].map(([, name = ""]) => name).filter(isKnown);
  if (names.some((name) => values[name] === null)) return null;
  return template.replaceAll(NAMED, (whole, name: string) =>
    isKnown(name) ? (values[name] ?? "") : whole,
  );
}

/** The same words as HTML: a paragraph for each, and the lines within it. The link can be followed. */
export async function mailHtml(
  language: InvoiceLanguage,
  text: string,
  link: string | null = null,
): Promise<string> {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.split("\n"));
  const page = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
      </head>
      <body>
        ${paragraphs.map((lines) => html`<p>${lines.map((line, at) => html`${at === 0 ? "" : html`<br />`}${linkedLine(line, link)}`)}</p>`)}
      </body>
    </html>`;
  return page.toString();
}

function linkedLine(line: string, link: string | null) {
  if (link === null) return line;
  const between = html`<a href="${link}">${link}</a>`;
  return line.split(link).map((part, at) => html`${at === 0 ? "" : between}${part}`);
}

/** Makes a name safe within a sentence: no line breaks, no invisible or direction-changing characters. */
function oneLine(name: string): string {
  return withoutHidden(name.replaceAll(/\s+/g, " ")).replaceAll(LINK_MARK, "").trim();
}

type Templates = Readonly<Record<MailKind, MailTemplate>>;

const TEMPLATES: Readonly<Record<InvoiceLanguage, Templates>> = {
  en: {
    invoice: {
      subject: "Invoice {number} from {team}",
      text: "Hello,\n\nPlease find attached invoice {number} for {total}.\nPlease pay it by {due_date}.\n\n{link}\n\nKind regards\n{team}",
    },
    credit_note: {
      subject: "Credit note {number} from {team}",
      text: "Hello,\n\nPlease find attached credit note {number} for {total}.\n\n{link}\n\nKind regards\n{team}",
    },
    canceled: {
      subject: "Invoice {number} is canceled",
      text: "Hello,\n\nInvoice {number} for {total} is canceled. Please do not pay it.\n\nKind regards\n{team}",
    },
  },
  de: {
    invoice: {
      subject: "Rechnung {number} von {team}",
      text: "Guten Tag,\n\nanbei erhalten Sie die Rechnung {number} über {total}.\nBitte zahlen Sie bis zum {due_date}.\n\n{link}\n\nMit freundlichen Grüßen\n{team}",
    },
    credit_note: {
      subject: "Rechnungskorrektur {number} von {team}",
      text: "Guten Tag,\n\nanbei erhalten Sie die Rechnungskorrektur {number} über {total}.\n\n{link}\n\nMit freundlichen Grüßen\n{team}",
    },
    canceled: {
      subject: "Rechnung {number} ist storniert",
      text: "Guten Tag,\n\ndie Rechnung {number} über {total} ist storniert. Bitte zahlen Sie sie nicht.\n\nMit freundlichen Grüßen\n{team}",
    },
  },
  fr: {
    invoice: {
      subject: "Facture {number} de {team}",
      text: "Bonjour,\n\nVeuillez trouver ci-joint la facture {number} d’un montant de {total}.\nMerci de la régler au plus tard le {due_date}.\n\n{link}\n\nCordialement\n{team}",
    },
    credit_note: {
      subject: "Avoir {number} de {team}",
      text: "Bonjour,\n\nVeuillez trouver ci-joint l’avoir {number} d’un montant de {total}.\n\n{link}\n\nCordialement\n{team}",
    },
    canceled: {
      subject: "La facture {number} est annulée",
      text: "Bonjour,\n\nLa facture {number} d’un montant de {total} est annulée. Merci de ne pas la régler.\n\nCordialement\n{team}",
    },
  },
  nl: {
    invoice: {
      subject: "Factuur {number} van {team}",
      text: "Goedendag,\n\nHierbij ontvangt u factuur {number} van {total}.\nWij verzoeken u deze uiterlijk op {due_date} te betalen.\n\n{link}\n\nMet vriendelijke groet\n{team}",
    },
    credit_note: {
      subject: "Creditnota {number} van {team}",
      text: "Goedendag,\n\nHierbij ontvangt u creditnota {number} van {total}.\n\n{link}\n\nMet vriendelijke groet\n{team}",
    },
    canceled: {
      subject: "Factuur {number} is geannuleerd",
      text: "Goedendag,\n\nFactuur {number} van {total} is geannuleerd. Wij verzoeken u deze niet te betalen.\n\nMet vriendelijke groet\n{team}",
    },
  },
};
