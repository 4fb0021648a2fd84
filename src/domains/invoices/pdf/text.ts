import { withoutHidden } from "../../../core/visible.ts";

/** Characters that both weights of the font have, without those that nobody sees; as hexadecimal code points. */
export const FONT_RANGES =
  "20-7e a0-ac ae-17f 18f 192 1a0-1a1 1af-1b0 1cd-1dc 1fa-1ff 218-21b 237 259 2bb-2bc 2c6-2c7 " +
  "2d8-2dd 300-304 306-30c 312 315 31b 323 326-328 37e 384-38a 38c 38e-3a1 3a3-3ce 400-45f " +
  "462-463 46a-46b 472-475 490-4c2 4cf-4d9 4dc-4e9 4ee-4f9 524-525 e3f 1e80-1e85 1e9e " +
  "1ea0-1ef9 2000-200a 2010-2015 2018-201a 201c-201e 2020-2022 2026 202f-2030 2032-2033 " +
  "2039-203a 2044 2070 2074-2079 2080-2089 20a1 20a4 20a6 20a8-20ae 20b1-20b2 20b4-20b5 " +
  "20b8-20ba 20bd 20bf 2113 2116 2122 2126 212e 2150-2151 2153-215e 2190-2199 21a9-21aa " +
  "21b0-21b3 21b6-21b7 21ba-21bb 21c4 21c6 2202 2206 220f 2211-2212 2215 2219-221a 221e 222b " +
  "2236 2248 2260 2264-2265 25ca 2713 274c 2b0e-2b11 fb01-fb02 fffd";

const LACKING = new RegExp(
  `[^\\n${FONT_RANGES.replaceAll(/[\da-f]+/g, String.raw`\u{$&}`).replaceAll(" ", "")}]`,
  "gu",
);

type NotDrawable = {
  /** Of the field, as `lines.3.description`. */
  readonly path: string;
  /** Each once, in the order of the text. */
  readonly characters: readonly string[];
};

/**
 * Characters that the font lacks, by field. A letter with a mark that is one character of Unicode counts as that one.
 * @param texts a body, or any value with texts in it
 */
export function notDrawable(texts: unknown): readonly NotDrawable[] {
  return textsOf(texts, []).flatMap(([path, text]) => {
    const characters = [...new Set(drawnText(text).match(LACKING))];
    return characters.length === 0 ? [] : [{ path: path.join("."), characters }];
  });
}

type Found = readonly [path: readonly string[], text: string];

function textsOf(value: unknown, path: readonly string[]): readonly Found[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return entries.flatMap(([name, part]) => textsOf(part, [...path, name]));
}

const JOINING = /[\u034f\u200c\u200d\p{Variation_Selector}]/gu;

/** A text as it is drawn: composed (NFC), without characters that have no look, and with one kind of line break. */
export function drawnText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .split("\n")
    .map((line) => withoutHidden(line).replaceAll(JOINING, ""))
    .join("\n")
    .normalize("NFC");
}

const LONGEST_WORD = 30;
const LONG_WORD = new RegExp(String.raw`[^\s\u2010\u2013-]{${LONGEST_WORD + 1},}`, "gu");
const PIECE = /(?:\P{M}\p{M}*){20}(?=\P{M})/gu;

/** Lets long words break: a zero width space after every 20 characters. A word wider than its cell would be cut off. */
export function breakable(text: string): string {
  return text.replaceAll(LONG_WORD, (word) => word.replaceAll(PIECE, "$&\u200b"));
}
