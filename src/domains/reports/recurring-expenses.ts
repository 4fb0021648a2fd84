import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { rowsFrom } from "../../db/many-rows.ts";
import { exactSums } from "../../db/sums.ts";
import { divideRound } from "../../shared/fraction.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";
import { type Counted, countedIn, countsAs } from "../transactions/counted-in.ts";
import { ListQuery, openBook, reportListFilters, told } from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { monthsOf, type Range, recentMonths } from "./range.ts";

const LEAST_MONTHS = 3;

const MOST_ITEMS = 100;

const Item = z.object({
  /** As its newest transaction is named. */
  counterparty: z.string(),
  /** Months with an expense, of six. */
  months: z.int(),
  /** Expense of the six months, divided by `months`. */
  avg_amount: z.number(),
  currency: z.string(),
  last_date: z.string(),
});

export const ToldRecurring = z.object({
  currency: z.string(),
  items: z.array(Item),
  left_out: LeftOut,
  notices,
});

export const RecurringExpenses = ToldRecurring.extend({
  from: z.string(),
  to: z.string(),
  items: z.array(
    Item.extend({
      total: z.number(),
      list: ListQuery,
    }),
  ),
  left_out_lists: LeftOutLists,
});

export async function recurringExpenses(
  context: Context,
): Promise<z.output<typeof RecurringExpenses>> {
  const range = recentMonths(await todayOf(context));
  const expense = await countedIn(context, { figure: "expense" });
  const [book, found] = await Promise.all([
    openBook(context, range),
    findRecurring(context, range, { expense, least: LEAST_MONTHS }),
  ]);
  const all = ranked(found);
  const items = all.slice(0, MOST_ITEMS);
  const names = await findNames(context, items, expense);
  const left = all.length - MOST_ITEMS;
  const more = `${left} more counterparties recur in fewer months or with less.`;
  return {
    currency: book.currency,
    ...range,
    items: items.map(({ party, months, average, expense, lastDate }) => ({
      counterparty: names.get(party) ?? party,
      months,
      avg_amount: told(book, average),
      currency: book.currency,
      last_date: lastDate,
      total: told(book, expense),
      list: reportListFilters("expense", range, { party }),
    })),
    ...leftOutOf(book, "expense", left > 0 ? [more] : []),
  };
}

/** The most months first, then the largest average. There may be thousands, so numbers come before integers. */
function ranked(found: readonly Recurring[]) {
  return found
    .map((one) => {
      const average = divideRound(one.expense, BigInt(one.months));
      return { ...one, average, about: Number(average) };
    })
    .toSorted(
      (one, other) =>
        other.months - one.months ||
        other.about - one.about ||
        Number(other.average - one.average) ||
        (one.party < other.party ? -1 : 1),
    );
}

type Searched = Pick<AuditContext, "db" | "team">;

type Recurring = {
  readonly party: string;
  /** Months in which it was paid more than it refunded. */
  readonly months: number;
  readonly expense: bigint;
  readonly lastDate: Day;
};

type Found = {
  readonly party_key: string;
  readonly months: number;
  readonly minor: string;
  readonly last_date: Day;
};

/**
 * Parties that were paid in so many months, in no order; what has no party or no rate is left out.
 * @param expense what counts as one, which is below zero
 */
export async function findRecurring(
  { db, team }: Searched,
  range: Range,
  { expense, least }: { readonly expense: Counted; readonly least: number },
): Promise<readonly Recurring[]> {
  const items = sql`transactions as item ${indexedBy(db, "transactions_for_reports")}`;
  const some = sql`item.team_id = ${team.id} and item.month >= ${range.from.slice(0, 7)}
    and item.month <= ${range.to.slice(0, 7)} and item.party_key is not null`;
  const months = monthsOf(range, range.to);
  const isPaid = months.map(
    ({ month }) =>
      sql`case when sum(case when month = ${month} then base_minor end) < 0 then 1 else 0 end`,
  );
  // One sum a month, instead of a group for each party and month: those are nearly as many as transactions.
  const query = sql<Found>`
    select party_key, months, cast(minor as text) as minor, last_date
    from (
      select party_key, ${sql.join(isPaid, sql` + `)} as months, sum(base_minor) as minor,
        max(date) as last_date
      from (
        select item.party_key, item.month, item.date, item.base_minor from ${items}
        where ${some} and ${isCounted(expense)}
        union all
        select item.party_key, item.month, item.date, part.base_minor from ${items}
        cross join transaction_parts as part
        where ${some} and ${isPartCounted(expense)}
      ) as paid
      group by party_key
    ) as party
    where months >= ${sql.lit(least)} and minor < 0`;
  const { rows } = await exactSums(async () => query.execute(db));
  return rows.map(({ party_key, months, minor, last_date }) => ({
    party: party_key,
    months,
    expense: -BigInt(minor),
    lastDate: last_date,
  }));
}

/** Reads names from the newest transactions that count. */
export async function findNames(
  { db, team }: Searched,
  parties: readonly Pick<Recurring, "party" | "lastDate">[],
  expense: Counted,
): Promise<ReadonlyMap<string, string>> {
  const keys = parties.map(({ party, lastDate }) => ({ party_key: party, date: lastDate }));
  const json = sql<string>`${JSON.stringify(keys)}`;
  const found = rowsFrom(db, "transactions", ["party_key", "date"], json);
  const isOne = sql`item.team_id = ${team.id} and item.party_key = found.party_key
    and item.date = found.date`;
  const { rows } = await sql<{ readonly party_key: string; readonly name: string | null }>`
    select found.party_key, (
      select max(item.name) from transactions as item ${indexedBy(db, "transactions_by_party")}
      where ${isOne} and (${isCounted(expense)} or exists (
        select 1 from transaction_parts as part where ${isPartCounted(expense)}))) as name
    from ${found} as found`.execute(db);
  return new Map(rows.map(({ party_key, name }) => [party_key, name ?? party_key]));
}

export function isCounted(expense: Counted): RawBuilder<unknown> {
  return sql`item.standing = 'counted' and ${countsAs(expense, "item")}`;
}

export function isPartCounted(expense: Counted): RawBuilder<unknown> {
  return sql`part.team_id = item.team_id and part.transaction_id = item.id
    and item.standing = 'split' and ${countsAs(expense, "part")}`;
}
