import { decodeForeign } from "../core/csv/encoding.ts";
import { Refusal } from "../core/errors.ts";
import type { PaperFields, PaperProblem } from "../shared/paper.ts";
import { readEInvoice, readPlainXml } from "./e-invoice.ts";
import { readPaper } from "./fields/read-paper.ts";
import { laidOut, Lines, MOST_READ_CHARACTERS, offsetsIn, plainTextOf } from "./lines.ts";
import { readMail } from "./mail.ts";
import type { Ocr } from "./ocr/load-ocr.ts";
import { readPicture } from "./ocr/read-picture.ts";
import { readOffice } from "./office.ts";
import type { FileToRead, MailOrigin, Page, ReadFile } from "./paper.ts";
import { hasEndedPdfLibrary } from "./pdf-library.ts";
import { type OpenPdf, openPdf } from "./pdf.ts";
import { decodePicture, type Picture } from "./pictures.ts";
import { textOf } from "./rows.ts";
import { UnreadableFile } from "./unreadable.ts";
import type { XmlElement } from "./xml.ts";

/** Parts of the work with bounds of time of their own. */
export type ReadingStep = "text" | "ocr";

export type ReadingTools = {
  /** Loads it at the first call. */
  readonly ocr: () => Promise<Ocr>;
  readonly onStep: (step: ReadingStep) => void;
};

/** Pages of one file. A white page is drawn, but not read. */
const MOST_OCR_PAGES = 20;
const MOST_DRAWN_PAGES = 40;
const MOST_PAGES = 1_000;

/** Fields stand on the first pages and the last ones. */
const FIRST_PAGES = 20;
const LAST_PAGES = 10;

/** Dots an inch: letters of 8 points are then 22 pixels high. Larger pages have larger letters. */
const OCR_DENSITY = 200;
const MOST_OCR_PIXELS = 9_000_000;

/** Reads a file by the first way that suffices. A file of which nothing can be read says why in `problem`. */
export async function readPaperFile(file: FileToRead, tools: ReadingTools): Promise<ReadFile> {
  try {
    if (file.bytes.length === 0) return unread(file, "empty");
    return await readKind(file, tools);
  } catch (error) {
    if (error instanceof UnreadableFile) return unread(file, error.problem);
    if (hasEndedPdfLibrary(error)) return unread(file, "damaged");
    throw error;
  }
}

async function readKind(file: FileToRead, tools: ReadingTools): Promise<ReadFile> {
  const { kind, bytes } = file;
  switch (kind) {
    case "pdf":
      return readPdf(file, tools);
    case "eml":
      return readMailFile(file);
    case "xml":
      return readXmlFile(file);
    case "docx":
    case "xlsx":
    case "odt":
    case "ods": {
      const { lines, sheets } = await readOffice(bytes, kind);
      return ofLines(file, lines, { sheets });
    }
    case "text":
    case "csv":
    case "markdown": {
      const lines = new Lines();
      lines.addText(decodeText(bytes));
      return ofLines(file, lines);
    }
    default: {
      tools.onStep("ocr");
      const picture = await decodePicture(bytes, kind);
      const page = await readPicture(await tools.ocr(), picture);
      return ofPages(file, [page], { xml: null, hidden: 0, isCut: false, pages: 1 });
    }
  }
}

async function readPdf(file: FileToRead, tools: ReadingTools): Promise<ReadFile> {
  const pdf = await openPdf(file.bytes);
  if (typeof pdf === "string") return unread(file, pdf);
  try {
    const xml = invoiceWithin(pdf);
    const found = { xml, hidden: 0, isCut: pdf.pages > MOST_PAGES, pages: pdf.pages };
    const pages: Page[] = [];
    let [letters, drawn, recognised, damaged] = [MOST_READ_CHARACTERS, 0, 0, 0];
    for (let at = 0; at < Math.min(pdf.pages, MOST_PAGES); at++) {
      const read = pdf.readPage(at, letters);
      damaged += read === null ? 1 : 0;
      const { page, hidden = 0, needsOcr = false, isCut = false } = read ?? { page: NO_PAGE };
      letters -= page.cells.reduce((sum, { text }) => sum + text.length, hidden);
      found.hidden += hidden;
      found.isCut ||= isCut;
      const mayDraw = drawn < MOST_DRAWN_PAGES && recognised < MOST_OCR_PAGES;
      found.isCut ||= needsOcr && !mayDraw;
      const picture = needsOcr && mayDraw ? drawnForOcr(pdf, at, page) : null;
      drawn += needsOcr && mayDraw ? 1 : 0;
      recognised += picture === null ? 0 : 1;
      pages.push(picture === null ? page : await recognisedPage(picture, page, tools));
    }
    if (damaged === pages.length && xml === null) return unread(file, "damaged");
    return ofPages(file, pages, found);
  } finally {
    pdf.close();
  }
}

const NO_PAGE: Page = { width: 1, height: 1, cells: [], from: "text" };

async function recognisedPage(picture: Picture, page: Page, tools: ReadingTools): Promise<Page> {
  tools.onStep("ocr");
  const read = await readPicture(await tools.ocr(), picture);
  tools.onStep("text");
  return read.cells.length === 0 ? page : read;
}

/** @returns null for a page on which nothing is drawn */
function drawnForOcr(pdf: OpenPdf, at: number, { width, height }: Page): Picture | null {
  const most = Math.sqrt((MOST_OCR_PIXELS * width) / height);
  const wanted = Math.max(600, (width / 72) * OCR_DENSITY);
  const picture = pdf.drawPage(at, Math.min(most, wanted));
  return picture === null || picture.rgb.every((value) => value > 250) ? null : picture;
}

