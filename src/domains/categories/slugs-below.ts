import type { AuditContext } from "../../db/context.ts";
import { allCategories } from "./all-categories.ts";
import { requireCategory } from "./known-categories.ts";

/**
 * Slugs of a category and of those below it.
 * @throws Refusal that names the slugs which resemble an unknown one most
 */
export async function slugsBelow(context: AuditContext, given: string): Promise<readonly string[]> {
  const known = await allCategories(context);
  const { id, slug } = requireCategory(known, given, "category_slug");
  const below = known.filter(({ parent_id }) => parent_id === id);
  return [slug, ...below.map(({ slug }) => slug)];
}
