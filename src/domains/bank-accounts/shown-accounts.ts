import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { todayOf } from "../team/today.ts";
import { type Balance, balanceIn, balancesOn } from "./balances.ts";
import { accountType, noAccount, type Row } from "./bank-account.ts";
import { MOST_ACCOUNTS } from "./create-account.ts";
import { type FileCheck, lastFileChecks } from "./last-files.ts";
import { findAccounts } from "./list-accounts.ts";
import { type Check, newestChecks } from "./newest-checks.ts";
import { opened, requireSealing } from "./seal-number.ts";

/** An account as the web app shows it. Amounts are in minor units. */
export const ShownAccount = z.object({
  id: uuid,
  name: z.string(),
  institution: z.string().nullable(),
  type: accountType,
  currency: z.string(),
  enabled: z.boolean(),
  manual: z.boolean(),
  opening_minor: z.int(),
  opening_date: z.string().nullable(),
  balance_minor: z.int(),
  balance_date: z.string().nullable(),
  /** The balance that its bank states, or the opening balance, from which it is counted. */
  balance_basis: z.enum(["statement", "opening"]),
  /** The newest stated balance, compared with the one before; null without any. */
  check: z
    .object({
      date: z.string(),
      kind: z.string(),
      minor: z.int(),
      /** Day of the balance before; null for the opening balance. */
      since: z.string().nullable(),
      /** Of the stated balance to what the transactions give. */
      difference_minor: z.int(),
    })
    .nullable(),
  /** Balance check of the last imported file that states balances, as the list of imports tells it. */
  file_check: z.object({ to: z.string(), difference_minor: z.int() }).nullable(),
  account_number: z.string().nullable(),
  /** Lost: the server's secret has changed, or the account was brought back; it is to be entered anew. */
  number_state: z.enum(["none", "kept", "lost"]),
  created_at: z.string(),
  updated_at: z.string(),
});

export type ShownAccount = z.output<typeof ShownAccount>;

export const ShownAccounts = z.object({
  items: z.array(ShownAccount),
  /** True when the secret that seals numbers lies in the database beside them. */
  secret_is_in_database: z.boolean(),
});

/** All accounts by name. */
export async function listShownAccounts(context: Context): Promise<z.output<typeof ShownAccounts>> {
  const rows = await findAccounts(context.db, { team_id: context.team.id, rows: MOST_ACCOUNTS });
  const known = await knownOf(context);
  return {
    items: rows.map((row) => shownAs(context, row, known)),
    secret_is_in_database: requireSealing(context).isInDatabase,
  };
}

export async function getShownAccount(context: Context, { id }: ById): Promise<ShownAccount> {
  const row = await requireAccount(context, id);
  return shownAs(context, row, await knownOf(context));
}

type Known = {
  readonly balances: ReadonlyMap<string, Balance>;
  readonly checks: ReadonlyMap<string, Check>;
  readonly files: ReadonlyMap<string, FileCheck>;
};

async function knownOf(context: Context): Promise<Known> {
  const [balances, checks, files] = await Promise.all([
    balancesOn(context, await todayOf(context)),
    newestChecks(context),
    lastFileChecks(context),
  ]);
  return { balances, checks, files };
}

export async function requireAccount({ db, team }: Context, id: string): Promise<Row> {
  const row = await db
    .selectFrom("bank_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw noAccount(id);
  return row;
}

function shownAs(context: Context, row: Row, { balances, checks, files }: Known): ShownAccount {
  const balance = balanceIn(balances, row);
  return {
    id: row.id,
    name: row.name,
    institution: row.institution,
    type: row.type,
    currency: row.currency,
    enabled: row.enabled,
    manual: row.manual,
    opening_minor: row.opening_minor,
    opening_date: row.opening_date,
    balance_minor: balance.minor,
    balance_date: balance.date,
    balance_basis: balance.basis,
    check: checks.get(row.id) ?? null,
    file_check: files.get(row.id) ?? null,
    account_number: row.number_masked,
    number_state: stateOf(context, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function stateOf(context: Context, row: Row): ShownAccount["number_state"] {
  if (row.number_masked === null) return "none";
  const isKept =
    row.number_sealed !== null && opened(requireSealing(context), row, row.number_sealed) !== null;
  return isKept ? "kept" : "lost";
}
