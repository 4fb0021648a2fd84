import { type RawBuilder, sql } from "kysely";
import { indexedBy, joinEach } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Searched } from "../transactions/kept-look-alikes.ts";
import { isNear, TRANSFER_DAYS } from "../transactions/look-alikes.ts";
import { INTERNAL } from "../transactions/transaction.ts";
import { isOpenPair, looksLikeTransfer, type Pair, type Range } from "./pair.ts";

/** Percent by which the two amounts may differ at the rates of their days. */
const PERCENT = 3;

/** Open transactions in another currency than the team's that are looked at: the newest. */
const MOST_LOOKED_AT = 200;

/** The same for a count that every page asks for. */
export const MOST_EXCHANGES_COUNTED = 50;

/** Categories that a side may have: a payment with another one is no transfer. */
const OF_TRANSFERS = [INTERNAL, "credit-card-payment"];

type Within = {
  /** Days in which one of the two sides must be. */
  readonly range?: Range | undefined;
  /** Only so many open transactions in another currency, the newest. */
  readonly most?: number;
};

/**
 * Finds pairs of two accounts in two currencies whose amounts are nearly the same at the rates of their
 * days. None has another candidate, nor one in its own currency. The newest come first.
 */
export async function findExchanges(context: Searched, within: Within): Promise<readonly Pair[]> {
  return (await hasCurrencies(context)) ? searchExchanges(context, within) : [];
}

/** Most teams have accounts in one currency. */
async function hasCurrencies({ db, team }: Searched): Promise<boolean> {
  const accounts = db.selectFrom("bank_accounts").where("team_id", "=", team.id);
  return (await accounts.select("currency").distinct().limit(2).execute()).length > 1;
}

export async function searchExchanges(context: Searched, within: Within): Promise<readonly Pair[]> {
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

/** Each pair once. */
function candidatesOf(context: Searched, { range, most = MOST_LOOKED_AT }: Within) {
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

/** Joins what is worth nearly as much, with the other sign, a few days apart: all of it is in the index. */
function isWorthAsMuch(db: Db, isOf: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`worth.team_id = one.team_id and ${isOf}
    and ${isNear(db, "one", "worth", TRANSFER_DAYS)} and worth.standing = 'counted'
    and (worth.base_minor > 0) <> (one.base_minor > 0)
    and abs(one.base_minor + worth.base_minor) * 200
      <= ${sql.lit(PERCENT)} * (abs(one.base_minor) + abs(worth.base_minor))`;
}
