import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Day } from "../../shared/time.ts";

/** Balance check of the last imported file of an account that states balances. */
export type FileCheck = {
  /** Last day of the file. */
  readonly to: Day;
  /** Minor units that the stated balances have more than the rows of the file. */
  readonly difference_minor: number;
};

type Found = FileCheck & { readonly account: string };

/**
 * Checks of files by the account's id. A file tells the same here as in the list of imports, also when its
 * balance is of a day that was not over, which no stated balance of the account is compared with.
 */
export async function lastFileChecks({
  db,
  team,
}: Pick<Context, "db" | "team">): Promise<ReadonlyMap<string, FileCheck>> {
  const rows = await findLast(db, { team_id: team.id });
  return new Map(rows.map(({ account, ...check }) => [account, check]));
}

const findLast = hotQuery((db, { slot }: Slots<{ readonly team_id: string }>) => {
  const query = sql<Found>`
    select account.id as account, file.last_date as ${sql.ref("to")}, file.difference_minor
    from bank_accounts as account
    join imports as file
      on file.team_id = account.team_id and file.id = (
        select last.id from imports as last
        where last.team_id = account.team_id and last.bank_account_id = account.id
          and last.difference_minor is not null and last.last_date is not null
        order by last.created_at desc, last.id desc limit 1)
    where account.team_id = ${slot("team_id")}`;
  return { compile: () => query.compile(db) };
});
