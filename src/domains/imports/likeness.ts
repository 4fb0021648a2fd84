import { fold } from "../../core/fold.ts";

/** Share of words that two texts have in common, of the one with fewer words: from 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const fewer = Math.min(one.size, other.size);
  if (fewer === 0) return 0;
  return [...one].filter((word) => other.has(word)).length / fewer;
}

/** Texts with this likeness or more are alike. */
export const ALIKE = 0.6;

export function wordsOf(texts: readonly (string | null)[]): ReadonlySet<string> {
  const text = fold(texts.filter((part) => part !== null).join(" "));
  return new Set(text.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
