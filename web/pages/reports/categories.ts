import type { Listed } from "./monthly.ts";

type Category = Listed & { readonly category_slug: string; readonly name: string };

/** A category in the range and in the one to compare with; either may lack it. */
type Beside<C> = {
  readonly key: string;
  readonly name: string;
  readonly now: C | undefined;
  readonly before: C | undefined;
};

/** All categories of both ranges, so that each column sums up to its total. The largest now first. */
export function besideBefore<C extends Category>(
  now: readonly C[],
  before: readonly C[] = [],
): readonly Beside<C>[] {
  const [are, were] = [now, before].map(
    (some) => new Map(some.map((category) => [category.category_slug, category])),
  );
  const all = new Map([...now, ...before].map(({ category_slug, name }) => [category_slug, name]));
  return [...all]
    .map(([key, name]) => ({ key, name, now: are?.get(key), before: were?.get(key) }))
    .toSorted((one, other) => (other.now?.amount ?? 0) - (one.now?.amount ?? 0));
}
