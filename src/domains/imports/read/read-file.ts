import { decodeForeign } from "../../../core/csv/encoding.ts";
import { type Refusal, unreadable } from "../../../core/errors.ts";
import { type ZipFault, isZip, unzipped } from "../../../core/unzip.ts";
import { readCamt } from "./camt.ts";
import { readCsvStatement } from "./csv/read-statement-csv.ts";
import { MOST_BYTES, checkRows, checkSize } from "./limits.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import { readQif } from "./qif.ts";
import type { FileFormat, ReadFile, ReadOptions } from "./statement.ts";

/**
 * Reads a bank's file of any format, or a ZIP archive of several of one kind.
 * @throws Refusal for a file that cannot be read as a whole
 */
export async function readFile(bytes: Uint8Array, options: ReadOptions): Promise<ReadFile> {
  checkSize(bytes.length);
  const files = isZip(bytes) ? await filesIn(bytes) : [bytes];
  const read = joined(files.map((file) => readText(recognise(file), options)));
  checkRows(read.statements.reduce((sum, { rows }) => sum + rows.length, 0));
  return read;
}

function readText({ format, encoding, text }: Recognised, options: ReadOptions): ReadFile {
  return { ...READERS[format](text, options), encoding };
}

type Reader = (text: string, options: ReadOptions) => Omit<ReadFile, "encoding">;

const READERS: Readonly<Record<FileFormat, Reader>> = {
  ofx: readOfx,
  qif: readQif,
  camt: readCamt,
  mt940: readMt940,
  csv: readCsvStatement,
};

function joined(files: readonly ReadFile[]): ReadFile {
  const [first, ...others] = files;
  if (first === undefined) throw new RangeError("an archive has a file");
  if (others.length === 0) return first;
  if (others.some(({ signature }) => signature !== first.signature))
    throw unreadable(
      "The ZIP archive has files of different kinds",
      "unpack it and choose the statements one by one",
    );
  const questions = new Map(files.flatMap((file) => file.questions.map((one) => [one.id, one])));
  return {
    ...first,
    encoding: [...new Set(files.map(({ encoding }) => encoding))].join(", "),
    statements: files.flatMap(({ statements }, file) =>
      statements.map((statement) => ({ ...statement, file })),
    ),
    errors: files.flatMap(({ errors }) => errors),
    questions: [...questions.values()],
    notices: [
      `The ZIP archive has ${files.length} files. They are read as one; lines are counted in each file.`,
      ...files.flatMap(({ notices }) => notices),
    ],
  };
}

type Recognised = {
  readonly format: FileFormat;
  readonly encoding: string;
  readonly text: string;
};

/**
 * Tells the format of a file from its bytes, never from its name.
 * @throws Refusal for what is no text of a bank, with what to export instead
 */
function recognise(bytes: Uint8Array): Recognised {
  const known = OTHERS.find(({ start }) => start.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) throw otherFile(known.what);
  const { encoding, text } = decodeForeign(bytes, namedEncoding);
  const start = text.slice(0, BEGINNING).trimStart();
  if (start === "") throw unreadable("The file is empty", "choose another file");
  return { format: formatOf(start), encoding, text };
}

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

function namedEncoding(beginning: string): string | null {
  const xml = /<\?xml\b[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(beginning)?.[1];
  if (xml !== undefined) return xml;
  const charset = /^\s*CHARSET:\s*([\w-]{1,40})/im.exec(beginning)?.[1];
  if (charset === undefined) return null;
  if (/^\d{3,4}$/.test(charset)) return `windows-${charset}`;
  return charset.startsWith("8859-") ? `iso-${charset}` : charset;
}

const MOST_FILES = 50;
const MOST_UNPACKED = 100 * 1024 * 1024;

/**
 * Ignores the names of files, except for workbooks and additions of macOS.
 * @throws Refusal for a workbook, and for an archive that is broken, encrypted, too large or too dense
 */
async function filesIn(bytes: Uint8Array): Promise<readonly Uint8Array[]> {
  const files = await unzipped(bytes, {
    largest: MOST_BYTES,
    mostFiles: MOST_FILES,
    mostBytes: MOST_UNPACKED,
    isLeftOut,
  });
  if (typeof files === "string") throw refused(files);
  if (files.length === 0) throw unreadable("The ZIP archive is empty", "choose another file");
  return files.map((file) => file.bytes);
}

function isLeftOut(name: string): boolean {
  if (name === "[Content_Types].xml" || name.startsWith("xl/"))
    throw unreadable("The file is an Excel workbook", SAVE_AS);
  if (name === "mimetype" || name === "content.xml")
    throw unreadable("The file is a workbook of LibreOffice", SAVE_AS);
  return /^__MACOSX\/|(^|\/)\.[^/]*$/.test(name);
}

const SAVE_AS =
  "export CSV, CAMT.053 or OFX at the bank, or save the sheet as CSV in the spreadsheet program";

const UNPACK = "unpack it and choose the statements one by one";
const AGAIN = "ask the bank for the file again";

const FAULTS: Readonly<Record<ZipFault, readonly [message: string, next: string]>> = {
  damaged: ["The ZIP archive is broken", AGAIN],
  path: ["The ZIP archive is broken (path of a file)", AGAIN],
  encrypted: ["The ZIP archive has a password", "unpack it and choose the statement in it"],
  "too many files": [`The ZIP archive has more than ${MOST_FILES} files`, UNPACK],
  "file too large": ["A file in the ZIP archive is larger than 20 MiB", UNPACK],
  "too large": ["The ZIP archive holds more than 100 MiB", UNPACK],
  "too dense": ["The ZIP archive is compressed more than a hundred times", UNPACK],
};

function refused(fault: ZipFault) {
  const [message, next] = FAULTS[fault];
  return unreadable(message, next);
}
