import { fold } from "../../core/fold.ts";
import { LABEL_LANGUAGES } from "../labels/all.ts";
import type { PageLine } from "./page-lines.ts";

/** Languages by their frequent words, folded. */
const LANGUAGES_OF: ReadonlyMap<string, readonly string[]> = languagesByWord();

function languagesByWord(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { language, words } of LABEL_LANGUAGES)
    for (const word of new Set(words.split(" ").map(fold)))
      found.set(word, [...(found.get(word) ?? []), language]);
  return found;
}

/** A word tells no more when it comes again and again. */
const MOST_OF_A_WORD = 4;
const LEAST_POINTS = 4;
const LEAST_LEAD = 1.2;

/**
 * Language of most of the frequent words and labels of a paper (ISO 639-1); null for few or equal ones. A word
 * of fewer languages tells more.
 */
export function languageOfPaper(lines: readonly PageLine[]): string | null {
  const points = new Map<string, number>();
  const add = (languages: readonly string[], weight: number) => {
    const share = weight / languages.length ** 1.5;
    for (const language of languages) points.set(language, (points.get(language) ?? 0) + share);
  };
  for (const [word, count] of countsIn(lines)) {
    const languages = LANGUAGES_OF.get(word);
    if (languages !== undefined) add(languages, Math.min(count, MOST_OF_A_WORD));
  }
  for (const label of new Map(labelsOf(lines).map((label) => [label.key, label])).values())
    add([...new Set(label.meanings.map(({ language }) => language))], label.key.length > 8 ? 2 : 1);
  const [best, second] = [...points].toSorted(([, one], [, other]) => other - one);
  if (best === undefined || best[1] < LEAST_POINTS) return null;
  return best[1] > (second?.[1] ?? 0) * LEAST_LEAD ? best[0] : null;
}

function labelsOf(lines: readonly PageLine[]) {
  return lines.flatMap(({ pieces }) => pieces.flatMap(({ labels }) => labels));
}

function countsIn(lines: readonly PageLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { pieces } of lines)
    for (const { words } of pieces)
      for (const { key } of words) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
