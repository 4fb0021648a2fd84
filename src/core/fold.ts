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

/** Words of a search, folded, each once. Signs by themselves are no words, unless there is nothing else. */
export function searchWords(q: string): readonly string[] {
  const words = [...new Set(fold(q).split(/\s+/))].filter((word) => word !== "");
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return spoken.length > 0 ? spoken : words;
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
