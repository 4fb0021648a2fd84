import { hash } from "node:crypto";
import { fold } from "../../../core/fold.ts";
import { type Mark, marksIn } from "./marks.ts";

const MOST_TOKENS = 20_000;
/** PostgreSQL takes at most 1 MB of lexemes. */
const MOST_CHARACTERS = 800_000;
/** Characters of a word. */
const LONGEST_WORD = 40;
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
export const SEAM = "\ue000";

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

/** Words of a chunk without spaces, as they are written, some with seams. */
export function chunkParts(chunk: string): readonly string[] {
  return chunk.split(BETWEEN).filter((part) => part.replaceAll(SEAM, "") !== "");
}

/** Words of a chunk, and for each word the text from it to the end of the chunk, written as one word. */
function* wordsOfChunk(chunk: string): Generator<string> {
  const parts = chunkParts(chunk);
  for (const part of parts) yield* wordsOfPart(part);
  for (let from = 0; from < parts.length - 1; from += 1) {
    const joined = parts.length > MOST_PARTS ? null : joinOf(parts.slice(from));
    if (joined !== null) yield joined;
  }
}

/** Null for what is joined in no text. */
export function joinOf(parts: readonly string[]): string | null {
  const joined = parts.join("").replaceAll(SEAM, "");
  const isMade = parts.length <= MOST_PARTS && joined.length <= LONGEST_WORD;
  return isMade && isAscii(joined) ? joined : null;
}

function isAscii(word: string): boolean {
  return /^[a-z0-9]+$/.test(word);
}

const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const RUNS = new RegExp(`((?:${UNSPACED})+)`, "u");

/** Parts a word where it changes to or from a script whose words have no spaces between them. */
export function runsOf(
  part: string,
): readonly { readonly run: string; readonly isUnspaced: boolean }[] {
  if (isAscii(part)) return [{ run: part, isUnspaced: false }];
  const runs = part.split(RUNS).map((run, place) => ({ run, isUnspaced: place % 2 === 1 }));
  return runs.filter(({ run }) => run.replaceAll(SEAM, "") !== "");
}

function* wordsOfPart(part: string): Generator<string> {
  for (const { run, isUnspaced } of runsOf(part))
    if (isUnspaced) {
      yield* pairsOf(run);
      // Signs are indexed in pairs. The last one also stands alone, so that a search for one sign finds it.
      yield wordToken(Array.from(run).at(-1) ?? "");
    } else yield* gluedParts(run);
}

const MOST_GLUED = 4;
const SEAMS = /\ue000|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g;

/** A word, and its ends from each seam on, or from where letters and digits meet. */
function* gluedParts(part: string): Generator<string> {
  const word = part.replaceAll(SEAM, "");
  yield wordToken(word);
  let count = 0;
  for (const { index } of part.matchAll(SEAMS)) {
    const end = part.slice(index).replaceAll(SEAM, "");
    if (end.length < 2 || end.length === word.length) continue;
    count += 1;
    if (count > MOST_GLUED) return;
    yield wordToken(end);
  }
}

/** Pairs of signs that stand beside each other, or the only sign. */
export function pairsOf(run: string): readonly string[] {
  const signs = Array.from(run.replaceAll(SEAM, ""));
  if (signs.length < 2) return signs.map((sign) => wordToken(sign));
  return signs.slice(1).map((sign, place) => wordToken(`${signs[place]}${sign}`));
}

/** `u` with the code units in hexadecimal, for words that have other signs than ASCII letters and digits. */
export function wordToken(word: string): string {
  if (isAscii(word)) return word.slice(0, LONGEST_WORD);
  const units = Array.from({ length: Math.min(word.length, LONGEST_WORD / 2) }, (_, at) =>
    word.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  return `u${units.join("")}`;
}
