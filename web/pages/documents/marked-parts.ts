import { folded } from "../../folded.ts";

type Part = { readonly part: string; readonly isFound: boolean; readonly at: number };

/** Words of a text, and what stands between them; words that begin like a searched one are marked. */
export function markedParts(text: string, q: string): readonly Part[] {
  const terms = wordsIn(q).map(folded).filter(Boolean);
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)].map(
    ({ 0: part, index }): Part => {
      const word = folded(part);
      return { part, at: index, isFound: terms.some((term) => begins(word, term)) };
    },
  );
}

/** One or two letters or digits begin too many words: they are marked as whole ones alone. */
function begins(word: string, term: string): boolean {
  return term.length < 3 ? word === term : word.startsWith(term);
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
