import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { day, uuid } from "../../core/fields.ts";
import { type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import { isNotRejected } from "../review/rejected-pairs.ts";
import {
  MOST_COUNTED,
  mayBeSame,
  type Searched,
  selectCounterparts,
  withOther,
} from "./counterparts.ts";
import { type ListedTransaction, type Matching, readTransactions } from "./find-transactions.ts";
import type { ListTransactions } from "./list-transactions.ts";
import { slugsIn } from "./total-transactions.ts";
import { matchingOf } from "./transaction-filter.ts";

/** Two transactions that may be one payment, the older first. */
type Duplicate = { readonly id: string; readonly other_id: string; readonly date: Day };

type After = readonly [date: Day, id: string, other: string] | null;

type Paging = { readonly most: number; readonly after?: After; readonly among?: Matching };

/** Finds pairs of which at least one transaction matches, the newest first. */
export async function findDuplicates(
  context: Searched,
  { most, after = null, among }: Paging,
): Promise<readonly Duplicate[]> {
  const { rows } = await sql<Duplicate>`select one.id, other.id as other_id, one.date
    ${pairsOf(context)} ${isPast(after)} ${isAmong(among)}
    order by one.date desc, one.id desc, other.id limit ${most}`.execute(context.db);
  return rows;
}

export async function countDuplicates(context: Searched): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count ${pairsOf(context)}`.execute(context.db);
  return rows[0]?.count ?? 0;
}

/** Counts up to `most` among the transactions that came last. */
export async function countNewestDuplicates(context: Searched, most: number): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (select one.id ${pairsOf(context, MOST_COUNTED)}
      limit ${most}) as found`.execute(context.db);
  return rows[0]?.count ?? 0;
}

function pairsOf(context: Searched, most?: number): RawBuilder<unknown> {
  return sql`from ${selectCounterparts(context, { kind: "duplicate", as: "one", most })}
    ${withOther(context.db, "one", "other", mayBeSame)}
    where (other.date > one.date or (other.date = one.date and other.id > one.id))
      and ${isNotRejected("duplicate", "one", "other")}`;
}

function isPast(after: After): RawBuilder<unknown> {
  if (after === null) return sql``;
  const [date, id, other] = after;
  return sql`and ((one.date, one.id) < (${date}, ${id})
    or (one.date = ${date} and one.id = ${id} and other.id > ${other}))`;
}

function isAmong(among: Matching | undefined): RawBuilder<unknown> {
  if (among === undefined) return sql``;
  return sql`and exists (select 1 from transactions as item
    where item.team_id = one.team_id and (item.id = one.id or item.id = other.id)
      and ${sql.join(among.conditions, sql` and `)} ${slugsIn("item", among.slugs)})`;
}

const SortKey = z.tuple([day, uuid, uuid]);

export type DuplicatePair = readonly [older: ListedTransaction, newer: ListedTransaction];

/** Pairs that Review asks about; the limit is one of pairs. A transaction stands in each of its pairs. */
export async function listDuplicates(
  context: Context,
  { filter, listing, cursor, limit }: ListTransactions,
): Promise<Page<DuplicatePair>> {
  const after = readCursor(SortKey, listing, cursor);
  const among = await matchingOf(context, filter);
  const found = await findDuplicates(context, { most: limit + 1, after, among });
  const page = pageOf(listing, found, limit, ({ date, id, other_id }) => [date, id, other_id]);
  const ids = new Set(page.items.flatMap(({ id, other_id }) => [id, other_id]));
  const rows = new Map((await readTransactions(context, [...ids])).map((row) => [row.id, row]));
  return {
    ...page,
    items: page.items.flatMap(({ id, other_id }): DuplicatePair[] => {
      const [older, newer] = [rows.get(id), rows.get(other_id)];
      // Deleted since the pairs were read.
      return older === undefined || newer === undefined ? [] : [[older, newer]];
    }),
  };
}
