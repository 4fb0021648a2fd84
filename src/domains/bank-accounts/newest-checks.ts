import { sql } from "kysely";
import { sumOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { BalanceKind } from "../../db/schema/imports.ts";
import { exactly } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";

/** The newest stated balance of an account, compared with the one before and the transactions between. */
export type Check = {
  readonly date: Day;
  readonly kind: BalanceKind;
  readonly minor: number;
  /** Day of the balance before; null for the opening balance. */
  readonly since: Day | null;
  /** Minor units that the stated balance has more than the transactions give. */
  readonly difference_minor: number;
};

type Found = Omit<Check, "difference_minor"> & {
  readonly account: string;
  readonly start: number;
  readonly booked: string | null;
};

/**
 * Checks of the accounts that have a stated balance, by the account's id. Balances of days that were not over
 * are left out.
 * @throws Refusal `too_large` for a figure that cannot be told exactly
 */
export async function newestChecks({
  db,
  team,
}: Pick<Context, "db" | "team">): Promise<ReadonlyMap<string, Check>> {
  const rows = await exactly(async () => findNewest(db, { team_id: team.id }));
  return new Map(
    rows.map(({ account, start, booked, ...check }) => {
      const difference = BigInt(check.minor) - BigInt(start) - BigInt(booked ?? 0);
      return [account, { ...check, difference_minor: Number(sumOf(String(difference))) }];
    }),
  );
}

const findNewest = hotQuery((db, { slot }: Slots<{ readonly team_id: string }>) => {
  // Of one day a statement comes before what a person says, as in balances.
  const newest = (before: string) => sql`
    select other.id from statement_balances as other
    where other.team_id = account.team_id and other.bank_account_id = account.id
      and other.kind in ('statement', 'by_hand') ${sql.raw(before)}
    order by other.date desc, other.kind desc limit 1`;
  const query = sql<Found>`
    select account.id as account, stated.date, stated.kind, stated.minor, earlier.date as since,
      coalesce(earlier.minor, account.opening_minor) as start,
      (select cast(sum(booked.amount_minor) as text) from transactions as booked
        where booked.team_id = account.team_id and booked.bank_account_id = account.id
          and booked.status <> 'pending' and booked.date <= stated.date
          and booked.date >= coalesce(earlier.date, account.opening_date, '0001-01-01')
          and (earlier.date is null or booked.date > earlier.date)) as booked
    from bank_accounts as account
    join statement_balances as stated
      on stated.team_id = account.team_id and stated.id = (${newest("")})
    left join statement_balances as earlier
      on earlier.team_id = account.team_id
        and earlier.id = (${newest("and other.date < stated.date")})
    where account.team_id = ${slot("team_id")}`;
  return { compile: () => query.compile(db) };
});
