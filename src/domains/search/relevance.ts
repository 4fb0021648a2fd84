/** Texts of a record, folded: a match in the name counts most. */
export type Texts = {
  readonly name: string;
  /** A reference or a number. */
  readonly reference: string;
  readonly rest: string;
};

/** A record that contains all words somewhere. */
export type Candidate = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly texts: Texts;
  /** Reads what a row of the record's own list has. */
  readonly read: () => Promise<object>;
};

const WHOLE_WORD = 1;
const PREFIX = 0.7;
const WEIGHTS: Readonly<Record<keyof Texts, number>> = { name: 1, reference: 0.9, rest: 0.6 };

/** Mean over the words of their best match, from 0 to 1; 0 unless each begins a word of the texts. */
export function relevanceOf(texts: Texts, words: readonly string[]): number {
  const best = words.map((word) =>
    Math.max(
      matchIn(texts.name, word) * WEIGHTS.name,
      matchIn(texts.reference, word) * WEIGHTS.reference,
      matchIn(texts.rest, word) * WEIGHTS.rest,
    ),
  );
  if (best.includes(0)) return 0;
  const mean = best.reduce((sum, match) => sum + match, 0) / best.length;
  return Math.round(mean * 1000) / 1000;
}

/** The best of all places where the word begins one of the text. */
function matchIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isInWord(text.slice(0, at), -1)) continue;
    if (!isInWord(text.slice(at + word.length), 0)) return WHOLE_WORD;
    best = PREFIX;
  }
  return best;
}

/** True when the character there is a letter or a digit. */
function isInWord(text: string, at: number): boolean {
  const characters = Array.from(at < 0 ? text.slice(-2) : text.slice(0, 2));
  return /[\p{L}\p{M}\p{N}]/u.test(characters.at(at) ?? "");
}
