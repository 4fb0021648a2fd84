import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import { joinEach } from "../../db/dialect.ts";
import { rowsFrom } from "../../db/many-rows.ts";
import { exactSums } from "../../db/sums.ts";
import { daysBetween } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { type Counted, countsAs } from "../transactions/counted-in.ts";

/** Payments of one day to a party, in one currency and category. */
export type PaidDay = {
  readonly party: string;
  readonly date: Day;
  /** Currency in which the payee charged where the bank tells it, else that of the account. */
  readonly currency: string;
  /** Empty for none. */
  readonly slug: string;
  /** Above zero for money out. */
  readonly minor: bigint;
  /** In the team's currency; null where an amount has no rate. */
  readonly base: bigint | null;
};

type Found = {
  readonly party_key: string;
  readonly date: Day;
  readonly price_currency: string;
  readonly category_slug: string;
  readonly minor: string;
  readonly base: string;
  readonly unrated: number;
};

type Days = { readonly from: Day; readonly to: Day };

/**
 * Finds what was paid to some parties, the oldest day first.
 * @param expense what counts as one, with a rate and without
 */
export async function findPaidDays(
  { db, team }: Pick<AuditContext, "db" | "team">,
  parties: readonly string[],
  { from, to }: Days,
  expense: readonly Counted[],
): Promise<readonly PaidDay[]> {
  const json = sql<string>`${JSON.stringify(parties.map((party_key) => ({ party_key })))}`;
  const isOfParty = sql`item.team_id = ${team.id} and item.party_key = found.party_key
    and item.date >= ${from} and item.date <= ${to}`;
  const items = sql`${rowsFrom(db, "transactions", ["party_key"], json)} as found
    ${joinEach(db, { table: "transactions", as: "item", index: "transactions_by_party" }, isOfParty)}`;
  const counts = (table: string) =>
    sql`(${sql.join(
      expense.map((counted) => sql`(${countsAs(counted, table)})`),
      sql` or `,
    )})`;
  const hasOriginal = sql`item.original_currency is not null and item.original_minor is not null`;
  const query = sql<Found>`
    select party_key, date, price_currency, category_slug,
      cast(sum(minor) as text) as minor, cast(coalesce(sum(base_minor), 0) as text) as base,
      count(*) - count(base_minor) as unrated
    from (
      select item.party_key, item.date, coalesce(item.category_slug, '') as category_slug,
        item.base_minor,
        case when ${hasOriginal} then item.original_currency else item.currency end as price_currency,
        case when ${hasOriginal} then (case when item.amount_minor < 0 then -1 else 1 end) * abs(item.original_minor)
          else item.amount_minor end as minor
      from ${items} where item.standing = 'counted' and ${counts("item")}
      union all
      select item.party_key, item.date, coalesce(part.category_slug, '') as category_slug,
        part.base_minor, item.currency as price_currency, part.amount_minor as minor
      from ${items} ${partsOfEach(db)}
      where item.standing = 'split' and ${counts("part")}
    ) as paid
    group by party_key, date, price_currency, category_slug
    order by party_key, date, price_currency, category_slug`;
  const { rows } = await exactSums(async () => query.execute(db));
  return rows.map((row) => ({
    party: row.party_key,
    date: row.date,
    currency: row.price_currency,
    slug: row.category_slug,
    minor: -BigInt(row.minor),
    base: row.unrated === 0 ? -BigInt(row.base) : null,
  }));
}

function partsOfEach(db: AuditContext["db"]): RawBuilder<unknown> {
  const isPart = sql`part.team_id = item.team_id and part.transaction_id = item.id`;
  return joinEach(db, { table: "transaction_parts", as: "part" }, isPart);
}

type Price = { readonly date: Day; readonly minor: bigint };

export type PriceChange = {
  readonly changed_on: Day;
  readonly from: bigint;
  readonly to: bigint;
};

export type Prices = {
  readonly currency: string;
  readonly first: bigint;
  readonly last: bigint;
  /** From the oldest; null for amounts that differ more often than not, which are no price. */
  readonly changes: readonly PriceChange[] | null;
  /** Further currencies in which the party was paid. */
  readonly others: readonly string[];
};

/** Prices in the currency of the newest payment; null without a payment. */
export function pricesOf(days: readonly PaidDay[]): Prices | null {
  const byCurrency = Map.groupBy(days, ({ currency }) => currency);
  const paid = [...byCurrency].flatMap(([currency, some]) => {
    const prices = dayPrices(some);
    const [first] = prices;
    const last = prices.at(-1);
    return first === undefined || last === undefined ? [] : [{ currency, prices, first, last }];
  });
  const [newest, ...others] = paid.toSorted((one, other) => {
    if (one.last.date === other.last.date) return other.prices.length - one.prices.length;
    return one.last.date < other.last.date ? 1 : -1;
  });
  if (newest === undefined) return null;
  return {
    currency: newest.currency,
    first: newest.first.minor,
    last: newest.last.minor,
    changes: changesIn(newest.prices),
    others: others.map(({ currency }) => currency).toSorted(),
  };
}

/** Leaves out days on which as much or more was refunded. */
function dayPrices(days: readonly PaidDay[]): readonly Price[] {
  return [...Map.groupBy(days, ({ date }) => date)]
    .map(([date, some]) => ({ date, minor: some.reduce((sum, { minor }) => sum + minor, 0n) }))
    .filter(({ minor }) => minor > 0n)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

function changesIn(prices: readonly Price[]): Prices["changes"] {
  const pairs = Math.max(0, prices.length - 1);
  if (2 * stepsIn(prices).length > pairs) return null;
  // Between two equal prices, one payment of another amount is another purchase.
  return stepsIn(
    prices.filter(({ minor }, at) => {
      const [before, after] = [prices[at - 1]?.minor, prices[at + 1]?.minor];
      return minor === before || before === undefined || before !== after;
    }),
  );
}

function stepsIn(prices: readonly Price[]): readonly PriceChange[] {
  return prices.flatMap(({ date, minor }, at) => {
    const before = prices[at - 1]?.minor ?? minor;
    return before === minor ? [] : [{ changed_on: date, from: before, to: minor }];
  });
}

/** Days from one payment to the next, with weekends and holidays between. */
const CADENCES = [
  ["weekly", 6, 8],
  ["every_two_weeks", 12, 16],
  ["monthly", 26, 36],
  ["quarterly", 84, 98],
] as const;

export const CADENCE_NAMES = CADENCES.map(([name]) => name);

export type Cadence = (typeof CADENCES)[number][0];

/** Cadence that three of four payments keep; null for none, and for fewer than three payments. */
export function cadenceOf(days: readonly PaidDay[]): Cadence | null {
  const paid = days.filter(({ minor }) => minor > 0n).map(({ date }) => date);
  const dates = [...new Set(paid)].toSorted();
  const gaps = dates.slice(1).map((date, at) => daysBetween(dates[at] ?? date, date));
  if (gaps.length < 2) return null;
  const found = CADENCES.find(
    ([, least, most]) =>
      4 * gaps.filter((gap) => gap >= least && gap <= most).length >= 3 * gaps.length,
  );
  return found?.[0] ?? null;
}
