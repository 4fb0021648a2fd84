import { type RawBuilder, sql } from "kysely";
import { shiftedDay } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { newestOf } from "../review/newest.ts";
import { isNotRejected } from "../review/rejected-pairs.ts";

/** Days between the two sides of a transfer at most. */
const DAYS = 5;

/**
 * Joins two counted transactions of two accounts in one currency, with equal amounts and opposite signs, a
 * few days apart, that nobody said are no transfer. What was exported stays as it is.
 */
export function looksLikeTransfer(db: Db, one: string, other: string): RawBuilder<unknown> {
  const of = (alias: string, column: string) => sql.ref(`${alias}.${column}`);
  const date = of(one, "date");
  return sql.join(
    [
      sql`${of(one, "standing")} = 'counted'`,
      sql`${of(other, "team_id")} = ${of(one, "team_id")}`,
      sql`${of(other, "standing")} = 'counted'`,
      sql`${of(other, "amount_minor")} = -${of(one, "amount_minor")}`,
      sql`${of(other, "date")} between ${shiftedDay(db, date, -DAYS)} and ${shiftedDay(db, date, DAYS)}`,
      sql`${of(other, "bank_account_id")} <> ${of(one, "bank_account_id")}`,
      sql`${of(other, "currency")} = ${of(one, "currency")}`,
      sql`${of(one, "status")} <> 'exported'`,
      sql`${of(other, "status")} <> 'exported'`,
      isNotRejected("transfer", one, other),
    ],
    sql` and `,
  );
}

/** Two transactions that look like a transfer. */
export type Pair = { readonly received_id: string; readonly paid_id: string };

type Searched = { readonly db: Db; readonly team: { readonly id: string } };

type Range = { readonly from: Day; readonly to: Day };

type Counts = {
  /** Pairs in which each has no other candidate. */
  readonly suggested: number;
  /** Transactions in any pair. */
  readonly lookAlikes: number;
};

/** Finds pairs in which each has no other candidate, the newest first. */
export async function findPairs(context: Searched, most: number): Promise<readonly Pair[]> {
  const { rows } = await sql<Pair>`select received_id, paid_id from (${pairsOf(context)}) as pair
    where of_received = 1 and of_paid = 1 order by date desc, received_id desc
    limit ${most}`.execute(context.db);
  return rows;
}

/** Counts suggested pairs up to `most` among the newest transactions. */
export async function countNewestPairs(context: Searched, most: number): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`select count(*) as count from (
    select received_id from (${pairsOf(context, { from: newestOf(context.team) })}) as pair
      where of_received = 1 and of_paid = 1 limit ${most}) as found`.execute(context.db);
  return rows[0]?.count ?? 0;
}

/** @param range of days, in which one of the two sides must be */
export async function countPairs(context: Searched, range?: Range): Promise<Counts> {
  const isInRange =
    range === undefined
      ? sql`1 = 1`
      : sql`(date between ${range.from} and ${range.to}
          or paid_date between ${range.from} and ${range.to})`;
  const { rows } = await sql<{ suggested: number; received: number; paid: number }>`
    select count(case when of_received = 1 and of_paid = 1 then 1 end) as suggested,
      count(distinct received_id) as received, count(distinct paid_id) as paid
    from (${pairsOf(context, { range })}) as pair where ${isInRange}`.execute(context.db);
  const { suggested = 0, received = 0, paid = 0 } = rows[0] ?? {};
  return { suggested, lookAlikes: received + paid };
}

type Within = {
  /** Days near which the received side is. */
  readonly range?: Range | undefined;
  /** Where the received side is read from. */
  readonly from?: RawBuilder<unknown>;
};

/** All pairs, those near a range, or those of some transactions, with the number of pairs of each side. */
function pairsOf(
  { db, team }: Searched,
  { range, from = sql`transactions` }: Within = {},
): RawBuilder<unknown> {
  // The other candidates of a side are as far from it again.
  const isNear =
    range === undefined
      ? sql``
      : sql`and received.date >= ${addDays(range.from, -2 * DAYS)}
          and received.date <= ${addDays(range.to, 2 * DAYS)}`;
  return sql`select received.id as received_id, paid.id as paid_id, received.date,
      paid.date as paid_date,
      count(*) over (partition by received.id) as of_received,
      count(*) over (partition by paid.id) as of_paid
    from ${from} as received cross join transactions as paid
    where received.team_id = ${team.id} and received.amount_minor > 0 ${isNear}
      and ${looksLikeTransfer(db, "received", "paid")}`;
}
