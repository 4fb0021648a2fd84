import { fileTypeFromBuffer } from "file-type";
import type { Attachment, Email } from "postal-mime";
import sharp from "sharp";
import type { Day } from "../shared/time.ts";
import { addHtml } from "./html.ts";
import { Lines } from "./lines.ts";
import { originOf, parsedMail } from "./mail-head.ts";
import type { MailPart, ReadMail } from "./paper.ts";

type OpenMail = {
  readonly origin: ReadMail;
  /** Of its Date header; null when it has none that is a date. */
  readonly date: Day | null;
  /** Its sender, subject and day, in lines. */
  readonly head: string;
  /** Attachments that are papers themselves. */
  readonly parts: readonly MailPart[];
  readonly lines: Lines;
  readonly isCut: boolean;
};

const MOST_PARTS = 50;
const DEEPEST = 5;

/** Smaller pictures within a mail are signatures. */
const SIGNATURE_BYTES = 10 * 1024;
const SIGNATURE_PIXELS = 150;

/**
 * Reads a mail. Forwarded mails count by their attachments, and by their text.
 * @throws UnreadableFile for a file that is no mail, or that is too deeply nested
 */
export async function readMail(bytes: Uint8Array): Promise<OpenMail> {
  const mail = await parsedMail(bytes);
  const parts: MailPart[] = [];
  const lines = new Lines();
  await addMail(mail, { parts, lines }, 0);
  return {
    origin: originOf(mail),
    date: /^\d{4}-\d\d-\d\d(?=T)/.exec(mail.date ?? "")?.[0] ?? null,
    head: headOf(mail),
    parts: parts.slice(0, MOST_PARTS),
    lines,
    isCut: lines.isCut || parts.length > MOST_PARTS,
  };
}

type Found = { readonly parts: MailPart[]; readonly lines: Lines };

async function addMail(mail: Email, found: Found, depth: number): Promise<void> {
  if (hasText(mail.html)) addHtml(found.lines, mail.html);
  else found.lines.addText(mail.text ?? "");
  for (const attachment of mail.attachments) {
    const bytes = bytesOf(attachment);
    if (attachment.mimeType === "message/rfc822" && depth < DEEPEST) {
      const inner = await parsedMail(bytes);
      found.lines.addText(headOf(inner));
      await addMail(inner, found, depth + 1);
    } else if (await isPaper(attachment, bytes))
      found.parts.push({ name: nameOf(attachment), bytes });
    if (found.parts.length > MOST_PARTS) return;
  }
}

function hasText(html: string | undefined): html is string {
  return html !== undefined && html.trim() !== "";
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

const PAPERS = new Set("pdf jpg png apng webp heic avif tif gif docx xlsx odt ods".split(" "));

/** Other texts within a mail are its own words, invitations and signatures. */
const TEXTS = /\.(?:xml|csv|txt|md)$/i;

async function isPaper(attachment: Attachment, bytes: Uint8Array): Promise<boolean> {
  if (bytes.length === 0) return false;
  const kind = await fileTypeFromBuffer(bytes);
  if (kind?.ext === "xml" || kind === undefined) {
    const isAttached = attachment.disposition !== "inline" && attachment.related !== true;
    return isAttached && TEXTS.test(attachment.filename ?? "");
  }
  if (!PAPERS.has(kind.ext)) return false;
  const isPicture = kind.mime.startsWith("image/");
  const isWithin = attachment.disposition === "inline" || attachment.related === true;
  return !(isPicture && isWithin && (await isSignature(bytes)));
}

async function isSignature(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length < SIGNATURE_BYTES) return true;
  try {
    const { width, height } = await sharp(bytes).metadata();
    return width < SIGNATURE_PIXELS || height < SIGNATURE_PIXELS;
  } catch (error) {
    // The library throws plain errors for pictures that it does not know, as HEIC.
    if (!(error instanceof Error)) throw error;
    return false;
  }
}

const LONGEST_NAME = 1_000;

/** The end of a long name has its ending. */
function nameOf({ filename, mimeType }: Attachment): string {
  if (filename) return filename.slice(-LONGEST_NAME);
  return `attachment.${mimeType.replace(/^.*\//, "").replaceAll(/\W/g, "").slice(0, 8)}`;
}

function headOf(mail: Email): string {
  const { sender, subject } = originOf(mail);
  const from = sender === null ? "" : `From: ${sender}\n`;
  const about = subject === null ? "" : `Subject: ${subject}\n`;
  return `${from}${about}${mail.date ? `Date: ${mail.date.slice(0, 10)}\n` : ""}`;
}
