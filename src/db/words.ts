import { type RawBuilder, sql } from "kysely";
import { fold, searchWords } from "../core/fold.ts";
import type { Slots } from "./prepared-query.ts";

/** Folded words of a search: a record has each of them, or a part of a word, somewhere in its texts. */
export type Words = { readonly [Name in (typeof NAMES)[number]]?: string | undefined };

const NAMES = ["part", "part_2", "part_3", "part_4", "part_5"] as const;

/** Words beyond the fifth stay together with it as they are written, so that few queries are prepared. */
export function wordsAsked(q = ""): Words {
  const [part, part_2, part_3, part_4, fifth, ...others] = searchWords(q);
  const part_5 = others.length === 0 ? fifth : textFrom(q, fifth);
  return { part, part_2, part_3, part_4, part_5 };
}

function textFrom(q: string, word = ""): string {
  const written = fold(q).trim().split(/\s+/);
  return written.slice(written.indexOf(word)).join(" ");
}

/** Does what `foldUmlauts` does. */
export function umlautsFolded(folded: RawBuilder<unknown>): RawBuilder<string> {
  return sql`replace(replace(replace(${folded}, 'ae', 'a'), 'oe', 'o'), 'ue', 'u')`;
}

export function wordSlots({
  slot,
  given,
}: Pick<Slots<Words>, "slot" | "given">): readonly RawBuilder<string>[] {
  return NAMES.filter((name) => given(name)).map((name) => slot(name));
}
