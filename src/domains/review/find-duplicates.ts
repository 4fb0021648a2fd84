import { type RawBuilder, sql } from "kysely";
import { indexedBy, shiftedDay } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { newestOf } from "./newest.ts";
import { isNotRejected } from "./rejected-pairs.ts";

/** Days between two transactions that may be the same. */
const DAYS = 3;

/** Two transactions of one account that may be the same: they came from two sources. */
export type Duplicate = { readonly id: string; readonly other_id: string };

type Searched = { readonly db: Db; readonly team: { readonly id: string } };

/** Finds maybe-duplicates, the newest first. */
export async function findDuplicates(
  context: Searched,
  most: number,
): Promise<readonly Duplicate[]> {
  const { rows } = await sql<Duplicate>`select one.id, other.id as other_id
    ${pairsOf(context)} order by one.date desc, one.id desc, other.id limit ${most}`.execute(
    context.db,
  );
  return rows;
}

export async function countDuplicates(context: Searched): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count ${pairsOf(context)}`.execute(context.db);
  return rows[0]?.count ?? 0;
}

/** Counts up to `most` among the newest transactions. */
export async function countNewestDuplicates(context: Searched, most: number): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (select one.id ${pairsOf(context, newestOf(context.team))}
      limit ${most}) as found`.execute(context.db);
  return rows[0]?.count ?? 0;
}

/** Rows of one kind of export are never the same: the bank prints twice what happened twice. */
function pairsOf({ db, team }: Searched, newest?: RawBuilder<unknown>): RawBuilder<unknown> {
  const date = sql.ref("one.date");
  const all = sql`transactions as one ${indexedBy(db, "transactions_by_amount")}`;
  return sql`from ${newest === undefined ? all : sql`${newest} as one`} cross join transactions as other
    where one.team_id = ${team.id} and one.standing = 'counted'
      and other.team_id = one.team_id and other.standing = 'counted'
      and other.amount_minor = one.amount_minor
      and other.date between ${date} and ${shiftedDay(db, date, DAYS)}
      and (other.date > one.date or other.id > one.id)
      and other.bank_account_id = one.bank_account_id
      and (other.source <> one.source or coalesce(other.signature, '') <> coalesce(one.signature, ''))
      and ${isNotRejected("duplicate", "one", "other")}`;
}
