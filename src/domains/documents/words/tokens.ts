import { hash } from "node:crypto";
import { fold } from "../../../core/fold.ts";
import { type Mark, marksIn } from "./marks.ts";

const MOST_TOKENS = 20_000;
/** PostgreSQL takes at most 1 MB of lexemes. */
const MOST_CHARACTERS = 800_000;
/** Characters of a word. */
export const LONGEST_WORD = 40;
/** Characters of a text that are looked at without letting other requests in between. */
const SLICE = 20_000;

/** Begins every token of a team: 5 characters that are digits or letters, so that tokens of teams do not meet. */
export function teamPrefix(teamId: string): string {
  const number = BigInt(`0x${hash("sha256", teamId).slice(0, 16)}`) % 36n ** 5n;
  return number.toString(36).padStart(5, "0");
}

/**
 * Distinct tokens of a text, without the team's prefix, all of them of ASCII letters and digits. Yields now and then.
 */
export function* tokensOf(text: string): Generator<void, readonly string[]> {
  const tokens = new Set<string>();
  let characters = 0;
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start);
    for (const token of tokensIn(text.slice(start, end))) {
      if (tokens.has(token)) continue;
      characters += token.length;
      if (tokens.size >= MOST_TOKENS || characters > MOST_CHARACTERS) return [...tokens];
      tokens.add(token);
    }
    start = end;
    yield;
  }
  return [...tokens];
}

/** Slices end where a line does, or else a word. */
function sliceEnd(text: string, start: number): number {
  const least = start + SLICE;
  if (least >= text.length) return text.length;
  const line = text.indexOf("\n", least);
  if (line >= 0 && line < least + SLICE / 4) return line;
  const space = text.slice(least, least + SLICE / 4).search(/\s/);
  return space < 0 ? least + SLICE / 4 : least + space;
}

function* tokensIn(text: string): Generator<string> {
  const folded = searched(text);
  const marks = marksIn(folded);
  for (const { tokens, others } of marks) {
    yield* tokens;
    yield* others;
  }
  let next = 0;
  for (const { 0: chunk, index } of folded.matchAll(/\S+/g)) {
    while ((marks[next]?.end ?? Infinity) <= index) next += 1;
    const mark = marks[next];
    if (mark !== undefined && isAll(chunk, index, mark)) yield* wordsOfMark(chunk);
    else yield* wordsOfChunk(chunk);
  }
}

/** Stands between a small letter and a capital one, where words may have been glued. */
const SEAM = "\ue000";

/** Folds a text for its tokens: ligatures and wide digits as others are written, seams of words marked. */
export function searched(text: string): string {
  return fold(text.normalize("NFKC").replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, SEAM));
}

/** True where a chunk between spaces is nothing but the mark or a part of it. */
function isAll(chunk: string, index: number, mark: Mark): boolean {
  const before = chunk.search(/[\p{L}\p{N}]/u);
  const behind = /[^\p{L}\p{N}]*$/u.exec(chunk)?.index ?? chunk.length;
  return before >= 0 && mark.start <= index + before && index + behind <= mark.end;
}

/** Of a day the year and all digits, of an amount the digits before the decimals. */
function* wordsOfMark(chunk: string): Generator<string> {
  const year = /(?<!\d)(?:19|20)\d\d/.exec(chunk)?.[0];
  if (year !== undefined) yield year;
  const whole = chunk.replace(/[.,]\d{1,2}\D*$/, "").replaceAll(/[^a-z0-9]/g, "");
  if (whole !== "" && whole.length <= LONGEST_WORD) yield whole;
}

/** Parts of a chunk whose joins are made too: a longer one is an address or a row of dots. */
const MOST_PARTS = 6;
const BETWEEN = /[^\p{L}\p{M}\p{N}\ue000]+/u;

/** Words of a chunk without spaces, and what follows from each of them on, joined. */
function* wordsOfChunk(chunk: string): Generator<string> {
  const parts = chunk.split(BETWEEN).filter((part) => part !== "" && part !== SEAM);
  for (const part of parts) yield* wordTokens(part);
  if (parts.length < 2 || parts.length > MOST_PARTS) return;
  for (let from = 0; from < parts.length - 1; from += 1) {
    const joined = parts.slice(from).join("").replaceAll(SEAM, "");
    if (/^[a-z0-9]+$/.test(joined) && joined.length <= LONGEST_WORD) yield joined;
  }
}

/** Scripts whose words have no spaces between them. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/u;
const RUNS = new RegExp(`(${UNSPACED.source})`, "u");

function* wordTokens(part: string): Generator<string> {
  if (/^[a-z0-9]+$/.test(part)) yield* gluedParts(part);
  else if (!UNSPACED.test(part)) yield* gluedParts(part);
  else
    for (const [place, run] of part.split(RUNS).entries()) {
      if (run === "") continue;
      if (place % 2 === 1) yield* pairsOf(run, true);
      else yield* gluedParts(run);
    }
}

const MOST_GLUED = 4;

/** A word, and its ends from each seam on, or from where letters and digits meet. */
function* gluedParts(part: string): Generator<string> {
  const word = part.replaceAll(SEAM, "");
  if (word === "") return;
  yield wordToken(word);
  let count = 0;
  for (const { index } of part.matchAll(/\ue000|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g)) {
    const end = part.slice(index).replaceAll(SEAM, "");
    if (end.length < 2 || end.length === word.length) continue;
    count += 1;
    if (count > MOST_GLUED) return;
    yield wordToken(end);
  }
}

/** Pairs of signs that stand beside each other; the last sign is one by itself, where a text ends with it. */
export function* pairsOf(run: string, withLast: boolean): Generator<string> {
  const signs = Array.from(run.replaceAll(SEAM, ""));
  for (let at = 0; at + 1 < signs.length; at += 1) yield wordToken(`${signs[at]}${signs[at + 1]}`);
  if (withLast || signs.length === 1) yield wordToken(signs.at(-1) ?? "");
}

/** `u` with the code units in hexadecimal, for words that have other signs than ASCII letters and digits. */
export function wordToken(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word.slice(0, LONGEST_WORD);
  const units = Array.from(word.slice(0, LONGEST_WORD / 2).split(""), (unit) =>
    unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
  return `u${units.join("")}`;
}
