import PostalMime, { type Email } from "postal-mime";
import type { ReadMail } from "./paper.ts";
import { UnreadableFile } from "./unreadable.ts";

export type MailHead = ReadMail & {
  /** Address alone, of the From header. */
  readonly address: string | null;
  /** Says of itself that it is an answer of a machine, or goes to many (RFC 3834 §5, RFC 2076 §3.9). */
  readonly isAutomatic: boolean;
};

/**
 * Reads the header of a mail.
 * @param bytes the beginning of the mail, up to its first empty line at least
 * @throws UnreadableFile
 */
export async function readMailHead(bytes: Uint8Array): Promise<MailHead> {
  const mail = await parsedMail(headerIn(bytes));
  const of = (name: string) => mail.headers.find(({ key }) => key === name)?.value.trim() ?? "";
  return {
    ...originOf(mail),
    address: mail.from?.address ?? null,
    isAutomatic:
      /^auto-replied\b/i.test(of("auto-submitted")) ||
      /^(?:bulk|auto[_-]reply)$/i.test(of("precedence")),
  };
}

function headerIn(bytes: Uint8Array): Uint8Array {
  const end = /\r?\n\r?\n/.exec(Buffer.from(bytes).toString("latin1"));
  return end === null ? bytes : bytes.subarray(0, end.index + end[0].length);
}

/** @throws UnreadableFile for a file that is no mail, or that is too deeply nested */
export async function parsedMail(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 64 });
  } catch (error) {
    // The library throws plain errors for all that is wrong with a mail.
    throw new UnreadableFile("damaged", "The mail cannot be read", { cause: error });
  }
}

export function originOf(mail: Email): ReadMail {
  const { address = "", name = "" } = mail.from ?? {};
  const sender = name === "" ? address : `${name} <${address}>`;
  return {
    sender: sender.trim() === "" ? null : short(sender),
    subject: mail.subject ? short(mail.subject) : null,
    messageId: mail.messageId ? short(mail.messageId) : null,
  };
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 500).toWellFormed();
}