/** The first e-invoice among the attachments, whatever its name. */
function invoiceWithin(pdf: OpenPdf): PaperFields | null {
  for (const { bytes } of pdf.attachments()) {
    const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1").replaceAll("\0", "");
    if (!/^[^<]{0,3}\s*</.test(start)) continue;
    try {
      const fields = readEInvoice(readPlainXml(decodeText(bytes)));
      if (fields !== null) return fields;
    } catch (error) {
      // The page is still there.
      if (!(error instanceof UnreadableFile)) throw error;
    }
  }
  return null;
}

function readXmlFile(file: FileToRead): ReadFile {
  const root = readPlainXml(decodeText(file.bytes));
  const lines = new Lines();
  addTexts(lines, root);
  return ofLines(file, lines, { xml: readEInvoice(root) });
}

/** Files within the XML are longer than any text that people write. */
const LONGEST_TEXT = 5_000;

function addTexts(lines: Lines, element: XmlElement): void {
  const text = element.text.trim();
  if (text !== "" && text.length < LONGEST_TEXT) lines.addText(text);
  for (const child of element.children) addTexts(lines, child);
}

async function readMailFile(file: FileToRead): Promise<ReadFile> {
  const { origin, head, date, parts, lines, isCut } = await readMail(file.bytes);
  const read = ofLines(file, lines, { mail: origin });
  const whole = {
    ...read,
    text: `${head}\n${read.text}`.trim().slice(0, MOST_READ_CHARACTERS),
    isCut: isCut || read.isCut,
    mail: origin,
  };
  const { fields } = read;
  // Its attachments are the papers, so that no amount counts twice.
  if (parts.length > 0)
    return { ...whole, parts, fields: {}, problem: null, summary: null, title: origin.subject };
  const isPaper = fields.amount_minor !== undefined || fields.number !== undefined;
  return {
    ...whole,
    title: isPaper ? read.title : (origin.subject ?? read.title),
    fields:
      isPaper && fields.date === undefined && date !== null
        ? { ...fields, date: { value: date, sure: "low", from: "mail", place: null } }
        : fields,
  };
}

type OfLines = {
  readonly xml?: PaperFields | null;
  readonly mail?: MailOrigin;
  readonly sheets?: readonly number[] | null;
};

function ofLines(
  file: FileToRead,
  lines: Lines,
  { xml = null, mail, sheets = null }: OfLines = {},
): ReadFile {
  const text = plainTextOf(lines.all);
  const read = readPaper({
    ...paperOf(file),
    mail: file.mail ?? mail ?? null,
    pages: laidOut(lines.all),
    xml,
  });
  return {
    ...read,
    fields: withoutPlaces(read.fields),
    problem: read.problem ?? (text === "" && xml === null ? "no_text" : null),
    pages: sheets === null ? null : sheets.length,
    text,
    pageOffsets: sheets === null ? [0] : offsetsIn(lines.all, sheets.slice(0, MOST_PAGES)),
    hiddenCharacters: lines.hidden,
    isCut: lines.isCut,
    parts: [],
  };
}

/** Pages that nobody draws have no places. */
function withoutPlaces(fields: PaperFields): PaperFields {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only places within are made null
  return JSON.parse(
    JSON.stringify(fields, (name, value: unknown) => (name === "place" ? null : value)),
  ) as PaperFields;
}

type Found = {
  readonly xml: PaperFields | null;
  readonly hidden: number;
  readonly isCut: boolean;
  readonly pages: number;
};

function ofPages(file: FileToRead, pages: readonly Page[], found: Found): ReadFile {
  const offsets: number[] = [];
  let text = "";
  let { isCut } = found;
  for (const page of pages) {
    offsets.push(text.length);
    const more = `${textOf(page).toWellFormed()}\n\n`;
    isCut ||= text.length + more.length > MOST_READ_CHARACTERS;
    text += more.slice(0, MOST_READ_CHARACTERS - text.length);
  }
  const isSilent = pages.every(({ cells }) => cells.length === 0) && found.xml === null;
  const last = pages.length - LAST_PAGES;
  const read = readPaper({
    ...paperOf(file),
    pages: pages.map((page, at) =>
      at < FIRST_PAGES || at >= last ? page : { ...page, cells: [] },
    ),
    xml: found.xml,
  });
  return {
    ...read,
    problem: read.problem ?? (isSilent ? "no_text" : null),
    pages: found.pages,
    text: text.trimEnd(),
    pageOffsets: offsets.map((offset) => Math.min(offset, text.trimEnd().length)),
    hiddenCharacters: found.hidden,
    isCut,
    parts: [],
  };
}

function unread(file: FileToRead, problem: PaperProblem): ReadFile {
  return {
    ...readPaper({ ...paperOf(file), pages: [], xml: null }),
    problem,
    pages: null,
    text: "",
    pageOffsets: [],
    hiddenCharacters: 0,
    isCut: false,
    parts: [],
  };
}

function paperOf({ mail, own, today, name }: FileToRead) {
  return { mail, own, today, name };
}

/** Text in whatever encoding. */
function decodeText(bytes: Uint8Array): string {
  try {
    return decodeForeign(bytes, (start) => NAMED.exec(start)?.[1] ?? null).text;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UnreadableFile("damaged", "The file is no text", { cause: error });
  }
}

/** The declaration of XML. */
const NAMED = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})["']/;
