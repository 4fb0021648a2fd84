import type { TextBox } from "./find-text.ts";
import { shareAt } from "./ghosts.ts";
import type { Line } from "./read-line.ts";

/** Words that stand together, with the part of the box that they fill. */
export type FoundWords = {
  readonly text: string;
  readonly score: number;
  readonly box: TextBox;
};

export type BoxedLine = { readonly line: Line; readonly box: TextBox };

/** A letter with the gap before it. */
type Spaced = {
  readonly text: string;
  /** In widths of a letter. */
  readonly gap: number;
  /** Ends of the gap, as shares of the box's width. */
  readonly from: number;
  readonly to: number;
};

/** Widths of a letter: more than one em, whatever the typeface. */
const COLUMN_GAP = 1.9;
/** A space is wider than the widest gaps within words by this much, and between these bounds. */
const SPACE_BY_GAP = 1.9;
const LEAST_SPACE = 0.45;
const MOST_SPACE = 0.9;
/** Spaces among digits would part a number: theirs are wide in any typeface, and wider yet at a point. */
const LEAST_AMONG_DIGITS = 0.85;
const MORE_AT_POINTS = 0.5;

/** Below this share of all letters, Chinese ones are logos and dust. */
const LEAST_HAN = 0.03;
const HAN = /\p{Script=Han}/gu;

/**
 * Text of all lines of a page. The network loses many spaces, so wide gaps between letters become one; the
 * gaps that it takes for none tell how wide.
 */
export function joinLetters(lines: readonly BoxedLine[]): readonly FoundWords[] {
  const spaced = lines.map(({ line }) => spacedLetters(line));
  const space = leastSpace(spaced.flat());
  const all = spaced.flat().map(({ text }) => text);
  const isChinese =
    all.filter((text) => /\p{Script=Han}/u.test(text)).length >= all.length * LEAST_HAN;
  return lines.flatMap(({ line, box }, index) => {
    const columns = columnsOf(spaced[index] ?? []);
    return columns.flatMap((letters, column) => {
      const text = plain(joined(letters, space), isChinese);
      const start = column === 0 ? 0 : (letters[0]?.to ?? 0);
      const part = partOf(box, start, columns[column + 1]?.[0]?.from ?? 1);
      return text === "" ? [] : [{ text, score: line.score, box: part }];
    });
  });
}

function spacedLetters({ letters, gaps }: Line): readonly Spaced[] {
  const width = letterWidth(letters.filter(({ text }) => text.trim() !== ""));
  return letters.map(({ text, at }, index) => {
    const before = letters[index - 1]?.at ?? 1;
    const widest = gaps
      .filter((gap) => gap.at > before && gap.at <= at)
      .reduce((most, gap) => (gap.width > most.width ? gap : most), { at, width: 0 });
    const half = widest.width / 2;
    return { text, gap: widest.width / width, from: widest.at - half, to: widest.at + half };
  });
}

/** The usual distance of two letters: over four, since the network tells places in coarse steps. */
function letterWidth(letters: Line["letters"]): number {
  const span = Math.min(4, letters.length - 1);
  if (span < 1) return 1;
  const widths = letters
    .slice(span)
    .map(({ at }, index) => (at - (letters[index]?.at ?? 0)) / span);
  return Math.max(0.001, shareAt(widths, 0.5));
}

/** Letters of typewriters stand in wide gaps that are none, those of books do not. */
function leastSpace(letters: readonly Spaced[]): number {
  const within = letters.filter(({ text }, index) => {
    return text.trim() !== "" && (letters[index - 1]?.text.trim() ?? "") !== "";
  });
  const widest = shareAt(
    within.map(({ gap }) => gap),
    0.9,
  );
  return Math.min(MOST_SPACE, Math.max(LEAST_SPACE, widest * SPACE_BY_GAP));
}

function columnsOf(letters: readonly Spaced[]): readonly (readonly Spaced[])[] {
  const columns: Spaced[][] = [];
  for (const letter of letters) {
    const column = columns.at(-1);
    if (column && letter.gap < COLUMN_GAP) column.push(letter);
    else columns.push([letter]);
  }
  return columns;
}

function joined(letters: readonly Spaced[], space: number): string {
  let [text, before, gap] = ["", "", 0];
  let isParted = false;
  for (const letter of letters) {
    gap = Math.max(gap, letter.gap);
    if (letter.text.trim() === "") {
      isParted = true;
      continue;
    }
    const least = leastBetween(before, letter.text, space);
    // The network's own space counts, but for one that would part a number at its point.
    const isSpace = gap >= least || (isParted && (gap >= space || !isAtPoint(before, letter.text)));
    if (before !== "" && isSpace) text += " ";
    text += letter.text;
    [before, gap, isParted] = [letter.text, 0, false];
  }
  return text;
}

function leastBetween(before: string, after: string, space: number): number {
  if (isAtPoint(before, after)) return space + MORE_AT_POINTS;
  return /\d/.test(before) && /\d/.test(after) ? LEAST_AMONG_DIGITS : space;
}

function isAtPoint(before: string, after: string): boolean {
  return /^(?:\d[.,:]|[.,:][\d.,:])$/.test(before + after);
}

/** Wide forms of Latin letters and signs as the usual ones. */
function plain(text: string, isChinese: boolean): string {
  const usual = text.replaceAll(/[\uFF01-\uFF5E\u3000]/gu, (wide) => wide.normalize("NFKC"));
  const own = isChinese
    ? usual
    : usual.replaceAll("井", "#").replaceAll("。", ".").replaceAll(HAN, "");
  return own.replaceAll(/\s+/g, " ").trim();
}

/** The box between two shares of its width. */
function partOf(box: TextBox, start: number, end: number): TextBox {
  const along = ((start + end) / 2 - 0.5) * box.width;
  return {
    ...box,
    x: box.x + along * Math.cos(box.angle),
    y: box.y + along * Math.sin(box.angle),
    width: Math.max(0.01, end - start) * box.width,
  };
}
