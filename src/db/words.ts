import { type RawBuilder, sql } from "kysely";
import { fold, foldUmlauts, type SearchWord, searchWords } from "../core/fold.ts";
import type { Slots } from "./prepared-query.ts";

/** Folded words of a search: a record has each of them, or a part of a word, somewhere in its texts. */
export type Words = {
  readonly [Name in (typeof NAMES)[number] | (typeof LOOSE)[number]]?: string | undefined;
};

const NAMES = ["part", "part_2", "part_3", "part_4", "part_5"] as const;
const LOOSE = ["loose", "loose_2", "loose_3", "loose_4", "loose_5"] as const;

/**
 * Words beyond the fifth stay together with it as they are written, and all words have a loose spelling or none, so that
 * few queries are prepared.
 */
export function wordsAsked(q = ""): Words {
  const words = searchWords(q);
  const [first, second, third, fourth, fifth, ...others] = words;
  const rest = textFrom(q, fifth?.text);
  const last = others.length === 0 ? fifth : { text: rest, loose: foldUmlauts(rest) };
  const isLoose = words.some(({ loose }) => loose !== null);
  const looseOf = (word?: SearchWord) => (isLoose ? (word?.loose ?? word?.text) : undefined);
  return {
    part: first?.text,
    part_2: second?.text,
    part_3: third?.text,
    part_4: fourth?.text,
    part_5: last?.text,
    loose: looseOf(first),
    loose_2: looseOf(second),
    loose_3: looseOf(third),
    loose_4: looseOf(fourth),
    loose_5: looseOf(last),
  };
}

function textFrom(q: string, word = ""): string {
  const written = fold(q).trim().split(/\s+/);
  return written.slice(written.indexOf(word)).join(" ");
}

/** A word as a query has it: as parameters, or as slots. */
export type AskedWord<Text = string | RawBuilder<string>> = {
  readonly text: Text;
  readonly loose: Text | null;
};

export function wordSlots({
  slot,
  given,
}: Pick<Slots<Words>, "slot" | "given">): readonly AskedWord<RawBuilder<string>>[] {
  return NAMES.flatMap((name, at) => {
    const loose = LOOSE[at];
    if (!given(name)) return [];
    return [{ text: slot(name), loose: loose !== undefined && given(loose) ? slot(loose) : null }];
  });
}

/** True where one of the folded texts has the word. Plain containment: `%` and `_` are ordinary characters. */
export function hasWordIn(
  texts: readonly RawBuilder<unknown>[],
  { text, loose }: AskedWord,
): RawBuilder<boolean> {
  const terms = texts.flatMap((folded) => [
    sql`instr(${folded}, ${text}) > 0`,
    ...(loose === null ? [] : [sql`instr(${umlautsFolded(folded)}, ${loose}) > 0`]),
  ]);
  return sql<boolean>`(${sql.join(terms, sql` or `)})`;
}

/** Does what `foldUmlauts` does. */
export function umlautsFolded(folded: RawBuilder<unknown>): RawBuilder<string> {
  return sql`replace(replace(replace(${folded}, 'ae', 'a'), 'oe', 'o'), 'ue', 'u')`;
}
