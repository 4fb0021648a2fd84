import { type RawBuilder, sql } from "kysely";
import { sumOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { nextMonth } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { BalanceKind } from "../../db/schema/imports.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";

export type Balance = {
  readonly minor: number;
  /** Something is known of the account up to this day; null for an account without a day at all. */
  readonly date: Day | null;
  readonly basis: "statement" | "opening";
};

type Found = {
  readonly id: string;
  readonly stated_minor: number | null;
  readonly stated_date: Day | null;
  readonly opening_minor: number;
  readonly opening_date: Day | null;
  /** Sums of whole months, and of the days before and after these. */
  readonly in_months: string | null;
  readonly before_months: string | null;
  readonly after_months: string | null;
  readonly last_date: Day | null;
};

/**
 * Balances of all accounts at the end of a day, by id: what the newest statement up to that day says, or
 * else the opening balance, and all that was booked since.
 * @throws Refusal `too_large` for one that cannot be told exactly
 */
export async function balancesOn(
  { db, team }: Pick<Context, "db" | "team">,
  day: Day,
): Promise<ReadonlyMap<string, Balance>> {
  const month = day.slice(0, 7);
  const values = { team_id: team.id, day, month, first_of_month: `${month}-01` };
  const rows = await exactSums(async () => findBalances(db, values));
  return new Map(rows.map((row) => [row.id, balanceOf(row)]));
}

/**
 * Balance of an account on the day of the balances: none before it opens, and its opening balance for an account
 * added since they were read.
 */
export function balanceIn(
  balances: ReadonlyMap<string, Balance>,
  { id, opening_minor, opening_date }: Pick<Found, "id" | "opening_minor" | "opening_date">,
  day: Day,
): Balance {
  const opening = { minor: opening_minor, date: opening_date, basis: "opening" } as const;
  const balance = balances.get(id) ?? opening;
  // Transactions of later days are in no balance, so that only an opening day can be later.
  const isAhead = balance.date !== null && balance.date > day;
  return isAhead ? { ...balance, minor: 0, date: null } : balance;
}

function balanceOf(row: Found): Balance {
  const isStated = row.stated_minor !== null;
  const start = BigInt(row.stated_minor ?? row.opening_minor);
  const booked = [row.before_months, row.in_months, row.after_months];
  const sum = booked.reduce((sum, minor) => sum + BigInt(minor ?? 0), start);
  return {
    minor: Number(sumOf(String(sum))),
    date: latest([row.stated_date ?? row.opening_date, row.last_date]),
    basis: isStated ? "statement" : "opening",
  };
}

function latest(days: readonly (Day | null)[]): Day | null {
  return days.reduce((last, day) => (last === null || (day !== null && day > last) ? day : last));
}

/** Precedence on one day: statement, balance by hand, balance during the day. */
const KINDS: Readonly<Record<BalanceKind, number>> = { statement: 1, by_hand: 2, intraday: 3 };

type Values = {
  readonly team_id: string;
  readonly day: Day;
  readonly month: string;
  readonly first_of_month: Day;
};

/**
 * Searches the statements and the transactions of each account by its id and day, in indexes alone. Whole
 * months are kept sums, so that a balance costs the same in a book of any size.
 */
export const findBalances = preparedQuery((db, { slot }: Slots<Values>) => {
  const order = sql.join(
    Object.entries(KINDS).map(([kind, rank]) => sql`when ${sql.lit(kind)} then ${sql.lit(rank)}`),
    sql` `,
  );
  const query = sql<Found>`
    select account.id, account.opening_minor, account.opening_date,
      stated.minor as stated_minor, stated.date as stated_date,
      (select cast(sum(total.minor) as text) from booked_totals as total
        where total.team_id = account.team_id and total.bank_account_id = account.id
          and total.month > substr(cast(${START} as text), 1, 7)
          and total.month < ${slot("month")}) as in_months,
      (select cast(sum(booked.amount_minor) as text) ${BOOKED} and booked.date >= ${START}
        and booked.date < ${earlier(nextMonth(db, START), slot("first_of_month"))}) as before_months,
      (select cast(sum(booked.amount_minor) as text) ${BOOKED}
        and booked.date >= ${later(START, slot("first_of_month"))}
        and booked.date <= ${slot("day")}) as after_months,
      (select max(booked.date) ${BOOKED} and booked.date >= ${START}
        and booked.date <= ${slot("day")}) as last_date
    from bank_accounts as account
    left join statement_balances as stated
      on stated.team_id = account.team_id and stated.id = (
        select newest.id from statement_balances as newest
        where newest.team_id = account.team_id and newest.bank_account_id = account.id
          and newest.date <= ${slot("day")}
        order by newest.date desc, case newest.kind ${order} end limit 1)
    where account.team_id = ${slot("team_id")}`;
  return { compile: () => query.compile(db) };
});

type Expression = RawBuilder<unknown>;

/** One bound for an index: of two, SQLite would search by the worse. */
function earlier(one: Expression, other: Expression): Expression {
  return sql`case when ${one} < ${other} then ${one} else ${other} end`;
}

function later(one: Expression, other: Expression): Expression {
  return sql`case when ${one} > ${other} then ${one} else ${other} end`;
}

const START = sql`coalesce(stated.date, account.opening_date, '0001-01-01')`;

/** Transactions behind the statement, or from the opening day on. */
const BOOKED = sql`from transactions as booked
  where booked.team_id = account.team_id and booked.bank_account_id = account.id
    and booked.status <> 'pending'
    and (stated.date is null or booked.date > stated.date)`;
