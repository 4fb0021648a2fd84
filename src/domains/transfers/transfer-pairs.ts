import { type RawBuilder, sql } from "kysely";
import { indexedBy, joinEach } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { isNotRejected } from "../review/rejected-pairs.ts";
import {
  MOST_COUNTED,
  type Searched,
  TRANSFER_DAYS,
  isNear,
  mayBeTransfer,
  selectCounterparts,
  withOther,
} from "../transactions/counterparts.ts";
import { INTERNAL } from "../transactions/transaction.ts";

type Counts = {
  readonly suggested: number;
  readonly counterparts: number;
};

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

function withExchanges({ suggested, counterparts }: Counts, { length }: readonly Pair[]): Counts {
  return { suggested: suggested + length, counterparts: counterparts + 2 * length };
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
  return { suggested, counterparts: received + paid };
}

type Within = {
  readonly range?: Range | undefined;
  readonly most?: number;
};

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
    from ${selectCounterparts(context, { kind: "transfer", as: "received", most })}
    ${withOther(context.db, "received", "paid", looksLikeTransfer)}
    where received.amount_minor > 0 ${isNearRange}`;
}

/** Percent by which the two amounts may differ at the rates of their days. */
const PERCENT = 3;

/** Open transactions in another currency than the team's that are looked at: the newest. */
const MOST_LOOKED_AT = 200;

const MOST_EXCHANGES_COUNTED = 50;

const OF_TRANSFERS = [INTERNAL, "credit-card-payment"];

type WithinExchanges = {
  readonly range?: Range | undefined;
  readonly most?: number;
};

/**
 * Finds pairs in two currencies with nearly the same amounts at the rates of their days. A side has no other
 * candidate, nor one in its own currency. The newest come first.
 */
async function findExchanges(context: Searched, within: WithinExchanges): Promise<readonly Pair[]> {
  return (await hasCurrencies(context)) ? searchExchanges(context, within) : [];
}

async function hasCurrencies({ db, team }: Searched): Promise<boolean> {
  const accounts = db.selectFrom("bank_accounts").where("team_id", "=", team.id);
  return (await accounts.select("currency").distinct().limit(2).execute()).length > 1;
}

export async function searchExchanges(
  context: Searched,
  within: WithinExchanges,
): Promise<readonly Pair[]> {
  const { db } = context;
  const { range } = within;
  const side = (as: string) =>
    joinEach(
      db,
      { table: "transactions", as },
      sql`${sql.ref(`${as}.team_id`)} = ${context.team.id}
        and ${sql.ref(`${as}.id`)} = pair.${sql.ref(`${as}_id`)}`,
    );
  const hasTwin = (as: string) =>
    sql`exists (select 1 from transactions as twin ${indexedBy(db, "transactions_by_amount")}
      where ${looksLikeTransfer(db, as, "twin")})`;
  const { rows } = await sql<Pair & { readonly paid_date: string }>`
    select received_id, paid_id, pair.date, paid_date from (
      select received_id, paid_id, date, paid_date,
        count(*) over (partition by received_id) as of_received,
        count(*) over (partition by paid_id) as of_paid
      from (${candidatesOf(context, within)}) as candidate
    ) as pair
    ${side("received")} ${side("paid")}
    where of_received = 1 and of_paid = 1
      and not ${hasTwin("received")} and not ${hasTwin("paid")}
    order by pair.date desc, received_id desc`.execute(db);
  if (range === undefined) return rows;
  const isIn = (day: string) => day >= range.from && day <= range.to;
  return rows.filter(({ date, paid_date }) => isIn(date) || isIn(paid_date));
}

function candidatesOf(context: Searched, { range, most = MOST_LOOKED_AT }: WithinExchanges) {
  const { db, team } = context;
  const isNearRange =
    range === undefined
      ? sql``
      : sql`and item.date >= ${addDays(range.from, -2 * TRANSFER_DAYS)}
          and item.date <= ${addDays(range.to, 2 * TRANSFER_DAYS)}`;
  const side = (column: string, sign: ">" | "<") =>
    sql`case when one.amount_minor ${sql.raw(sign)} 0
      then one.${sql.ref(column)} else other.${sql.ref(column)} end`;
  const withCategory = (isOf: RawBuilder<unknown>) => sql`
    select ${side("id", ">")} as received_id, ${side("id", "<")} as paid_id,
      ${side("date", ">")} as date, ${side("date", "<")} as paid_date
    from (select * from transactions as item ${indexedBy(db, "transactions_exchanged")}
      where item.team_id = ${team.id} and item.rate_day is not null
        and item.category_slug is null and item.standing = 'counted' ${isNearRange}
      order by item.date desc, item.id desc limit ${most}) as one
    ${joinEach(db, WORTH, isWorthAsMuch(db, isOf))}
    ${joinEach(db, { table: "transactions", as: "other" }, IS_SAME)}
    where other.currency <> one.currency and ${isOpenPair("one", "other")}`;
  return sql`${withCategory(sql`worth.category_slug is null`)}
    union ${withCategory(sql`worth.category_slug in (${sql.join(OF_TRANSFERS)})`)}`;
}

const IS_SAME = sql`other.team_id = one.team_id and other.id = worth.id`;

const WORTH = { table: "transactions", as: "worth", index: "transactions_by_category" } as const;

/** Joins amounts of nearly the same worth and the other sign, a few days apart, by the index alone. */
function isWorthAsMuch(db: Db, isOf: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`worth.team_id = one.team_id and ${isOf}
    and ${isNear(db, "one", "worth", TRANSFER_DAYS)} and worth.standing = 'counted'
    and (worth.base_minor > 0) <> (one.base_minor > 0)
    and abs(one.base_minor + worth.base_minor) * 200
      <= ${sql.lit(PERCENT)} * (abs(one.base_minor) + abs(worth.base_minor))`;
}

/**
 * Joins two transactions that may be a transfer in one currency. Leaves out rejected pairs, and exported
 * transactions, which stay as they are.
 */
export function looksLikeTransfer(db: Db, one: string, other: string): RawBuilder<unknown> {
  return sql`${mayBeTransfer(db, one, other)} and ${isOpenPair(one, other)}`;
}

function isOpenPair(one: string, other: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${one}.status`)} <> 'exported'
    and ${sql.ref(`${other}.status`)} <> 'exported'
    and ${isNotRejected("transfer", one, other)}`;
}

type Pair = {
  readonly received_id: string;
  readonly paid_id: string;
  /** Of the received side. */
  readonly date: Day;
};

type Range = { readonly from: Day; readonly to: Day };
