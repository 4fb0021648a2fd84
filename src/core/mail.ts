import type { Instant } from "../shared/time.ts";

export type Message = {
  /** Message-ID (RFC 5322 §3.6.4) without brackets; the same at each attempt, so that receivers fold duplicates. */
  readonly id: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The time of sending if left out. */
  readonly date?: Instant;
  readonly attachments?: readonly Attachment[];
  /** The team whose people had it sent; left out for the server's own mail. */
  readonly team?: { readonly name: string; readonly replyTo: string | null };
};

export type Attachment = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
};

/**
 * Resolves when a mail server has accepted the message, with the addresses that it has not accepted.
 * @throws Failure when the server refuses it for all addresses, or cannot be reached
 */
export type Mailer = {
  readonly send: (message: Message) => Promise<{ readonly refused: readonly string[] }>;
};

/** The message as a file that mail programs open as a draft. It has no sender: the program fills its own in. */
export async function unsentMail(message: Message): Promise<Uint8Array<ArrayBuffer>> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const mime = mimeOf(message);
  const headers = { ...mime.headers, "X-Unsent": "1" };
  const composer = new MailComposer({ ...mime, headers, newline: "\r\n" });
  return new Uint8Array(await composer.compile().build());
}

/** Options of nodemailer, without the sender. */
export function mimeOf({
  id,
  to,
  cc = [],
  subject,
  text,
  html,
  date,
  attachments = [],
  team,
}: Message) {
  const replyTo = team?.replyTo ?? null;
  return {
    messageId: `<${id}>`,
    to: to.map(only),
    ...(cc.length === 0 ? {} : { cc: cc.map(only) }),
    ...(replyTo === null ? {} : { replyTo: only(replyTo) }),
    ...(date === undefined ? {} : { date: new Date(date) }),
    subject: withoutEncodedWords(subject),
    text,
    html,
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    // Programs that read invoices leave automatic mail out (RFC 3834 §5); a person's mail is none.
    headers: team === undefined ? { "Auto-Submitted": "auto-generated" } : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Passed as an object, which nodemailer does not parse: no address can turn into two. */
function only(address: string) {
  return { name: "", address };
}

/** Receivers decode what looks like an encoded word (RFC 2047 §2), also in the middle of a name. */
export function withoutEncodedWords(subject: string): string {
  return subject.replaceAll("=?", "= ?");
}
