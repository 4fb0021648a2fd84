import { folded } from "../../folded.ts";

type Part = { readonly part: string; readonly isFound: boolean; readonly at: number };

/** Words of a text, and what stands between them; words that begin like a searched one are marked. */
export function markedParts(text: string, q: string): readonly Part[] {
  const terms = wordsIn(q).map(folded).filter(Boolean);
  const parts = [...text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)].map(
    ({ 0: part, index }): Part => {
      const word = folded(part);
      return { part, at: index, isFound: terms.some((term) => word.startsWith(term)) };
    },
  );
  return parts;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
