import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context, AuditContext } from "../../db/context.ts";
import { dialectOf } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { draftRule, RuleDraft, WORTH_A_RULE } from "../rules/draft-rule.ts";
import type { Searched } from "./counterparts.ts";
import { findTransaction } from "./get-transaction.ts";
import { noTransaction } from "./transaction.ts";

const MOST_PARTIES = 10;
const MOST_IDS = 20;

type Similar = {
  readonly name: string;
  readonly category_slug: string;
  readonly count: number;
  readonly ids: readonly string[];
  readonly rule: RuleDraft | null;
};

export async function findSimilar(
  context: Context,
  ids: readonly string[],
  mostIds = MOST_IDS,
): Promise<readonly Similar[]> {
  const parties = await partiesOf(context, ids);
  const found: Similar[] = [];
  for (const { isIn, ...party } of parties) {
    const { count, ids } = await findOpen(context, party.party_key, mostIds, isIn);
    if (count === 0) continue;
    const { name, category_slug } = party;
    const direction = isIn ? "in" : "out";
    const rule = count < WORTH_A_RULE ? null : draftRule({ ...party, direction });
    found.push({ name, category_slug, count, ids, rule });
  }
  return found;
}

/** Parties with what they paid apart from what they got. */
async function partiesOf({ db, team }: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("transactions")
    .select(["party_key", "name", "bank_name", "category_slug", "amount_minor"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("party_key", "is not", null)
    .where("category_slug", "is not", null)
    .execute();
  const parties = new Map(
    rows.flatMap(({ party_key, category_slug, amount_minor, ...names }) => {
      if (party_key === null || category_slug === null) return [];
      const isIn = amount_minor > 0;
      return [[`${isIn} ${party_key}`, { ...names, party_key, category_slug, isIn }] as const];
    }),
  );
  return [...parties.values()].slice(0, MOST_PARTIES);
}

/** @param isIn true for what the party paid, false for what it got: a refund is not similar to a payment */
export async function findOpen(
  { db, team }: Searched,
  party_key: string,
  most: number,
  isIn: boolean,
) {
  const open = db
    .selectFrom("transactions")
    .where("team_id", "=", team.id)
    .where("party_key", "=", party_key)
    .where("category_slug", "is", null)
    .where("standing", "=", "counted")
    // An expression: SQLite would search the index of amounts by the column.
    .where(sql<boolean>`0 + amount_minor ${sql.raw(isIn ? ">" : "<")} 0`);
  const [[counted], rows] = await Promise.all([
    open.select(({ fn }) => fn.countAll<number>().as("count")).execute(),
    open.select("id").orderBy("date", "desc").orderBy("id", "desc").limit(most).execute(),
  ]);
  return { count: counted?.count ?? 0, ids: rows.map(({ id }) => id) };
}

export async function countExported(
  { db, team }: Searched,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom("transactions")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("status", "=", "exported")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A category that `in` of the party's last `of` transactions have. */
export type Suggestion = { readonly slug: string; readonly in: number; readonly of: number };

const LAST = 5;
export const MOST_SUGGESTED = 100;

/**
 * Suggests the category of a party's last five categorised transactions: of at least two that agree, or three of
 * five.
 */
export async function suggestCategories(
  { db, team }: AuditContext,
  parties: readonly (string | null)[],
): Promise<ReadonlyMap<string, Suggestion>> {
  const keys = [...new Set(parties.filter((key) => key !== null))].slice(0, MOST_SUGGESTED);
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

/** Joins a lateral select on PostgreSQL, which would plan each select of a union anew. */
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

export const SimilarTransactions = z.object({
  count: z.int(),
  ids: z.array(z.string()),
  rule: RuleDraft.nullable(),
});

export async function getSimilar(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof SimilarTransactions>> {
  if ((await findTransaction(context, id)) === undefined) throw noTransaction(id);
  const [found] = await findSimilar(context, [id]);
  if (found === undefined) return { count: 0, ids: [], rule: null };
  return { count: found.count, ids: [...found.ids], rule: found.rule };
}
