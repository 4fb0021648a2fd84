import type { BaseContext } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";

/** The currency of the team's figures as it is now; that of the context is of the call's beginning. */
export async function baseCurrencyOf({
  db,
  team,
}: Pick<BaseContext, "db"> & { readonly team: { readonly id: string } }): Promise<string> {
  return one(await findBaseCurrency(db, { id: team.id })).base_currency;
}

const findBaseCurrency = preparedQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  db.selectFrom("teams").select("base_currency").where("id", "=", slot("id")),
);
