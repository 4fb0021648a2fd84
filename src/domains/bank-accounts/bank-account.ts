import { sql } from "kysely";
import { z } from "zod";
import { notFound, Refusal } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import { foldCase } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { BankAccountType } from "../../db/schema/bank-accounts.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { counted, enumerated } from "../../shared/words.ts";

export const TYPES = {
  current: "Current account",
  savings: "Savings account",
  card: "Card",
  loan: "Loan",
  cash: "Cash",
  wallet: "Wallet",
  other: "Other account",
} as const satisfies Readonly<Record<BankAccountType, string>>;

export const accountType = z.enum([
  "current",
  "savings",
  "card",
  "loan",
  "cash",
  "wallet",
  "other",
]);

export type Row = Schema["bank_accounts"];

/** Without the sealed number and its hash: the journal keeps no secrets. */
export function accountSnapshot({
  team_id: _team,
  name_key: _key,
  number_sealed: _sealed,
  number_hash: _hash,
  ...snapshot
}: Row) {
  return snapshot;
}

export function accountNameColumns(name: string) {
  return { name: name.normalize("NFC"), name_key: foldCase(name) };
}

export async function requireAccount({ db, team }: AuditContext, { id }: ById): Promise<Row> {
  const row = await db
    .selectFrom("bank_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw noAccount(id);
  return row;
}

export async function lockAccount(
  { db, team }: Pick<AuditContext, "db" | "team">,
  id: string,
): Promise<Row | undefined> {
  const accounts = db
    .selectFrom("bank_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id);
  return lockForUpdate(db, accounts).executeTakeFirst();
}

export function noAccount(id: string): Refusal {
  return notFound({ what: "Bank account", id, path: "id", next: "see bank_accounts_list" });
}

type Wanted = Pick<Row, "id" | "name_key" | "number_hash" | "currency">;

/**
 * Checks that name and number are unique in the team, which is locked by then.
 * @throws Refusal that names the account which has the name, or the number in that currency
 */
export async function requireUnique({ db, team }: AuditContext, wanted: Wanted): Promise<void> {
  const { id, name_key, number_hash, currency } = wanted;
  const others = await db
    .selectFrom("bank_accounts")
    .select(["id", "name", "name_key"])
    .where("team_id", "=", team.id)
    .where("id", "!=", id)
    .where((row) =>
      row.or([
        row("name_key", "=", name_key),
        ...(number_hash === null
          ? []
          : [row.and([row("number_hash", "=", number_hash), row("currency", "=", currency)])]),
      ]),
    )
    .execute();
  const [other] = others;
  if (other === undefined) return;
  const isName = other.name_key === name_key;
  throw new Refusal({
    code: "already_exists",
    path: isName ? "name" : "number",
    message: isName
      ? `The bank account ${quoted(other.name)} exists already`
      : `The bank account ${quoted(other.name)} has this number in ${currency} already`,
    next: `use its id ${other.id}, or give another ${isName ? "name" : "number"}`,
  });
}

const USES = [
  ["transactions", "transaction", "transactions"],
  ["imports", "imported file", "imported files"],
  ["statement_balances", "stated balance", "stated balances"],
] as const;

/** @returns clauses such as `3 transactions` */
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

const countUses = preparedQuery((db, { slot }: Slots<OfAccount>) => {
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
