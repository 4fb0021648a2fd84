import { fold } from "../../core/fold.ts";

const LONGEST = 64;

/**
 * Slug of a category of the team's own: letters and digits of any script, `_` for the rest. Slugs of
 * system categories have hyphens, so both meet only in single words. Empty for a name without either.
 */
export function slugOf(name: string): string {
  const words = fold(name.normalize("NFC")).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(words.join("_")).slice(0, LONGEST).join("").replace(/_$/, "");
}

export function nearestSlugs(
  text: string,
  slugs: readonly string[],
  most: number,
): readonly string[] {
  const wanted = pairsOf(text);
  return slugs
    .map((slug) => ({ slug, likeness: likenessOf(wanted, pairsOf(slug)) }))
    .toSorted((one, other) => other.likeness - one.likeness || (one.slug < other.slug ? -1 : 1))
    .slice(0, most)
    .map(({ slug }) => slug);
}

/** Pairs of neighbouring letters, with a space at both ends of a word. */
function pairsOf(text: string): ReadonlySet<string> {
  const words = slugOf(text).split("_");
  return new Set(
    words.flatMap((word) => {
      const letters = Array.from(` ${word} `);
      return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
    }),
  );
}

/** Share of the pairs that both have (Dice). */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * one.intersection(other).size) / (one.size + other.size);
}
