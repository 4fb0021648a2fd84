import { sql } from "kysely";
import { z } from "zod";
import { day, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { joinEach } from "../../db/dialect.ts";

export const MissingRates = z.object({
  /** Accounts in another currency, with their counted transactions that no rate is there for. */
  items: z.array(
    z.object({
      bank_account_id: uuid,
      name: z.string(),
      currency: z.string(),
      count: z.int(),
      from: day,
      to: day,
    }),
  ),
});

type Missing = z.output<typeof MissingRates>["items"][number];

/** Finds transactions that reports leave out since they have no rate. */
export async function findMissing({ db, team }: Context): Promise<z.output<typeof MissingRates>> {
  const items = { table: "transactions", as: "item", index: "transactions_unrated" } as const;
  const isLeftOut = sql`item.team_id = account.team_id and item.bank_account_id = account.id
    and item.base_minor is null and item.status not in ('pending', 'excluded')`;
  const { rows } = await sql<Missing>`
    select account.id as bank_account_id, account.name, account.currency, count(*) as count,
      min(item.date) as ${sql.ref("from")}, max(item.date) as ${sql.ref("to")}
    from bank_accounts as account ${joinEach(db, items, isLeftOut)}
    where account.team_id = ${team.id} and account.currency <> ${team.baseCurrency}
    group by account.id, account.name, account.currency
    order by account.name, account.id`.execute(db);
  return { items: [...rows] };
}
