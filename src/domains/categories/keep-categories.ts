import type { AuditContext } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import { SYSTEM_CATEGORIES } from "./system-categories.ts";

/** Locks the team's own categories with these slugs against deletion until the transaction ends. @returns the slugs that exist */
export async function keepCategories(
  { db, team }: AuditContext,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const system = slugs.filter((slug) => SYSTEM_SLUGS.has(slug));
  const others = slugs.filter((slug) => !SYSTEM_SLUGS.has(slug));
  if (others.length === 0) return new Set(system);
  const own = db
    .selectFrom("categories")
    .select("slug")
    .where("team_id", "=", team.id)
    .where("slug", "in", others)
    .orderBy("id");
  const kept = await lockForKeyShare(db, own).execute();
  return new Set([...system, ...kept.map(({ slug }) => slug)]);
}

const SYSTEM_SLUGS: ReadonlySet<string> = new Set(SYSTEM_CATEGORIES.map(({ slug }) => slug));
