import { fold } from "../../core/fold.ts";
import { DANISH } from "./da.ts";
import { GERMAN } from "./de.ts";
import { ENGLISH } from "./en.ts";
import { SPANISH } from "./es.ts";
import { FINNISH } from "./fi.ts";
import { FRENCH } from "./fr.ts";
import { ITALIAN } from "./it.ts";
import { LABEL_KINDS, type LabelKind, type LanguageLabels } from "./label.ts";
import { NORWEGIAN } from "./nb.ts";
import { DUTCH } from "./nl.ts";
import { POLISH } from "./pl.ts";
import { PORTUGUESE } from "./pt.ts";
import { SWEDISH } from "./sv.ts";

export const LABEL_LANGUAGES: readonly LanguageLabels[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  DUTCH,
  SWEDISH,
  POLISH,
  PORTUGUESE,
  DANISH,
  NORWEGIAN,
  FINNISH,
];

/** A text may be a label of several kinds: `date` is one in a list, `client` names a number or a buyer. */
export type LabelMeaning = { readonly kind: LabelKind; readonly language: string };

const ALIKE: Readonly<Record<string, string>> = { 0: "o", 1: "l", i: "l", 5: "s", 8: "b" };

/** Meanings by key: the label folded, without anything between its letters. */
const MEANINGS = meaningsBy((text) => [labelKey(text)]);

/** The same by what an OCR without some letters makes of them. */
const MISREAD = meaningsBy((text) => [
  misreadKey(labelKey(text)),
  misreadKey(labelKey(text.replaceAll("ß", "b"))),
]);

function meaningsBy(
  keysOf: (text: string) => readonly string[],
): ReadonlyMap<string, readonly LabelMeaning[]> {
  const meanings = new Map<string, LabelMeaning[]>();
  for (const { language, labels } of LABEL_LANGUAGES)
    for (const kind of LABEL_KINDS)
      for (const text of (labels[kind] ?? "").split("|"))
        for (const key of new Set(keysOf(text))) {
          if (key === "") continue;
          const known = meanings.get(key);
          if (known === undefined) meanings.set(key, [{ kind, language }]);
          else known.push({ kind, language });
        }
  return meanings;
}

export function labelKey(text: string): string {
  // `Nº` is an N with a raised o, which many papers leave out.
  return fold(text).replaceAll(/[^\p{L}\p{N}]+|[ºª]/gu, "");
}

/** Letters that look alike become one. */
export function misreadKey(key: string): string {
  return key.replaceAll(/[0158il]/g, (letter) => ALIKE[letter] ?? letter);
}

/** Keys longer than any label are none. */
export const LONGEST_LABEL = Math.max(...[...MEANINGS.keys()].map((key) => key.length));

export function meaningsOf(key: string, isMisread: boolean): readonly LabelMeaning[] {
  const exact = MEANINGS.get(key);
  if (exact !== undefined || !isMisread || key.length < 4) return exact ?? [];
  return MISREAD.get(misreadKey(key)) ?? [];
}

/** Months from 1 to 12, by their folded names in all languages. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  LABEL_LANGUAGES.flatMap(({ months }) =>
    months.flatMap((names, index) =>
      names.split("|").map((name) => [fold(name), index + 1] as const),
    ),
  ),
);
