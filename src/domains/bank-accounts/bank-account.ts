import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { foldCase } from "../../core/fold.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { BankAccountType } from "../../db/schema/bank-accounts.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { toMajor } from "../../shared/money.ts";
import { baseAmount } from "../rates/base-amount.ts";
import type { Latest } from "../rates/find-latest.ts";
import type { Balance } from "./balances.ts";

/** Names of the types of accounts. */
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

export const BankAccount = z.object({
  id: uuid,
  name: z.string(),
  institution: z.string().nullable(),
  type: z.string(),
  currency: z.string(),
  enabled: z.boolean(),
  manual: z.boolean(),
  account_number: z.string().nullable(),
  balance: z.number(),
  balance_date: z.string().nullable(),
  balance_basis: z.string(),
  base_balance: z.number().nullable(),
});

/** Names the fields of `BankAccount` that a call goes on with; the list of tools stays short. */
export const ToldAccount = z.looseObject({
  id: uuid,
  name: z.string(),
  type: z.string(),
  currency: z.string(),
  balance: z.number(),
  base_balance: z.number().nullable(),
});

export type BankAccount = z.output<typeof BankAccount>;

export type Row = Schema["bank_accounts"];

/** Without the sealed number and its hash: the journal keeps no secrets. */
export function accountImage({
  team_id: _team,
  name_key: _key,
  number_sealed: _sealed,
  number_hash: _hash,
  ...image
}: Row) {
  return image;
}

export function accountNameColumns(name: string) {
  return { name: name.normalize("NFC"), name_key: foldCase(name) };
}

export function accountOf(
  { team }: Pick<Context, "team">,
  row: Row,
  { minor, date, basis }: Balance,
  { crossOf }: Pick<Latest, "crossOf">,
): BankAccount {
  const { currency } = row;
  const cross = crossOf(currency);
  const base = cross === null ? null : baseAmount(minor, currency, team.baseCurrency, cross);
  const balance = toMajor(minor, currency);
  return {
    id: row.id,
    name: row.name,
    institution: row.institution,
    type: row.type,
    currency: row.currency,
    enabled: row.enabled,
    manual: row.manual,
    account_number: row.number_masked,
    balance,
    balance_date: date,
    balance_basis: basis,
    base_balance: currency === team.baseCurrency ? balance : majorOf(base, team.baseCurrency),
  };
}

function majorOf(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, currency);
}

/** Locks the account against changes and deletion until the transaction ends. */
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
