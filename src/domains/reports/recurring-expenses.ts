import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { notices } from "../../core/fields.ts";
import { tellable } from "../../core/money.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { rowsFrom } from "../../db/many-rows.ts";
import { exactSums } from "../../db/sums.ts";
import { divideRound } from "../../shared/fraction.ts";
import { toMajor } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";
import { type Counted, countedIn, countsAs } from "../transactions/counted-in.ts";
import { type Book, ListQuery, openBook, reportListFilters, shownSlug, told } from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import { monthsOf, type Range, recentMonths } from "./range.ts";
import {
  CADENCE_NAMES,
  cadenceOf,
  findPaidDays,
  type PaidDay,
  type Prices,
  pricesOf,
} from "./recurring-prices.ts";

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
  /** Paid since this month began, less refunds, and in none of the above; null for nothing. */
  this_month: z
    .object({
      /** Null where an amount has no exchange rate. */
      amount: z.number().nullable(),
      last_date: z.string(),
    })
    .nullable(),
  /** Null where the payments keep none. */
  cadence: z.enum(CADENCE_NAMES).nullable(),
  /** Of the newest payment: `uncategorized` for none. */
  category_slug: z.string(),
  category: z.string(),
  /** Currency of the prices: that of the newest payment, as the payee charges it where the bank tells it. */
  price_currency: z.string().nullable(),
  /** Since the six months began, this month's among them; null where no amount is told in a currency. */
  first_price: z.number().nullable(),
  last_price: z.number().nullable(),
  /** Null where amounts differ more often than not, and are no price. */
  price_changes: z
    .array(z.object({ changed_on: z.string(), from: z.number(), to: z.number() }))
    .nullable(),
  /** Only where some payments were in others, of which no price is told. */
  other_currencies: z.array(z.string()).optional(),
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
  const today = await todayOf(context);
  const range = recentMonths(today);
  const expense = await countedIn(context, { figure: "expense" });
  const unrated = await countedIn(context, { figure: "expense", leftOut: "no_rate" });
  const [book, found] = await Promise.all([
    openBook(context, range),
    findRecurring(context, range, { expense, least: LEAST_MONTHS }),
  ]);
  const all = ranked(found);
  const items = all.slice(0, MOST_ITEMS);
  const parties = items.map(({ party }) => party);
  const days = { from: range.from, to: today };
  const [names, paid] = await Promise.all([
    findNames(context, items, expense),
    findPaidDays(context, parties, days, [expense, unrated]),
  ]);
  const paidOf = Map.groupBy(paid, ({ party }) => party);
  const left = all.length - MOST_ITEMS;
  const more = `${left} more counterparties recur, and cost less.`;
  return {
    currency: book.currency,
    ...range,
    items: items.flatMap(({ party, months, average, expense, lastDate }) => {
      const [first, ...others] = paidOf.get(party) ?? [];
      // Deleted since the sums were read.
      if (first === undefined) return [];
      return [
        {
          counterparty: names.get(party) ?? party,
          months,
          avg_amount: told(book, average),
          currency: book.currency,
          last_date: lastDate,
          ...paymentsOf(book, [first, ...others]),
          total: told(book, expense),
          list: reportListFilters("expense", range, { party }),
        },
      ];
    }),
    ...leftOutOf(book, "expense", [
      ...(items.length > 0 ? [`Prices are compared from ${range.from} on.`] : []),
      ...(left > 0 ? [more] : []),
    ]),
  };
}

function paymentsOf(book: Book, days: readonly [PaidDay, ...PaidDay[]]) {
  const newest = days.at(-1) ?? days[0];
  const { category_slug, name } = shownSlug(book, newest.slug);
  return {
    this_month: thisMonth(book, days),
    cadence: cadenceOf(days),
    category_slug,
    category: name,
    ...toldPrices(pricesOf(days)),
  };
}

function toldPrices(prices: Prices | null) {
  if (prices === null)
    return { price_currency: null, first_price: null, last_price: null, price_changes: null };
  const { currency, first, last, changes, others } = prices;
  const price = (minor: bigint) => toMajor(tellable(minor), currency);
  const told = changes?.map(({ from, to, ...change }) => ({
    ...change,
    from: price(from),
    to: price(to),
  }));
  return {
    price_currency: currency,
    first_price: price(first),
    last_price: price(last),
    price_changes: told ?? null,
    ...(others.length === 0 ? {} : { other_currencies: [...others] }),
  };
}

function thisMonth(book: Book, days: readonly PaidDay[]) {
  const some = days.filter(({ date }) => date > book.range.to);
  const last = some.at(-1);
  if (last === undefined) return null;
  const isKnown = some.every(({ base }) => base !== null);
  const sum = some.reduce((all, { base }) => all + (base ?? 0n), 0n);
  return { amount: isKnown ? told(book, sum) : null, last_date: last.date };
}

/** Sorts what costs the most in all first. There may be thousands, so numbers come before integers. */
function ranked(found: readonly Recurring[]) {
  return found
    .map((one) => {
      const average = divideRound(one.expense, BigInt(one.months));
      return { ...one, average, about: Number(one.expense) };
    })
    .toSorted(
      (one, other) =>
        other.about - one.about ||
        Number(other.expense - one.expense) ||
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
