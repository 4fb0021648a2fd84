import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transactionTags } from "./transaction-tags.ts";
import { partsOf, type Row } from "./transaction.ts";

export type FoundTransaction = NonNullable<Awaited<ReturnType<typeof getTransaction>>>;

export async function getTransaction(context: Context, { id }: ById) {
  const [row, parts, tags] = await Promise.all([
    findTransaction(context, id),
    partsOf(context, [id]),
    transactionTags(context, [id]),
  ]);
  if (row === undefined) return null;
  return { row, parts, tags, otherSide: await otherSideOf(context, row) };
}

export async function findTransaction({ db, team }: Context, id: string): Promise<Row | undefined> {
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
}

async function otherSideOf({ db, team }: Context, { id, transfer_id }: Row) {
  if (transfer_id === null) return null;
  const other = await db
    .selectFrom("transactions as item")
    .innerJoin("bank_accounts as account", (join) =>
      join
        .onRef("account.team_id", "=", "item.team_id")
        .onRef("account.id", "=", "item.bank_account_id"),
    )
    .select(["item.id", "item.name", "item.date", "item.bank_account_id", "item.currency"])
    .select(["item.is_split", "item.amount_minor", "item.base_minor"])
    .select("account.name as account_name")
    .where("item.team_id", "=", team.id)
    .where("item.transfer_id", "=", transfer_id)
    .where("item.id", "!=", id)
    .executeTakeFirst();
  return other ?? null;
}
