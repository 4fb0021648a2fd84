import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { z } from "zod";
import { visible } from "../src/core/visible.ts";
import { readEInvoice, readPlainXml } from "../src/reading/e-invoice.ts";
import { readPaper } from "../src/reading/fields/read-paper.ts";
import { type Ocr, loadOcr } from "../src/reading/ocr/load-ocr.ts";
import { readPicture } from "../src/reading/ocr/read-picture.ts";
import type { Page } from "../src/reading/paper.ts";
import { openPdf } from "../src/reading/pdf.ts";
import { decodePicture } from "../src/reading/pictures.ts";
import { textOf } from "../src/reading/rows.ts";
import { UnreadableFile } from "../src/reading/unreadable.ts";
import { decimalText } from "../src/shared/money.ts";
import type { FileKind, PaperFields, Sure } from "../src/shared/paper.ts";

/**
 * Prints how well the fields of papers are read: `npm run measure:papers -- FOLDER [--text]`. The truth of a
 * PDF is the e-invoice in it, which the reader does not get; of `NAME`, the file `NAME.json`
 * (docs/rooms/paper-fields.md); of a photo named `…_<ddmmyyyy>_<..>_<cents>.jpg`, its name. Files without a truth are
 * left out.
 */
async function main([folder, ...options]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error("name a folder: npm run measure:papers -- FOLDER");
  const tallies = new Map<string, Tally>();
  const ocr = once(() => loadOcr(null));
  for (const name of (await readdir(folder)).toSorted()) {
    const kind = KINDS[extname(name).toLowerCase()];
    if (kind === undefined) continue;
    const measured = await measure(join(folder, name), name, kind, ocr);
    if (measured === null) continue;
    const group = kind === "pdf" ? "PDFs" : "photos";
    const told = FIELDS.flatMap((field) => {
      const verdict = verdictOf(measured.read[field], measured.truth[field]);
      if (verdict === null) return [];
      count(tallies, `${group} ${field}`, verdict);
      return verdict.what === "right" && !verdict.isHigh ? [] : [`${field} ${verdict.told}`];
    });
    console.log(visible(`${name}: ${told.join("; ")}`));
    if (options.includes("--text")) console.log(visible(measured.text).replaceAll("\\u000a", "\n"));
  }
  for (const [name, tally] of tallies) console.log(lineOf(name, tally));
}

const KINDS: Readonly<Record<string, FileKind>> = {
  ".pdf": "pdf",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".png": "png",
  ".webp": "webp",
};

const FIELDS = ["total", "date", "number", "tax", "currency", "payable", "due"] as const;
type Field = (typeof FIELDS)[number];

/** Texts by field: amounts in major units, days as `YYYY-MM-DD`; null for what the paper does not have. */
const Truth = z.partialRecord(z.enum(FIELDS), z.string().nullable());
type Truth = z.infer<typeof Truth>;

type Read = Readonly<Partial<Record<Field, { readonly value: string; readonly sure: Sure }>>>;

async function measure(
  path: string,
  name: string,
  kind: FileKind,
  ocr: () => Promise<Ocr>,
): Promise<{ readonly truth: Truth; readonly read: Read; readonly text: string } | null> {
  const bytes = new Uint8Array(await readFile(path));
  try {
    const { pages, xml } =
      kind === "pdf"
        ? await pdfOf(bytes)
        : { pages: [await readPicture(await ocr(), await decodePicture(bytes, kind))], xml: null };
    const truth = (await statedTruth(path)) ?? (xml === null ? truthOfName(name) : toldBy(xml));
    if (truth === null) return null;
    const { fields } = readPaper({
      pages,
      xml: null,
      mail: null,
      own: { names: [], vatNumbers: [], ibans: [], country: null },
      today: new Date().toISOString().slice(0, 10),
      name,
    });
    return { truth, read: readOf(fields), text: pages.map(textOf).join("\n\n") };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return null;
  }
}

async function pdfOf(
  bytes: Uint8Array,
): Promise<{ readonly pages: readonly Page[]; readonly xml: PaperFields | null }> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === "string") return { pages: [], xml: null };
  try {
    const pages = Array.from({ length: Math.min(pdf.pages, 30) }, (_, index) =>
      pdf.readPage(index, 500_000),
    ).flatMap((read) => (read === null ? [] : [read.page]));
    const files = pdf.attachments().filter(({ name }) => /\.xml$/i.test(name));
    const xml = files.flatMap((file) => readEInvoice(readPlainXml(decoded(file.bytes))) ?? []);
    return { pages, xml: xml[0] ?? null };
  } finally {
    pdf.close();
  }
}

function decoded(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

async function statedTruth(path: string): Promise<Truth | null> {
  try {
    return Truth.parse(JSON.parse(await readFile(`${path}.json`, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function truthOfName(name: string): Truth | null {
  const [, day, month, year, cents] = /_(\d\d)(\d\d)(\d{4})_\w+_(\d+)\.\w+$/.exec(name) ?? [];
  if (cents === undefined) return null;
  return { total: decimalText(Number(cents), "EUR"), date: `${year}-${month}-${day}` };
}

/** The truth of an e-invoice. What it leaves out is not measured. */
function toldBy(xml: PaperFields): Truth {
  return Object.fromEntries(
    Object.entries(readOf(xml)).map(([field, { value }]) => [field, value]),
  );
}

function readOf(fields: PaperFields): Read {
  const { amount_minor, payable_minor, tax_minor, currency, date, due_date, number } = fields;
  const money = (field: PaperFields["amount_minor"]) =>
    field && { value: decimalText(field.value, currency?.value ?? ""), sure: field.sure };
  const all = {
    total: money(amount_minor),
    date,
    number,
    tax: money(tax_minor),
    currency,
    payable: money(payable_minor),
    due: due_date,
  };
  return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== undefined));
}

type Verdict = {
  readonly what: "right" | "missing" | "wrong";
  readonly isHigh: boolean;
  readonly told: string;
};

function verdictOf(read: Read[Field], truth: string | null | undefined): Verdict | null {
  if (truth === undefined || (truth === null && read === undefined)) return null;
  if (read === undefined) return { what: "missing", isHigh: false, told: `missing (${truth})` };
  const isHigh = read.sure === "high";
  if (truth !== null && plain(read.value) === plain(truth))
    return { what: "right", isHigh, told: `right, ${read.sure}` };
  return { what: "wrong", isHigh, told: `WRONG, ${read.sure}: ${read.value} (${truth})` };
}

/** Numbers are compared without spaces and marks between their letters. */
function plain(value: string): string {
  return /^-?\d+\.\d+$/.test(value) ? value : value.replaceAll(/[\s/_.–-]/g, "").toLowerCase();
}

type Tally = { right: number; missing: number; wrong: number; wrongAndHigh: number; high: number };

function count(tallies: Map<string, Tally>, name: string, { what, isHigh }: Verdict): void {
  const none = { right: 0, missing: 0, wrong: 0, wrongAndHigh: 0, high: 0 };
  const tally = tallies.get(name) ?? none;
  tally[what] += 1;
  if (isHigh) tally.high += 1;
  if (isHigh && what === "wrong") tally.wrongAndHigh += 1;
  tallies.set(name, tally);
}

function lineOf(name: string, { right, missing, wrong, wrongAndHigh, high }: Tally): string {
  const share = ((right / (right + missing + wrong)) * 100).toFixed(1);
  return `${name.padEnd(16)} right ${right} (${share} %), missing ${missing}, wrong ${wrong}, wrong and high ${wrongAndHigh} of ${high}`;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

await main(process.argv.slice(2));
