import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { Refusal } from "../core/errors.ts";
import type { FileKind } from "../shared/paper.ts";
import { kindOfArchive } from "./archive-kind.ts";

/** A kind that is kept, or the words for another one. */
export type FoundKind = FileKind | { readonly other: string };

const HEAD_BYTES = 64 * 1024;

/**
 * Tells a kind from the content, whatever a name or a header says. Files that a program may run, or that a browser
 * shows as a page, are none of the kinds.
 * @param name tells CSV and Markdown from text, and nothing else
 * @throws Refusal `type_not_taken`
 */
export async function fileKindOf(path: string, name: string): Promise<FileKind> {
  const found = await foundIn(path, name);
  if (typeof found === "string") return found;
  throw new Refusal({
    code: "type_not_taken",
    path: "file",
    message: `The content of the file is ${found.other}, whatever its name says, and such files are not kept`,
    next: "save it as a PDF, or send a picture, a mail, a text file, DOCX, XLSX, ODT or ODS instead; nothing was kept",
  });
}

async function foundIn(path: string, name: string): Promise<FoundKind> {
  const head = await headOf(path);
  if (head.length === 0) return { other: "empty" };
  const start = head.toString("latin1");
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(start)) return "pdf";
  if (start.startsWith("PK")) return kindOfArchive(path);
  const charset = charsetOf(head);
  if (await isText(path, charset)) return textKind(decoded(head, charset), name);
  if (isMail(start)) return "eml";
  const detected = await fileTypeFromFile(path);
  if (detected !== undefined) return PICTURES[detected.mime] ?? named(detected);
  // Some programs put something before a PDF, which readers skip.
  return start.slice(0, 1024).includes("%PDF-") ? "pdf" : { other: "of no known type" };
}

const PICTURES: Readonly<Record<string, FileKind>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/apng": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heic",
  "image/heic-sequence": "heic",
  "image/heif-sequence": "heic",
  "image/avif": "avif",
  "image/tiff": "tiff",
  "image/gif": "gif",
};

const PROGRAMS = /x-msdownload|x-elf|mach-binary|x-executable|java-vm|wasm/;

function named({ mime, ext }: { readonly mime: string; readonly ext: string }): FoundKind {
  return { other: PROGRAMS.test(mime) ? "a program" : `${ext.toUpperCase()} (${mime})` };
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

type Charset = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

function charsetOf(head: Buffer): Charset {
  const [one, two] = head;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  try {
    // The last character may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return "windows-1252";
  }
}

/** Characters that no text has, and that other files have soon. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const NO_TEXT = /[\0-\x08\x0b\x0e-\x19\x1c-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;

/** Looks at the whole file. What is UTF-8 at its beginning alone is read as Windows-1252. */
async function isText(path: string, charset: Charset): Promise<boolean> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const file: AsyncIterable<Buffer> = createReadStream(path);
  try {
    for await (const chunk of file)
      if (NO_TEXT.test(decoder.decode(chunk, { stream: true }))) return false;
    return !NO_TEXT.test(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return charset === "utf-8" && isText(path, "windows-1252");
  }
}

function decoded(head: Buffer, charset: Charset): string {
  return new TextDecoder(charset).decode(head);
}

const SCRIPT = /^(?:#!|@echo\b|<\?php\b|<%)/i;

function textKind(text: string, name: string): FoundKind {
  const start = text.trimStart();
  if (start === "") return { other: "nothing but spaces" };
  if (SCRIPT.test(start)) return { other: "a script" };
  if (start.startsWith("{\\rtf")) return { other: "RTF" };
  if (start.startsWith("%!PS")) return { other: "PostScript" };
  if (start.startsWith("<")) return markupKind(start) ?? plainKind(name);
  return isMail(start) ? "eml" : plainKind(name);
}

function plainKind(name: string): FileKind {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? "";
  if (["csv", "tsv"].includes(ending)) return "csv";
  return ["md", "markdown"].includes(ending) ? "markdown" : "text";
}

/** Declarations, comments and the doctype, which stand before the root element. */
const PROLOGUE = /^(?:\s+|<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE\s[^[>]*(?:\[.*?\]\s*)?>)/is;
const ELEMENT = /^<(?<name>[\p{L}_][\p{L}\p{N}._:-]*)(?=[\s/>])/u;
const PAGE_ELEMENT =
  /^(?:html|head|body|script|title|meta|link|style|base|frameset|iframe|object|embed|div|span|p|a|h[1-6]|table|form|img|center|font|br|ul|ol|pre)$/i;

/** @returns null for text that begins with `<` and is no markup */
function markupKind(start: string): FoundKind | null {
  if (/^<!DOCTYPE\s+html\b/i.test(start)) return { other: "HTML" };
  const isDeclared = /^<\?xml\s/.test(start);
  const rest = withoutPrologue(start);
  const root = ELEMENT.exec(rest)?.groups?.["name"];
  if (root === undefined) return isDeclared ? "xml" : null;
  const local = root.replace(/^.*:/, "");
  if (/^svg$/i.test(local)) return { other: "SVG" };
  const isPage = PAGE_ELEMENT.test(local) || rest.slice(0, 4096).includes(XHTML);
  return isPage ? { other: "HTML" } : "xml";
}

const XHTML = "http://www.w3.org/1999/xhtml";

function withoutPrologue(start: string): string {
  let rest = start;
  for (let parts = 0; parts < 100; parts += 1) {
    const [part = ""] = PROLOGUE.exec(rest) ?? [];
    if (part === "") break;
    rest = rest.slice(part.length);
  }
  return rest;
}

const HEADER = /^([!-9;-~]+):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n/;
const OF_MAILS = new Set([
  "from",
  "to",
  "date",
  "subject",
  "received",
  "return-path",
  "message-id",
  "mime-version",
  "delivered-to",
  "content-type",
  "dkim-signature",
]);

/** True where three headers of mails begin the text, or two are all but the body. */
function isMail(start: string): boolean {
  let rest = start.replace(/^\ufeff|^\xef\xbb\xbf/, "");
  let known = 0;
  for (let lines = 0; lines < 100; lines += 1) {
    const [line = "", name = ""] = HEADER.exec(rest) ?? [];
    if (line === "") break;
    if (OF_MAILS.has(name.toLowerCase())) known += 1;
    rest = rest.slice(line.length);
  }
  return known >= 3 || (known === 2 && /^\r?\n/.test(rest));
}
