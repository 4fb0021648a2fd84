import type { AuditContext } from "../../db/context.ts";
import { allCategories, type KnownCategory } from "./all-categories.ts";
import { keepCategories } from "./keep-categories.ts";
import { requireCategory } from "./known-categories.ts";
import { UNCATEGORIZED } from "./slug.ts";

/** Finds the category for an argument; null for none. */
export type ChooseCategory = (
  given: string | null | undefined,
  path: string,
) => KnownCategory | null;

/**
 * Keeps the team's own categories with these slugs from deletion until the transaction ends. The function
 * throws a Refusal that names the slugs nearest to an unknown one.
 */
export async function choosingAmong(
  context: AuditContext,
  given: readonly (string | null | undefined)[],
): Promise<ChooseCategory> {
  const slugs = given.filter((slug) => typeof slug === "string" && slug !== UNCATEGORIZED);
  if (slugs.length === 0) return () => null;
  const known = await allCategories(context);
  const kept = await keepCategories(context, [
    ...new Set(
      known
        .filter(({ id, slug }) => slugs.includes(slug) || slugs.includes(id))
        .map(({ slug }) => slug),
    ),
  ]);
  const usable = known.filter(
    ({ slug, system }) => system || kept.has(slug) || !slugs.includes(slug),
  );
  return (given, path) =>
    given === null || given === undefined || given === "" || given === UNCATEGORIZED
      ? null
      : requireCategory(usable, given, path);
}
