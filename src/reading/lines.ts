import type { Cell, Page } from "./paper.ts";

/** Cells of a line, by column. Lines of prose have one. */
export type TextLine = readonly string[];

export const MOST_READ_CHARACTERS = 1_000_000;

/** Of one line; no table that people read is wider. */
const MOST_CELLS = 1_000;

/** Collects the lines of a file, as many as are kept. */
export class Lines {
  readonly #lines: TextLine[] = [];
  #length = 0;
  /** Letters that nobody sees. */
  hidden = 0;
  isCut = false;

  add(line: TextLine): void {
    this.isCut ||= line.length > MOST_CELLS;
    const cells = line.slice(0, MOST_CELLS).map((cell) => cell.trimEnd());
    const length = cells.reduce((sum, cell) => sum + cell.length + 2, 0);
    const left = MOST_READ_CHARACTERS - this.#length;
    if (length > left) {
      this.isCut = true;
      const first = cells.find((cell) => cell !== "")?.slice(0, Math.max(0, left - 2)) ?? "";
      this.#length = MOST_READ_CHARACTERS;
      if (first !== "") this.#lines.push([first]);
      return;
    }
    // One empty line parts paragraphs, more would only take room.
    const isEmpty = cells.every((cell) => cell === "");
    if (isEmpty && (this.#lines.at(-1) ?? []).every((cell) => cell === "")) return;
    this.#length += length;
    this.#lines.push(isEmpty ? [] : cells);
  }

  /** Cells whose lines stand beside each other, as in a table without borders. */
  addRow(cells: readonly string[]): void {
    this.isCut ||= cells.length > MOST_CELLS;
    const parts = cells.slice(0, MOST_CELLS).map((cell) => cell.trim().split("\n"));
    const height = Math.max(0, ...parts.map((part) => part.length));
    for (let at = 0; at < height; at++) this.add(parts.map((part) => part[at]?.trim() ?? ""));
  }

  addText(text: string): void {
    for (const line of text.split(/\r\n|[\n\r\f\v\u0085\u2028\u2029]/)) this.add([line]);
  }

  get all(): readonly TextLine[] {
    return this.#lines;
  }
}

export function plainTextOf(lines: readonly TextLine[]): string {
  return lines.map(textOfLine).join("\n").trim().toWellFormed();
}

function textOfLine(line: TextLine): string {
  return line.filter((cell) => cell !== "").join("  ");
}

/** Where the lines of these indexes begin in the plain text. */
export function offsetsIn(lines: readonly TextLine[], indexes: readonly number[]): number[] {
  const texts = lines.map(textOfLine);
  const [first = ""] = texts;
  let length = first.trimStart().length - first.length;
  const offsets = texts.map((text) => {
    const offset = length;
    length += text.length + 1;
    return Math.max(0, offset);
  });
  return indexes.map((index) => offsets[index] ?? Math.max(0, length - 1));
}

/** Letters of one width, in the units of a page that nobody draws. */
const ACROSS = 6;
const DOWN = 14;

const LINES_A_PAGE = 100;
const MOST_PAGES = 20;

/** The first lines as pages, on which labels and amounts stand as they do in the file. */
export function laidOut(lines: readonly TextLine[]): readonly Page[] {
  const pages: Page[] = [];
  for (let from = 0; from < lines.length && pages.length < MOST_PAGES; from += LINES_A_PAGE) {
    const part = lines.slice(from, from + LINES_A_PAGE);
    const columns = columnsOf(part);
    const cells = part.flatMap((line, at) => cellsOf(line, at, columns[at] ?? []));
    const width = cells.reduce((most, { box }) => Math.max(most, box.right), 600);
    pages.push({ width, height: LINES_A_PAGE * DOWN, cells, from: "text" });
  }
  return pages;
}

const WIDEST_COLUMN = 60;
const BETWEEN_COLUMNS = 4;

/** Where the columns of each line begin, in letters: alike in lines of one table. */
function columnsOf(lines: readonly TextLine[]): readonly (readonly number[])[] {
  const starts: (readonly number[])[] = [];
  let from = 0;
  while (from < lines.length) {
    const count = lines[from]?.length ?? 0;
    let to = from + 1;
    while (to < lines.length && lines[to]?.length === count) to += 1;
    const widths = Array.from({ length: count }, (_, column) =>
      Math.max(...lines.slice(from, to).map((line) => line[column]?.length ?? 0)),
    );
    const columns = [0];
    for (const width of widths)
      columns.push((columns.at(-1) ?? 0) + Math.min(width, WIDEST_COLUMN) + BETWEEN_COLUMNS);
    for (; from < to; from++) starts.push(columns);
  }
  return starts;
}

function cellsOf(line: TextLine, at: number, columns: readonly number[]): readonly Cell[] {
  return line.flatMap((text, column) => {
    const start = columns[column] ?? 0;
    return [...tabbed(text).matchAll(/\S+(?: {1,2}\S+)*/g)].map((part) => {
      const left = (start + part.index) * ACROSS;
      const box = {
        left,
        top: at * DOWN,
        right: left + part[0].length * ACROSS,
        bottom: at * DOWN + 12,
      };
      return { text: part[0].toWellFormed(), box, score: null };
    });
  });
}

/** Tabs reach to the next multiple of eight letters, at least three away, so that they part cells. */
function tabbed(text: string): string {
  if (!text.includes("\t")) return text.replaceAll(/\s/g, " ");
  let spread = "";
  for (const part of text.split("\t")) {
    if (spread !== "") spread = spread.padEnd(Math.ceil((spread.length + 3) / 8) * 8);
    spread += part;
  }
  return spread.replaceAll(/\s/g, " ");
}
