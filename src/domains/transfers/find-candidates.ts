import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { isNear } from "../transactions/counterparts.ts";
import { readTransactions } from "../transactions/find-transactions.ts";
import { ShownRow, shownRow } from "../transactions/page-answers.ts";
import { noTransaction, type Part, partsOf, type Row } from "../transactions/transaction.ts";
import { splitAmong } from "../transactions/write-transactions.ts";
import { requireLinkable } from "./link-transfer.ts";

const DAYS = 14;

const MOST = 10;

/** Nearest in amount of those that are looked at; a part of a split one may be equal where the whole is not. */
const MOST_LOOKED_AT = 200;

export const OfTransaction = z.strictObject({ id: uuid });

export const TransferCandidates = z.object({
  items: z.array(ShownRow),
});

/**
 * Finds transactions of other accounts near a transaction that can be linked with it.
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
      and not exists (select 1 from invoice_payments as payment
        where payment.team_id = other.team_id and payment.transaction_id = other.id)
    where one.team_id = ${team.id} and one.id = ${id}
    order by case when other.currency = one.currency then abs(other.amount_minor + one.amount_minor)
        else coalesce(abs(other.base_minor + one.base_minor), 99999999999999) end,
      other.date desc, other.id desc
    limit ${MOST_LOOKED_AT}`.execute(db);
  if (rows.length === 0) throw noTransaction(id);
  const near = rows.flatMap(({ other_id }) => other_id ?? []);
  const ids = (await linkableOf(context, id, near)).slice(0, MOST);
  const found = await readTransactions(context, ids, { hasTags: true });
  const shown = new Map(found.map((row) => [row.id, shownRow(row)]));
  return { items: ids.flatMap((id) => shown.get(id) ?? []) };
}

/** Keeps the order of the ids. */
async function linkableOf(
  context: Context,
  id: string,
  others: readonly string[],
): Promise<readonly string[]> {
  const { db, team } = context;
  const all = await db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", [id, ...others])
    .execute();
  const parts = await partsOf(context, splitAmong(all));
  const rows = new Map(all.map((row) => [row.id, row]));
  const one = rows.get(id);
  return others.filter((other_id) => {
    const other = rows.get(other_id);
    return one !== undefined && other !== undefined && isLinkable([one, other], parts);
  });

  function isLinkable(sides: readonly [Row, Row], parts: readonly Part[]): boolean {
    try {
      requireLinkable(sides, parts, team.baseCurrency);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
