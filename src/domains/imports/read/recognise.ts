import { decodeForeign } from "../../../core/csv/encoding.ts";
import { type Refusal, unreadable } from "../../../core/errors.ts";
import type { FileFormat } from "./statement.ts";

export type Recognised = {
  readonly format: FileFormat;
  readonly encoding: string;
  readonly text: string;
};

/**
 * Tells the format of a file from its bytes, never from its name.
 * @throws Refusal for what is no text of a bank, with what to export instead
 */
export function recognise(bytes: Uint8Array): Recognised {
  const known = OTHERS.find(({ start }) => start.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) throw otherFile(known.what);
  const { encoding, text } = decodeForeign(bytes, namedEncoding);
  const start = text.slice(0, BEGINNING).trimStart();
  if (start === "") throw unreadable("The file is empty", "choose another file");
  return { format: formatOf(start), encoding, text };
}

/** Characters in which a file tells its format. */
const BEGINNING = 64 * 1024;

const OTHERS: readonly { readonly start: readonly number[]; readonly what: string }[] = [
  { start: [0x25, 0x50, 0x44, 0x46, 0x2d], what: "a PDF document" },
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: "an Excel workbook" },
  // Archives of their own are unpacked before.
  { start: [0x50, 0x4b, 0x03], what: "an archive in an archive" },
  { start: [0x1f, 0x8b], what: "an archive other than ZIP" },
  { start: [0x52, 0x61, 0x72, 0x21], what: "an archive other than ZIP" },
  { start: [0x37, 0x7a, 0xbc, 0xaf], what: "an archive other than ZIP" },
];

function otherFile(what: string): Refusal {
  return unreadable(
    `The file is ${what}, which is not read`,
    "export the account as CAMT.053, OFX, MT940, QIF or CSV at the bank, and choose that file",
  );
}

function formatOf(start: string): FileFormat {
  if (/^(<!doctype html|<html)/i.test(start)) throw otherFile("a web page");
  if (/^OFXHEADER|<OFX>|<\?OFX\s/im.test(start)) return "ofx";
  // Another XML than CAMT is refused by its reader, which names it.
  if (/^<[?!A-Za-z]/.test(start)) return "camt";
  if (/^!(type|account|option|clear)\b/im.test(start)) return "qif";
  if (/^(?:\{.{0,500}\{4:)?:20:/m.test(start) && /^:(25P?|60[FM]):/m.test(start)) return "mt940";
  return "csv";
}

/** The encoding that XML and OFX name in their first lines. */
function namedEncoding(beginning: string): string | null {
  const xml = /<\?xml\b[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(beginning)?.[1];
  if (xml !== undefined) return xml;
  const charset = /^\s*CHARSET:\s*([\w-]{1,40})/im.exec(beginning)?.[1];
  if (charset === undefined) return null;
  if (/^\d{3,4}$/.test(charset)) return `windows-${charset}`;
  return charset.startsWith("8859-") ? `iso-${charset}` : charset;
}
