import { sql } from "kysely";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { hotQuery, one, type Slots } from "../../db/hot-query.ts";
import { counted, enumerated } from "../../shared/words.ts";
import type { Row } from "./bank-account.ts";

const USES = [
  ["transactions", "transaction", "transactions"],
  ["imports", "imported file", "imported files"],
  ["statement_balances", "stated balance", "stated balances"],
] as const;

/** Counts what an account has, as clauses: `3 transactions`. */
async function usesOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  account: string,
): Promise<readonly string[]> {
  const counts = one(await countUses(db, { team_id: team.id, account }));
  return USES.flatMap(([table, one, many]) => {
    const count = counts[table];
    return count === 0 ? [] : [counted(count, one, many)];
  });
}

type OfAccount = { readonly team_id: string; readonly account: string };

type Counts = Readonly<Record<(typeof USES)[number][0], number>>;

const countUses = hotQuery((db, { slot }: Slots<OfAccount>) => {
  const counts = USES.map(
    ([table]) => sql`(select count(*) from ${sql.table(table)}
      where team_id = ${slot("team_id")} and bank_account_id = ${slot("account")}) as ${sql.ref(table)}`,
  );
  const query = sql<Counts>`select ${sql.join(counts)}`;
  return { compile: () => query.compile(db) };
});

/** @throws Refusal for an account that cannot be deleted while it has these */
export async function refuseUsed(context: AuditContext, { id, name }: Row): Promise<void> {
  const uses = await usesOf(context, id);
  if (uses.length === 0) return;
  throw new Refusal({
    code: "in_use",
    path: "id",
    message: `The bank account ${quoted(name)} has ${enumerated(uses)}`,
    next: "delete these first, or disable the account instead; nothing was deleted",
  });
}

/** @throws Refusal for another currency, since the amounts of an account are in the one it has */
export async function refuseOtherCurrency(
  context: AuditContext,
  { id, name, currency }: Row,
): Promise<void> {
  const uses = await usesOf(context, id);
  if (uses.length === 0) return;
  throw new Refusal({
    code: "in_use",
    path: "currency",
    message: `The bank account ${quoted(name)} has ${enumerated(uses)} in ${currency}, so that its currency stays`,
    next: "create another account in the other currency; nothing was changed",
  });
}
