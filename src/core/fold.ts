/** Latin letters whose mark Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ħ: "h",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ς: "σ",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
const MARKS_ON_LATIN = /(?<=\p{Script=Latin})\p{M}+/gu;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Folds text for searching: lower case in every script, accents of Latin letters dropped, İ and ı
 * as i, composed (NFC). `fold(a).includes(fold(b))` is a partial match.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(MARKS_ON_LATIN, "")
    .normalize("NFC")
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/**
 * Writes ae, oe and ue of folded text as ä, ö and ü are folded: `baeckerei` as `backerei`. `umlautsFolded` in
 * `db/words.ts` does it in SQL.
 */
export function foldUmlauts(folded: string): string {
  return folded.replaceAll("ae", "a").replaceAll("oe", "o").replaceAll("ue", "u");
}

/** A word of a search. */
export type SearchWord = {
  /** Folded. */
  readonly text: string;
  /** With `foldUmlauts`, for texts with it; null for a word that German does not spell in two ways, or that is short. */
  readonly loose: string | null;
};

const UMLAUT = /[äöü]/iu;
const SHORTEST_LOOSE = 4;

/** Reads a text as one word: `Müller` finds `Mueller`, and the other way round. */
export function searchWord(written: string): SearchWord {
  const text = fold(written);
  const loose = foldUmlauts(text);
  const isLoose =
    UMLAUT.test(written.normalize("NFC")) || (loose !== text && loose.length >= SHORTEST_LOOSE);
  return { text, loose: isLoose ? loose : null };
}

/** Words of a search, each once. Signs by themselves are no words, unless there is nothing else. */
export function searchWords(q: string): readonly SearchWord[] {
  const all = q.split(/\s+/).map((written) => searchWord(written));
  const words = [...new Map(all.map((word) => [word.text, word])).values()].filter(
    ({ text }) => text !== "",
  );
  const spoken = words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return spoken.length > 0 ? spoken : words;
}

/** True where a folded text has the word, or a word that has it as a part. */
export function hasWord(folded: string, { text, loose }: SearchWord): boolean {
  return folded.includes(text) || (loose !== null && foldUmlauts(folded).includes(loose));
}

/** Folds names for comparing: case is ignored, accents are not. */
export function foldCase(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll("ς", "σ")
    .replaceAll("ß", "ss");
}

/** The first characters of a text, so many at most. None is cut in half. */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text).slice(0, most).join("").trim();
}
