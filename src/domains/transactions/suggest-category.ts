import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import { dialectOf } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";

/** A category that earlier transactions with the same party have: `of` of them, and `in` this one. */
export type Suggestion = { readonly slug: string; readonly in: number; readonly of: number };

const LAST = 5;
/** Parties of one call; those behind get no suggestion. */
export const MOST_PARTIES = 100;

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
  const { rows } = await sql<{
    readonly party_key: string;
    readonly category_slug: string;
  }>`${lastOf(db, team.id, keys)}`.execute(db);
  const slugs = Map.groupBy(rows, ({ party_key }) => party_key);
  return new Map(
    [...slugs].flatMap(([key, some]) => {
      const suggestion = suggestionOf(some.map(({ category_slug }) => category_slug));
      return suggestion === null ? [] : [[key, suggestion] as const];
    }),
  );
}

/** The last categorised transactions of each party. PostgreSQL would plan each select of a union anew. */
function lastOf(db: Db, team: string, keys: readonly string[]): RawBuilder<unknown> {
  const last = (key: RawBuilder<unknown>) => sql`select party_key, category_slug from transactions
    where team_id = ${team} and party_key = ${key} and category_slug is not null
    order by date desc limit ${LAST}`;
  if (dialectOf(db) === "postgres")
    return sql`select last.* from unnest(cast(${keys} as text[])) as party (key)
      cross join lateral (${last(sql`party.key collate "C"`)}) as last`;
  const all = keys.map(
    (key, at) => sql`select * from (${last(sql`${key}`)}) as ${sql.ref(`party_${at}`)}`,
  );
  return sql`${sql.join(all, sql` union all `)}`;
}

function suggestionOf(slugs: readonly string[]): Suggestion | null {
  const of = slugs.length;
  for (const [slug, same] of Map.groupBy(slugs, (slug) => slug)) {
    const count = same.length;
    if (count >= 2 && (count === of || (of === LAST && count >= 3))) return { slug, in: count, of };
  }
  return null;
}
