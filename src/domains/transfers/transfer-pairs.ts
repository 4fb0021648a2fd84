import { type RawBuilder, sql } from "kysely";
import { addDays } from "../../shared/calendar.ts";
import { keptLookAlikes, MOST_COUNTED, type Searched } from "../transactions/kept-look-alikes.ts";
import { TRANSFER_DAYS, withOther } from "../transactions/look-alikes.ts";
import { findExchanges, MOST_EXCHANGES_COUNTED } from "./exchange-pairs.ts";
import { looksLikeTransfer, type Pair, type Range } from "./pair.ts";

type Counts = {
  /** Pairs in which each has no other candidate. */
  readonly suggested: number;
  /** Transactions in any pair of one currency, and in suggested ones of two. */
  readonly lookAlikes: number;
};

/** Finds pairs in which each has no other candidate, the newest first, and counts all. */
export async function findPairs(
  context: Searched,
  most: number,
): Promise<Counts & { readonly pairs: readonly Pair[] }> {
  const [{ rows }, counts, exchanges] = await Promise.all([
    sql<Pair>`select received_id, paid_id, date from (${pairsOf(context)}) as pair
      where of_received = 1 and of_paid = 1 order by date desc, received_id desc
      limit ${most}`.execute(context.db),
    countOfOneCurrency(context),
    findExchanges(context, {}),
  ]);
  const pairs = [...rows, ...exchanges]
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
    .slice(0, most);
  return { pairs, ...withExchanges(counts, exchanges) };
}

function placeOf({ date, received_id }: Pair): string {
  return `${date} ${received_id}`;
}

/** Counts suggested pairs up to `most` among the transactions that came last. */
export async function countNewestPairs(context: Searched, most: number): Promise<number> {
  const [{ rows }, exchanges] = await Promise.all([
    sql<{ readonly count: number }>`select count(*) as count from (
      select received_id from (${pairsOf(context, { most: MOST_COUNTED })}) as pair
        where of_received = 1 and of_paid = 1 limit ${most}) as found`.execute(context.db),
    findExchanges(context, { most: MOST_EXCHANGES_COUNTED }),
  ]);
  return (rows[0]?.count ?? 0) + exchanges.length;
}

/** @param range of days, in which one of the two sides must be */
export async function countPairs(context: Searched, range: Range): Promise<Counts> {
  const [counts, exchanges] = await Promise.all([
    countOfOneCurrency(context, range),
    findExchanges(context, { range }),
  ]);
  return withExchanges(counts, exchanges);
}

function withExchanges({ suggested, lookAlikes }: Counts, { length }: readonly Pair[]): Counts {
  return { suggested: suggested + length, lookAlikes: lookAlikes + 2 * length };
}

async function countOfOneCurrency(context: Searched, range?: Range): Promise<Counts> {
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
  /** Only so many transactions that came last. */
  readonly most?: number;
};

/** All pairs of one currency, or those near a range, with the number of pairs of each side. */
function pairsOf(context: Searched, { range, most }: Within = {}): RawBuilder<unknown> {
  // The other candidates of a side are as far from it again.
  const isNearRange =
    range === undefined
      ? sql``
      : sql`and received.date >= ${addDays(range.from, -2 * TRANSFER_DAYS)}
          and received.date <= ${addDays(range.to, 2 * TRANSFER_DAYS)}`;
  return sql`select received.id as received_id, paid.id as paid_id, received.date,
      paid.date as paid_date,
      count(*) over (partition by received.id) as of_received,
      count(*) over (partition by paid.id) as of_paid
    from ${keptLookAlikes(context, { kind: "transfer", as: "received", most })}
    ${withOther(context.db, "received", "paid", looksLikeTransfer)}
    where received.amount_minor > 0 ${isNearRange}`;
}
