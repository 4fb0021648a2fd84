import { type ZipFault, unzipped } from "../core/unzip.ts";
import type { FileKind } from "../shared/paper.ts";
import { Lines } from "./lines.ts";
import { UnreadableFile } from "./unreadable.ts";
import { walkXml, type XmlAttributes, type XmlBounds } from "./xml.ts";

type OfficeKind = Extract<FileKind, "docx" | "xlsx" | "odt" | "ods">;

type OfficeFile = {
  readonly lines: Lines;
  /** Index of the first line of each sheet; null for a text. */
  readonly sheets: readonly number[] | null;
};

/** @throws UnreadableFile for an archive that is damaged, or that unpacks to more than any paper needs */
export async function readOffice(bytes: Uint8Array, kind: OfficeKind): Promise<OfficeFile> {
  const parts = await partsOf(bytes, kind);
  const lines = new Lines();
  if (kind === "docx") {
    const of = (name: RegExp) => [...parts].filter(([path]) => name.test(path));
    for (const [, xml] of of(/^word\/header\d*\.xml$/)) addWord(lines, xml);
    addWord(lines, required(parts, "word/document.xml"));
    for (const [, xml] of of(/^word\/footer\d*\.xml$/)) addWord(lines, xml);
    return { lines, sheets: null };
  }
  if (kind === "xlsx") return { lines, sheets: addWorkbook(lines, parts) };
  const styles = parts.get("styles.xml");
  if (kind === "odt" && styles !== undefined) addOpen(lines, styles, "header");
  const sheets = addOpen(lines, required(parts, "content.xml"), null);
  if (kind === "odt" && styles !== undefined) addOpen(lines, styles, "footer");
  return { lines, sheets: kind === "ods" ? sheets : null };
}

type Parts = ReadonlyMap<string, string>;

