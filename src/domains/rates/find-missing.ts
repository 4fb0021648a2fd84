import { z } from "zod";
import { day, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";

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

/** Finds transactions that reports leave out since they have no rate. */
export async function findMissing({ db, team }: Context): Promise<z.output<typeof MissingRates>> {
  const items = await db
    .selectFrom("bank_accounts as account")
    .innerJoin("transactions as item", (join) =>
      join
        .onRef("item.team_id", "=", "account.team_id")
        .onRef("item.bank_account_id", "=", "account.id"),
    )
    .where("account.team_id", "=", team.id)
    .where("account.currency", "<>", team.baseCurrency)
    .where("item.base_minor", "is", null)
    .where("item.status", "not in", ["pending", "excluded"])
    .select(({ fn }) => [
      "account.id as bank_account_id",
      "account.name",
      "account.currency",
      fn.countAll<number>().as("count"),
      fn.min("item.date").as("from"),
      fn.max("item.date").as("to"),
    ])
    .groupBy(["account.id", "account.name", "account.currency"])
    .orderBy("account.name")
    .orderBy("account.id")
    .execute();
  return { items };
}
