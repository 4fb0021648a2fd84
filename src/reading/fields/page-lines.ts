import type { ReadField } from "../../shared/paper.ts";
import { labelKey, type LabelMeaning, LONGEST_LABEL, meaningsOf } from "../labels/all.ts";
import type { LabelKind } from "../labels/label.ts";
import type { Box, Page } from "../paper.ts";
import { placeOnPage } from "../place.ts";
import { boxAround, rowsOf } from "../rows.ts";

/** Label in a piece of text, from its first letter to behind its last. */
export type FoundLabel = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly meanings: readonly LabelMeaning[];
};

/** Text that stands together in a line. A gap of two spaces begins another piece. */
export type Piece = {
  readonly text: string;
  readonly box: Box;
  /** Index of its line, and its own in that line. */
  readonly line: number;
  readonly at: number;
  readonly words: readonly Word[];
  readonly labels: readonly FoundLabel[];
  readonly isMisread: boolean;
};

export type PageLine = {
  /** From 1 on. */
  readonly page: number;
  readonly pieces: readonly Piece[];
  readonly box: Box;
};

/** Letters or digits, in lower case without accents. */
export type Word = { readonly key: string; readonly start: number; readonly end: number };

/** Fields stand at the beginning or at the end of a long paper. */
const MOST_FROM_START = 50_000;
const MOST_FROM_END = 30_000;
const MOST_PIECES = 60;
const LONGEST_PIECE = 1000;

/** Lines of all pages from top to bottom, with the labels in them. */
export function paperLines(pages: readonly Page[]): readonly PageLine[] {
  const rows = pages.flatMap((page, index) =>
    rowsOf(page).map(({ cells }) => ({
      page: index + 1,
      isMisread: page.from === "ocr",
      parts: cells
        .slice(0, MOST_PIECES)
        .flatMap(({ text, box }) => partsOf(text.slice(0, LONGEST_PIECE * 4), box))
        .slice(0, MOST_PIECES),
    })),
  );
  // A line costs time by itself, too.
  return kept(rows, ({ parts }) => parts.reduce((sum, { text }) => sum + text.length, 20)).map(
    ({ page, isMisread, parts }, line) => ({
      page,
      pieces: parts.map(({ text, box }, at) => pieceOf({ text, box, line, at, isMisread })),
      box: boxAround(parts.map(({ box }) => box)),
    }),
  );
}

function kept<Item>(items: readonly Item[], lengthOf: (item: Item) => number): readonly Item[] {
  const total = items.reduce((sum, item) => sum + lengthOf(item), 0);
  let before = 0;
  return items.filter((item) => {
    const isKept = before < MOST_FROM_START || before > total - MOST_FROM_END;
    before += lengthOf(item);
    return isKept;
  });
}

/** Parts of a cell with their share of its box, as far as letters are of one width. */
function partsOf(text: string, box: Box): readonly { readonly text: string; readonly box: Box }[] {
  const parts = [...text.matchAll(/\S+(?:[^\S\t]\S+)*/g)];
  return parts.map(({ 0: part, index }) => {
    const end = Math.min(part.length, LONGEST_PIECE);
    return { text: part.slice(0, end), box: shareOfBox(box, text.length, index, index + end) };
  });
}

export function shareOfBox(box: Box, length: number, start: number, end: number): Box {
  const width = (box.right - box.left) / Math.max(length, 1);
  return { ...box, left: box.left + width * start, right: box.left + width * end };
}

/** A capital begins a word within letters, as in `RechnungsNr`; so does a digit. */
const WORD = /\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

function pieceOf(piece: Omit<Piece, "words" | "labels">): Piece {
  const words = [...piece.text.matchAll(WORD)].map(({ 0: word, index }) => ({
    key: labelKey(word),
    start: index,
    end: index + word.length,
  }));
  return { ...piece, words, labels: labelsIn(piece, words) };
}

const MOST_WORDS = 16;

/** The longest label from each word on; none within another. */
function labelsIn(
  { text, isMisread }: Pick<Piece, "text" | "isMisread">,
  words: readonly Word[],
): readonly FoundLabel[] {
  const found: FoundLabel[] = [];
  for (let first = 0; first < words.length; first += 1) {
    const start = words[first]?.start ?? 0;
    if (!isMisread && isLetter(text[start - 1])) continue;
    let key = "";
    let best: { readonly label: FoundLabel; readonly last: number } | undefined;
    for (let last = first; last < Math.min(words.length, first + MOST_WORDS); last += 1) {
      const word = words[last];
      if (word === undefined || key.length + word.key.length > LONGEST_LABEL) break;
      key += word.key;
      if (!isMisread && isLetter(text[word.end])) continue;
      if (/\d$/.test(key) && isDigit(text[word.end])) continue;
      const meanings = meaningsOf(key, isMisread);
      if (meanings.length > 0) best = { label: { start, end: word.end, key, meanings }, last };
    }
    if (best === undefined) continue;
    found.push(best.label);
    first = best.last;
  }
  return found;
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && /\p{L}/u.test(letter);
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && /\d/.test(letter);
}