const NEEDED: Readonly<Record<OfficeKind, RegExp>> = {
  docx: /^word\/(document|header\d*|footer\d*)\.xml$/,
  xlsx: /^xl\/(workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/,
  odt: /^(content|styles)\.xml$/,
  ods: /^content\.xml$/,
};

const LARGEST_PART = 60 * 2 ** 20;
const MOST_UNPACKED = 100 * 2 ** 20;

async function partsOf(bytes: Uint8Array, kind: OfficeKind): Promise<Parts> {
  const files = await unzipped(bytes, {
    largest: LARGEST_PART,
    mostBytes: MOST_UNPACKED,
    mostFiles: 1_000,
    isLeftOut: (name) => !NEEDED[kind].test(name),
  });
  if (typeof files === "string") throw unreadableFor(files);
  return new Map(
    files.map((file) => [file.name, file.bytes.toString("utf8").replace(/^\uFEFF/, "")]),
  );
}

function unreadableFor(fault: ZipFault): UnreadableFile {
  const message = `The archive is refused: ${fault}`;
  if (fault === "encrypted") return new UnreadableFile("password", message);
  const isBroken = fault === "damaged" || fault === "path";
  return new UnreadableFile(isBroken ? "damaged" : "too_heavy", message);
}

function required(parts: Parts, name: string): string {
  const part = parts.get(name);
  if (part === undefined) throw new UnreadableFile("damaged", `The file has no ${name}`);
  return part;
}

const BOUNDS: XmlBounds = {
  deepest: 256,
  mostElements: 3_000_000,
  longestText: LARGEST_PART,
  faulty: (fault, line) =>
    new UnreadableFile(
      fault === "broken" || fault === "doctype" ? "damaged" : "too_heavy",
      `Its XML is ${fault} at line ${line}`,
    ),
};

/** WordprocessingML: paragraphs, and tables whose cells stand beside each other. */
function addWord(lines: Lines, xml: string): void {
  const flow = new Flow(lines);
  let [isText, isHidden] = [false, false];
  walkXml(
    xml,
    {
      onOpen: (name, attributes) => {
        if (name === "t") isText = true;
        else if (name === "tab") flow.text("\t");
        else if (name === "br" || name === "cr") flow.text("\n");
        else if (name === "r") isHidden = false;
        else if (name === "vanish") isHidden = isOn(attributes);
        else if (name === "tr") flow.openRow();
      },
      onClose: (name) => {
        if (name === "t") isText = false;
        else if (name === "p") flow.endParagraph();
        else if (name === "tc") flow.endCell();
        else if (name === "tr") flow.endRow();
      },
      onText: (text) => {
        if (!isText) return;
        if (isHidden) lines.hidden += text.replaceAll(/\s/g, "").length;
        else flow.text(text);
      },
    },
    BOUNDS,
  );
  flow.endParagraph();
}

function isOn(attributes: XmlAttributes): boolean {
  return !/^(0|false|off)$/.test(attributes["val"] ?? "");
}

/**
 * OpenDocument: paragraphs, tables and sheets.
 * @param within element whose words are read; null for all of them
 * @returns the first line of each table
 */
function addOpen(lines: Lines, xml: string, within: string | null): readonly number[] {
  const flow = new Flow(lines);
  const tables: number[] = [];
  let [inside, paragraphs, repeats] = [within === null ? 1 : 0, 0, 1];
  walkXml(
    xml,
    {
      onOpen: (name, attributes) => {
        if (name === within) inside += 1;
        if (inside === 0) return;
        if (name === "p" || name === "h") paragraphs += 1;
        else if (name === "tab") flow.text("\t");
        else if (name === "line-break") flow.text("\n");
        else if (name === "s") flow.text(" ".repeat(timesOf(attributes["c"])));
        else if (name === "table") tables.push(lines.all.length);
        else if (name === "table-row") flow.openRow();
        else if (name === "table-cell" || name === "covered-table-cell")
          repeats = timesOf(attributes["number-columns-repeated"]);
      },
      onClose: (name) => {
        if (name === within) inside -= 1;
        if (inside === 0) return;
        if (name === "p" || name === "h") {
          paragraphs -= 1;
          flow.endParagraph();
        } else if (name === "table-cell" || name === "covered-table-cell") {
          for (let at = 0; at < repeats; at++) flow.endCell();
          repeats = 1;
        } else if (name === "table-row") flow.endRow();
      },
      onText: (text) => {
        if (inside > 0 && paragraphs > 0) flow.text(text.replaceAll(/\s+/g, " "));
      },
    },
    BOUNDS,
  );
  return tables;
}

const MOST_REPEATS = 50;

function timesOf(count: string | undefined): number {
  return Math.min(Math.max(Number(count ?? 1) || 1, 1), MOST_REPEATS);
}

/** Paragraphs one below the other, and in rows of tables beside each other. */
class Flow {
  readonly #lines: Lines;
  #text = "";
  #row: string[] = [];
  #rows = 0;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  text(text: string): void {
    this.#text += text;
  }

  endParagraph(): void {
    if (this.#rows > 0) this.#text += "\n";
    else {
      if (this.#text.trim() !== "") this.#lines.addText(this.#text);
      this.#text = "";
    }
  }

  openRow(): void {
    this.#rows += 1;
    if (this.#rows === 1) this.#row = [];
  }

  endCell(): void {
    if (this.#rows !== 1) return;
    this.#row.push(this.#text);
    this.#text = "";
  }

  endRow(): void {
    this.#rows = Math.max(0, this.#rows - 1);
    if (this.#rows > 0) return;
    const last = this.#row.findLastIndex((cell) => cell.trim() !== "");
    this.#lines.addRow(this.#row.slice(0, last + 1));
    this.#row = [];
    this.#text = "";
  }
}

/** SpreadsheetML: one table a sheet, hidden ones left out. */
function addWorkbook(lines: Lines, parts: Parts): readonly number[] {
  const shared = sharedStrings(parts.get("xl/sharedStrings.xml"));
  const isDate = dateStyles(parts.get("xl/styles.xml"));
  const targets = new Map<string, string>();
  onElements(parts.get("xl/_rels/workbook.xml.rels") ?? "<none/>", "Relationship", (of) => {
    targets.set(of["Id"] ?? "", (of["Target"] ?? "").replace(/^\/?(xl\/)?/, "xl/"));
  });
  const sheets: number[] = [];
  onElements(required(parts, "xl/workbook.xml"), "sheet", (of) => {
    const sheet = parts.get(targets.get(of["id"] ?? "") ?? "");
    if (sheet === undefined || (of["state"] ?? "visible") !== "visible" || lines.isCut) return;
    sheets.push(lines.all.length);
    lines.add([of["name"] ?? ""]);
    addSheet(lines, sheet, { shared, isDate });
  });
  return sheets;
}

type Values = {
  readonly shared: readonly string[];
  readonly isDate: (style: string | undefined) => boolean;
};

type SheetCell = { at: number; type: string; style: string | undefined; value: string };

const MOST_COLUMNS = 100;

function addSheet(lines: Lines, xml: string, { shared, isDate }: Values): void {
  let row: string[] = [];
  let cell: SheetCell = { at: 0, type: "", style: undefined, value: "" };
  let isValue = false;
  walkXml(
    xml,
    {
      onOpen: (name, attributes) => {
        if (name === "row") row = [];
        else if (name === "c") {
          const at = columnOf(attributes["r"]) ?? row.length;
          cell = { at, type: attributes["t"] ?? "n", style: attributes["s"], value: "" };
        }
        isValue = name === "v" || name === "t";
      },
      onText: (text) => {
        if (isValue) cell.value += text;
      },
      onClose: (name) => {
        isValue = false;
        if (name === "c" && cell.at < MOST_COLUMNS) {
          while (row.length < cell.at) row.push("");
          row[cell.at] = shown(cell.value);
        } else if (name === "row") lines.addRow(row);
      },
    },
    BOUNDS,
  );
  function shown(value: string): string {
    if (cell.type === "s") return shared[Number(value)] ?? "";
    if (cell.type !== "n" || value === "") return value;
    return isDate(cell.style) ? dayOfSerial(Number(value)) : rounded(value);
  }
}

/** Programs write 0.1 + 0.2 with all of its digits. */
function rounded(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** Days since the end of 1899, with the leap day of 1900 that never was. */
function dayOfSerial(serial: number): string {
  if (!(serial >= 1 && serial < 110_000)) return String(serial);
  return new Date(Math.floor(serial) * 86_400_000 - 2_209_161_600_000).toISOString().slice(0, 10);
}

/** `C7` is the third. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  return Buffer.from(letters).reduce((sum, code) => sum * 26 + code - 64, 0) - 1;
}

function sharedStrings(xml: string | undefined): readonly string[] {
  const strings: string[] = [];
  let [text, isText, isReading] = ["", false, false];
  if (xml === undefined) return strings;
  walkXml(
    xml,
    {
      onOpen: (name) => {
        if (name === "si") text = "";
        if (name === "rPh") isReading = true;
        isText = name === "t";
      },
      onText: (part) => {
        // Pronunciations stand beside the words.
        if (isText && !isReading) text += part;
      },
      onClose: (name) => {
        isText = false;
        if (name === "rPh") isReading = false;
        if (name === "si") strings.push(text);
      },
    },
    BOUNDS,
  );
  return strings;
}

function dateStyles(xml: string | undefined): (style: string | undefined) => boolean {
  const formats = new Map<string, string>();
  const styles: boolean[] = [];
  let isCells = false;
  if (xml === undefined) return () => false;
  walkXml(
    xml,
    {
      onOpen: (name, of) => {
        if (name === "numFmt") formats.set(of["numFmtId"] ?? "", of["formatCode"] ?? "");
        if (name === "cellXfs") isCells = true;
        if (name === "xf" && isCells) styles.push(isDay(of["numFmtId"] ?? "0"));
      },
      onClose: (name) => {
        if (name === "cellXfs") isCells = false;
      },
      onText: () => undefined,
    },
    BOUNDS,
  );
  function isDay(id: string): boolean {
    const own = formats.get(id);
    if (own === undefined) return /^(1[4-7]|22|2[7-9]|3[0-6]|5[0-8])$/.test(id);
    return /[dy]/i.test(own.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
  }
  return (style) => styles[Number(style ?? 0)] ?? false;
}

function onElements(xml: string, wanted: string, use: (of: XmlAttributes) => void): void {
  const onOpen = (name: string, attributes: XmlAttributes) => {
    if (name === wanted) use(attributes);
  };
  walkXml(xml, { onOpen, onClose: () => undefined, onText: () => undefined }, BOUNDS);
}
