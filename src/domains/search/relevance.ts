import { foldUmlauts, type SearchWord } from "../../core/fold.ts";

/** Texts of a record, folded: a match in the name counts most. */
type Texts = {
  readonly name: string;
  readonly reference: string;
  readonly rest: string;
};

/** A record that contains all words somewhere. */
export type Candidate = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  /** Texts that have each word of the query, or how well the record was found. */
  readonly texts: Texts | number;
  /** Reads what a row of the record's own list has. */
  readonly read: () => Promise<object>;
};

const WHOLE_WORD = 1;
const PREFIX = 0.7;
const PART = 0.4;
const WEIGHTS: Readonly<Record<keyof Texts, number>> = { name: 1, reference: 0.9, rest: 0.6 };

/** Mean over the words of their best match, from 0 to 1; 0 unless each is somewhere in the texts. */
export function relevanceOf(texts: Texts, words: readonly SearchWord[]): number {
  return meanOf(
    words.map((word) =>
      Math.max(
        anyMatchIn(texts.name, word) * WEIGHTS.name,
        anyMatchIn(texts.reference, word) * WEIGHTS.reference,
        anyMatchIn(texts.rest, word) * WEIGHTS.rest,
      ),
    ),
  );
}

/** Mean of the matches, rounded; 0 where one of them is, since all words must be found. */
export function meanOf(matches: readonly number[]): number {
  if (matches.includes(0)) return 0;
  const mean = matches.reduce((sum, match) => sum + match, 0) / matches.length;
  return Math.round(mean * 1000) / 1000;
}

/** The better match of both spellings. */
function anyMatchIn(text: string, { text: word, loose }: SearchWord): number {
  const written = partIn(text, word);
  return loose === null ? written : Math.max(written, partIn(foldUmlauts(text), loose));
}

/** As `matchIn`, and the least where the word is only within one of the text. */
function partIn(text: string, word: string): number {
  const best = matchIn(text, word);
  return best === 0 && text.includes(word) ? PART : best;
}

/** The best place where the word begins one of the text. */
export function matchIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isInWord(text.slice(Math.max(0, at - 2), at), -1)) continue;
    const end = at + word.length;
    if (!isInWord(text.slice(end, end + 2), 0)) return WHOLE_WORD;
    best = PREFIX;
  }
  return best;
}

function isInWord(text: string, at: number): boolean {
  const characters = Array.from(text);
  return /[\p{L}\p{M}\p{N}]/u.test(characters.at(at) ?? "");
}
