import { sql } from "kysely";
import { sumOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { BalanceKind } from "../../db/schema/imports.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";

/** A stated balance, compared with the one before and the transactions between. */
export type BalanceStep = {
  readonly date: Day;
  readonly kind: BalanceKind;
  readonly minor: number;
  /** Day of the balance before; null for the opening balance of the account. */
  readonly since: Day | null;
  /** Minor units of the stated balance less those of the balance by transactions. */
  readonly difference_minor: number;
};

export type BalanceSteps = {
  readonly newest: BalanceStep | null;
  /** Steps that differ, from the oldest. */
  readonly gaps: readonly BalanceStep[];
};

export const NO_STEPS: BalanceSteps = { newest: null, gaps: [] };

/**
 * Compares the stated balances of each account, by the account's id. Balances of days that were not over are left
 * out. The first statement of an account without an opening balance has nothing before it: it only can agree.
 * @throws Refusal `too_large` for a figure that cannot be told exactly
 */
export async function balanceSteps({
  db,
  team,
}: Pick<Context, "db" | "team">): Promise<ReadonlyMap<string, BalanceSteps>> {
  const rows = await exactSums(async () => findSteps(db, { team_id: team.id }));
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return new Map([...byAccount].map(([account, found]) => [account, stepsOf(found)]));
}

function stepsOf(rows: readonly Found[]): BalanceSteps {
  const steps = rows.map(({ account: _account, next, difference, ...step }) => ({
    step: { ...step, difference_minor: Number(sumOf(difference)) },
    isNewest: next === null,
  }));
  return {
    newest: steps.find(({ isNewest }) => isNewest)?.step ?? null,
    gaps: steps.map(({ step }) => step).filter(({ difference_minor }) => difference_minor !== 0),
  };
}

type Found = Omit<BalanceStep, "difference_minor"> & {
  readonly account: string;
  readonly next: Day | null;
  readonly difference: string;
};

const findSteps = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) => {
  // On one day a statement comes before a balance by hand, as in balances.
  const query = sql<Found>`
    select account, since, date, kind, minor, next, cast(difference as text) as difference from (
      select step.account, step.since, step.date, step.kind, step.minor, step.next,
        step.since is not null or account.opening_date <= step.date
          or (account.opening_date is null
            and (account.opening_minor <> 0 or step.kind = 'by_hand')) as has_start,
        step.minor - coalesce(step.earlier_minor, account.opening_minor) - coalesce((
          select sum(booked.amount_minor) from transactions as booked
          where booked.team_id = account.team_id and booked.bank_account_id = account.id
            and booked.date >= coalesce(step.since, account.opening_date, '0001-01-01')
            and booked.date <= step.date
            and (step.since is null or booked.date > step.since)
            and booked.status <> 'pending'), 0) as difference
      from (
        select bank_account_id as account, date, kind, minor,
          lag(date) over later as since, lag(minor) over later as earlier_minor,
          lead(date) over later as next
        from (
          select bank_account_id, date, kind, minor, row_number() over (
            partition by bank_account_id, date order by kind desc) as place
          from statement_balances
          where team_id = ${slot("team_id")} and kind in ('statement', 'by_hand')
        ) as stated
        where place = 1
        window later as (partition by bank_account_id order by date)
      ) as step
      join bank_accounts as account
        on account.team_id = ${slot("team_id")} and account.id = step.account
    ) as compared
    where (difference <> 0 and has_start) or (next is null and (difference = 0 or has_start))
    order by account, date`;
  return { compile: () => query.compile(db) };
});
