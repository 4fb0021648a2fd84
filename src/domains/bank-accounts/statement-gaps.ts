import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { exactly } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";

/** Two stated balances of an account that the transactions between them do not connect. */
export type Gap = {
  readonly account: string;
  readonly from: Day;
  readonly to: Day;
  /** Minor units that the later balance has more than the earlier one and the transactions. */
  readonly missing: bigint;
};

/** Finds the newest gap of each account. Balances of days that were not over are left out. */
export async function findGaps({
  db,
  team,
}: Pick<Context, "db" | "team">): Promise<readonly Gap[]> {
  const rows = await exactly(async () => findAll(db, { team_id: team.id }));
  const newest = new Map(rows.map((row) => [row.account, row]));
  return [...newest.values()].map((row) => ({ ...row, missing: BigInt(row.missing) }));
}

type Found = Omit<Gap, "missing"> & { readonly missing: string };

const findAll = hotQuery((db, { slot }: Slots<{ readonly team_id: string }>) => {
  const query = sql<Found>`
    select account, earlier as "from", date as "to", cast(missing as text) as missing from (
      select account, earlier, date, minor - earlier_minor - coalesce((
        select sum(booked.amount_minor) from transactions as booked
        where booked.team_id = ${slot("team_id")} and booked.bank_account_id = step.account
          and booked.date > step.earlier and booked.date <= step.date
          and booked.status <> 'pending'), 0) as missing
      from (
        select bank_account_id as account, date, minor,
          lag(date) over later as earlier, lag(minor) over later as earlier_minor
        from (
          select bank_account_id, date, minor, row_number() over (
            partition by bank_account_id, date order by kind desc) as place
          from statement_balances
          where team_id = ${slot("team_id")} and kind in ('statement', 'by_hand')
        ) as stated
        where place = 1
        window later as (partition by bank_account_id order by date)
      ) as step
      where earlier is not null
    ) as compared
    where missing <> 0
    order by account, date`;
  return { compile: () => query.compile(db) };
});
