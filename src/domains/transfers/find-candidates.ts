import { sql } from "kysely";
import { z } from "zod";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { isNear } from "../transactions/counterparts.ts";
import { readTransactions } from "../transactions/find-transactions.ts";
import { ShownRow, shownRow } from "../transactions/page-answers.ts";
import { noTransaction } from "../transactions/transaction.ts";

const DAYS = 14;

const MOST = 10;

export const OfTransaction = z.strictObject({ id: uuid });

export const TransferCandidates = z.object({
  items: z.array(ShownRow),
});

/**
 * Finds transactions of other accounts near a transaction, whatever their amounts.
 * @throws Refusal for an unknown id
 */
export async function findCandidates(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof TransferCandidates>> {
  const { db, team } = context;
  const { rows } = await sql<{ readonly id: string; readonly other_id: string | null }>`
    select one.id, other.id as other_id from transactions as one
    left join transactions as other ${indexedBy(db, "transactions_newest")}
      on other.team_id = one.team_id
      and ${isNear(db, "one", "other", DAYS)}
      and other.bank_account_id <> one.bank_account_id
      and (other.amount_minor > 0) <> (one.amount_minor > 0)
      and other.standing in ('counted', 'split') and other.status <> 'exported'
    where one.team_id = ${team.id} and one.id = ${id}
    order by case when other.currency = one.currency then abs(other.amount_minor + one.amount_minor)
        else coalesce(abs(other.base_minor + one.base_minor), 99999999999999) end,
      other.date desc, other.id desc
    limit ${MOST}`.execute(db);
  if (rows.length === 0) throw noTransaction(id);
  const ids = rows.flatMap(({ other_id }) => other_id ?? []);
  const found = await readTransactions(context, ids, { hasTags: true });
  const shown = new Map(found.map((row) => [row.id, shownRow(row)]));
  return { items: ids.flatMap((id) => shown.get(id) ?? []) };
}