/** True when the label has this meaning in the paper's language, or in any where that has none. */
export function isOf(label: FoundLabel, kind: LabelKind, language: string | null): boolean {
  const own = label.meanings.filter((meaning) => meaning.language === language);
  const meanings = own.length > 0 ? own : label.meanings;
  return meanings.some((meaning) => meaning.kind === kind);
}

export function isAnyOf(
  label: FoundLabel,
  kinds: readonly LabelKind[],
  language: string | null,
): boolean {
  return kinds.some((kind) => isOf(label, kind, language));
}

/** A paper as it is read: lines, pages, and the language (ISO 639-1) if it was told. */
export type Reading = {
  readonly lines: readonly PageLine[];
  readonly pages: readonly Page[];
  readonly language: string | null;
};

/** Part of a piece, from its first letter to behind its last. */
export type Span = { readonly piece: Piece; readonly start: number; readonly end: number };

/** Text that a label names: right of it, or below it in its column. */
export type Beside = {
  readonly spans: readonly Span[];
  readonly where: "right" | "below";
};

/**
 * The text right of a label up to the next label that `ends` it, then that of the lines below it, which stand
 * in its column.
 */
export function besideOf(
  { lines }: Reading,
  piece: Piece,
  label: FoundLabel,
  ends: (label: FoundLabel, piece: Piece) => boolean,
): readonly Beside[] {
  return [
    { spans: spansRightOf(lines, piece, label, ends), where: "right" },
    ...spansBelow(lines, piece, label).map((span) => ({
      spans: [span],
      where: "below" as const,
    })),
  ];
}

function spansRightOf(
  lines: readonly PageLine[],
  piece: Piece,
  label: FoundLabel,
  ends: (label: FoundLabel, piece: Piece) => boolean,
): readonly Span[] {
  const next = piece.labels.find((other) => other.start >= label.end && ends(other, piece));
  if (next !== undefined) return [{ piece, start: label.end, end: next.start }];
  const spans: Span[] = [{ piece, start: label.end, end: piece.text.length }];
  for (const other of lines[piece.line]?.pieces.slice(piece.at + 1) ?? []) {
    const stop = other.labels.find((each) => ends(each, other));
    if (stop === undefined || stop.start > 0)
      spans.push({ piece: other, start: 0, end: stop?.start ?? other.text.length });
    if (stop !== undefined) break;
  }
  return spans;
}

/** Lines that are looked at below a label, and their distance in heights of the label. */
const MOST_LINES_BELOW = 3;
const MOST_HEIGHTS_BELOW = 4;

function spansBelow(lines: readonly PageLine[], piece: Piece, label: FoundLabel): readonly Span[] {
  const own = lines[piece.line];
  const column = shareOfBox(piece.box, piece.text.length, label.start, label.end);
  const height = piece.box.bottom - piece.box.top;
  const found: Span[] = [];
  for (const line of lines.slice(piece.line + 1, piece.line + 1 + MOST_LINES_BELOW)) {
    if (line.page !== own?.page) break;
    if (line.box.top - piece.box.bottom > height * MOST_HEIGHTS_BELOW) break;
    const below = line.pieces.find(
      ({ box }) => Math.min(box.right, column.right) > Math.max(box.left, column.left),
    );
    if (below === undefined) continue;
    found.push({ piece: below, start: 0, end: below.text.length });
    break;
  }
  return found;
}

/** Value as it was found, with the place on its page. */
export function placedField<Value>(
  { lines, pages }: Reading,
  span: Span,
  value: Value,
  sure: ReadField<Value>["sure"],
): ReadField<Value> {
  const page = lines[span.piece.line]?.page ?? 1;
  const own = pages[page - 1];
  const box = shareOfBox(span.piece.box, span.piece.text.length, span.start, span.end);
  const place = own === undefined ? null : { page, box: placeOnPage(own, box) };
  return { value, sure, from: own?.from ?? "text", place };
}
