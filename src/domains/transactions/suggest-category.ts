import { sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";

/** A category that earlier transactions with the same party have: `of` of them, and `in` this one. */
export type Suggestion = { readonly slug: string; readonly in: number; readonly of: number };

const LAST = 5;
const MOST_PARTIES = 100;

/**
 * Suggests categories by party, from the last five categorised transactions of each: at least two and all
 * the same, or three of five. Nothing is written.
 */
export async function suggestCategories(
  { db, team }: AuditContext,
  parties: readonly (string | null)[],
): Promise<ReadonlyMap<string, Suggestion>> {
  const keys = [...new Set(parties.filter((key) => key !== null))].slice(0, MOST_PARTIES);
  if (keys.length === 0) return new Map();
  const lasts = keys.map(
    (key, index) => sql`select * from (
      select party_key, category_slug from transactions
      where team_id = ${team.id} and party_key = ${key} and category_slug is not null
      order by date desc limit ${LAST}) as ${sql.ref(`party_${index}`)}`,
  );
  const { rows } = await sql<{
    readonly party_key: string;
    readonly category_slug: string;
  }>`${sql.join(lasts, sql` union all `)}`.execute(db);
  const slugs = Map.groupBy(rows, ({ party_key }) => party_key);
  return new Map(
    [...slugs].flatMap(([key, some]) => {
      const suggestion = suggestionOf(some.map(({ category_slug }) => category_slug));
      return suggestion === null ? [] : [[key, suggestion] as const];
    }),
  );
}

function suggestionOf(slugs: readonly string[]): Suggestion | null {
  const of = slugs.length;
  for (const [slug, same] of Map.groupBy(slugs, (slug) => slug)) {
    const count = same.length;
    if (count >= 2 && (count === of || (of === LAST && count >= 3))) return { slug, in: count, of };
  }
  return null;
}
