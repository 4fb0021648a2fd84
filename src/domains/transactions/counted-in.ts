import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import { allCategories, type KnownCategory } from "../categories/all-categories.ts";
import { requireCategory } from "../categories/known-categories.ts";
import { UNCATEGORIZED } from "../categories/slug.ts";
import { directionOf, type Figure, roleOf, signsIn } from "./figures.ts";

/** Categories that count in a figure, by slug; null is the lack of one. */
export type Counted = {
  readonly figure: Figure;
  /** Slugs that count with both signs. */
  readonly both: readonly string[];
  /** Slugs that count in the figure's direction alone. */
  readonly one: readonly (string | null)[];
};

/**
 * Categories that count in a figure, of one or of all.
 * @throws Refusal that names the slugs nearest to an unknown one
 */
export async function countedIn(
  context: AuditContext,
  figure: Figure,
  category: string | undefined,
): Promise<Counted> {
  const known = await allCategories(context);
  const some =
    category === undefined || category === UNCATEGORIZED
      ? known
      : [requireCategory(known, category, "category_slug")];
  const slugsOf = (signs: "both" | "in" | "out") =>
    category === UNCATEGORIZED ? [] : some.flatMap((one) => slugIn(figure, one, signs));
  const hasNone = category === undefined || category === UNCATEGORIZED;
  return {
    figure,
    both: slugsOf("both"),
    one: [
      ...slugsOf(directionOf(figure)),
      ...(hasNone && signsIn(figure, "none") !== null ? [null] : []),
    ],
  };
}

function slugIn(figure: Figure, category: KnownCategory, signs: string): readonly string[] {
  return signsIn(figure, roleOf(category)) === signs ? [category.slug] : [];
}

/** Holds for a transaction that is not split, or for a part. */
export function countsAs({ figure, both, one }: Counted, table: string): RawBuilder<boolean> {
  const slug = sql.ref(`${table}.category_slug`);
  const named = one.filter((slug) => slug !== null);
  const terms = [
    ...(both.length === 0 ? [] : [sql`${slug} in (${sql.join(both)})`]),
    ...(named.length === 0
      ? []
      : [sql`${slug} in (${sql.join(named)}) and ${sign(figure, table)}`]),
    ...(named.length === one.length ? [] : [sql`${slug} is null and ${sign(figure, table)}`]),
  ];
  return terms.length === 0 ? sql`1 = 0` : sql`(${sql.join(terms, sql` or `)})`;
}

function sign(figure: Figure, table: string): RawBuilder<unknown> {
  const compare = sql.raw(directionOf(figure) === "in" ? ">" : "<");
  return sql`${sql.ref(`${table}.amount_minor`)} ${compare} 0`;
}
