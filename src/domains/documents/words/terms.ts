import { fold } from "../../../core/fold.ts";
import { type Mark, marksIn } from "./marks.ts";
import type { Stems } from "./stems.ts";
import { joinOf, pairsOf, chunkParts, runsOf, SEAM, searched, wordToken } from "./tokens.ts";

export const MOST_TERMS = 12;
/** Tokens that one way to find a term needs; those of a longer one are left out. */
const MOST_ATOMS = 24;

type Atom = { readonly token: string; readonly isPrefix: boolean };

/** Ways to find a term in a text: all atoms of any of them. */
export type Ways = readonly (readonly Atom[])[];

/** A part of a query, each of which a document must have in its name or in its text. */
export type Term = {
  /** Folded, as it was typed. */
  readonly text: string;
  /** With them other forms of it begin. */
  readonly stems: readonly string[];
  /** Words of names that are spelled nearly so, once nothing else was found. */
  readonly near: readonly string[];
  readonly whole: Ways;
  readonly prefix: Ways;
  /** By other forms of it, or by its words apart. */
  readonly stem: Ways;
};

/** Splits a query into its terms. Signs alone are none. */
export function termsOf(query: string, stems: Stems): readonly Term[] {
  const text = searched(query);
  const terms = new Map<string, Term>();
  for (const piece of piecesOf(text)) {
    const term = termOf(piece, stems);
    if (term !== null && !terms.has(term.text)) terms.set(term.text, term);
  }
  return [...terms.values()];
}

/** The ways in which a text may contain the term. A way that a shorter one finds as well is left out. */
export function anyOf({ whole, prefix, stem }: Term): Ways {
  const ways = [...stem, ...prefix, ...whole];
  return ways.filter((way, place) => {
    const [atom, ...others] = way;
    if (atom === undefined || others.length > 0) return true;
    return !ways.some((wider, at) => at < place && contains(wider, atom));
  });
}

function contains([wide, ...others]: readonly Atom[], { token }: Atom): boolean {
  return others.length === 0 && wide?.isPrefix === true && token.startsWith(wide.token);
}

type Piece = { readonly text: string; readonly mark: Mark | null };

/** Amounts and days with their spaces, and what stands between spaces otherwise. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const mark of marksIn(text)) {
    if (mark.kind !== "amount" && isPartOfNumber(text, mark)) continue;
    pieces.push(...chunksOf(text.slice(from, mark.start)));
    pieces.push({ text: text.slice(mark.start, mark.end), mark });
    from = mark.end;
  }
  return [...pieces, ...chunksOf(text.slice(from))];
}

/** `RE-2026-10-31-7`: a day within a longer number is none. */
function isPartOfNumber(text: string, { start, end }: Mark): boolean {
  return /[a-z0-9][-_/.]?$/.test(text.slice(0, start)) || /^[-_/.]?[a-z0-9]/.test(text.slice(end));
}

function chunksOf(text: string): readonly Piece[] {
  return (text.match(/\S+/g) ?? []).map((chunk) => ({ text: chunk, mark: null }));
}

function termOf({ text, mark }: Piece, stems: Stems): Term | null {
  const typed = text.replaceAll(SEAM, "").replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (typed === "") return null;
  const rest = { text: typed, stems: [], near: [], stem: [] };
  if (mark !== null) return { ...rest, ...waysOfMark(text, mark) };
  const parts = chunkParts(text);
  const [part = "", ...others] = parts;
  if (others.length > 0) return { ...rest, ...waysOfParts(parts) };
  const found = stems(typed);
  const amount = /^\d{1,9}$/.test(typed) ? [exactly(`a${typed.replace(/^0+(?=\d)/, "")}x00`)] : [];
  const ways = waysOfParts([part]);
  return {
    ...rest,
    ...ways,
    whole: [...ways.whole, ...amount],
    stems: found,
    stem: found.map((stem) => begunBy(wordToken(stem))),
  };
}

function waysOfMark(text: string, { kind, tokens }: Mark): Pick<Term, "whole" | "prefix"> {
  const ways = tokens.map((token) => exactly(token));
  const digits = fold(text).replaceAll(/[^a-z0-9]/g, "");
  // Written with hyphens or nothing between its digits, it may be a number of something else.
  const joined = /^[\d-]+$/.test(text) ? [begunBy(digits)] : [];
  if (kind === "month")
    return {
      whole: [],
      prefix: [...tokens.map(begunBy), ...joined],
    };
  return { whole: ways, prefix: joined };
}

/** Several words that stand apart in a text are less than the same ones joined, as they were typed. */
function waysOfParts(parts: readonly string[]): Pick<Term, "whole" | "prefix" | "stem"> {
  const tokens = parts.flatMap(atomsOf).slice(0, MOST_ATOMS);
  const joined = parts.length < 2 ? null : joinOf(parts);
  if (joined !== null)
    return { whole: [exactly(joined)], prefix: [begunBy(joined)], stem: [tokens] };
  const whole = tokens.map(({ token }) => ({ token, isPrefix: false }));
  return { whole: [whole], prefix: [tokens], stem: [] };
}

/** The last word may go on; pairs of signs that have no spaces between them are found as they are. */
function atomsOf(part: string, place: number, parts: readonly string[]): readonly Atom[] {
  return runsOf(part).flatMap(({ run, isUnspaced }, at, runs) => {
    const isLast = place === parts.length - 1 && at === runs.length - 1;
    if (!isUnspaced) return [{ token: wordToken(run.replaceAll(SEAM, "")), isPrefix: isLast }];
    const tokens = pairsOf(run);
    return tokens.map((token) => ({
      token,
      isPrefix: tokens.length === 1 && Array.from(run).length === 1,
    }));
  });
}

function exactly(token: string): readonly Atom[] {
  return [{ token, isPrefix: false }];
}

function begunBy(token: string): readonly Atom[] {
  return [{ token, isPrefix: true }];
}

/** A query of SQLite's FTS5 for any of the ways, or of all terms together. */
export function matchOf(prefix: string, terms: readonly Ways[]): string {
  return combined(
    terms,
    " AND ",
    " OR ",
    ({ token, isPrefix }) => `"${prefix}${safe(token)}"${isPrefix ? " *" : ""}`,
  );
}

/** The same as a `tsquery` of PostgreSQL. */
export function tsqueryOf(prefix: string, terms: readonly Ways[]): string {
  return combined(
    terms,
    " & ",
    " | ",
    ({ token, isPrefix }) => `${prefix}${safe(token)}${isPrefix ? ":*" : ""}`,
  );
}

function combined(
  terms: readonly Ways[],
  and: string,
  or: string,
  written: (atom: Atom) => string,
): string {
  const ways = terms.map((term) =>
    term.map((way) => `(${way.map((atom) => written(atom)).join(and)})`).join(or),
  );
  return ways.map((way) => `(${way})`).join(and);
}

/** Nothing that somebody typed reaches a query language but letters and digits. */
function safe(token: string): string {
  if (!/^[a-z0-9]+$/.test(token))
    throw new Error("a token has other signs than letters and digits");
  return token;
}
