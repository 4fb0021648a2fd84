import { sql } from "kysely";
import { z } from "zod";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Day } from "../../shared/time.ts";
import { opened, requireSealing } from "./account-number.ts";
import { type BalanceSteps, balanceSteps, NO_STEPS } from "./balance-steps.ts";
import { accountType, type Row } from "./bank-account.ts";
import { type FoundAccount, getAccount } from "./list-accounts.ts";

/** Bank accounts as the web app gets them. Amounts are in minor units. */

/** A stated balance, compared with the one before and the transactions between. */
const Step = z.object({
  date: z.string(),
  kind: z.string(),
  minor: z.int(),
  /** Day of the balance before; null for the opening balance. */
  since: z.string().nullable(),
  /** Stated balance less the balance by transactions. */
  difference_minor: z.int(),
});

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
  /** The newest stated balance; null without any, and without a balance before it. */
  check: Step.nullable(),
  /** Balances that differ: the newest ones, the oldest of them first, and the number of all. */
  gaps: z.object({ count: z.int(), newest: z.array(Step) }),
  /** The largest difference of the last imported file that states balances, as the list of imports tells it. */
  file_check: z.object({ to: z.string(), difference_minor: z.int() }).nullable(),
  account_number: z.string().nullable(),
  /** Lost: the server's secret has changed, or the account was brought back; it is to be entered anew. */
  number_state: z.enum(["none", "kept", "lost"]),
  created_at: z.string(),
  updated_at: z.string(),
});

type ShownAccount = z.output<typeof ShownAccount>;

export const ShownAccounts = z.object({
  items: z.array(ShownAccount),
  /** True when the secret that seals numbers lies in the database beside them. */
  secret_is_in_database: z.boolean(),
});

export async function shownAccounts(
  context: Context,
  found: readonly FoundAccount[],
): Promise<z.output<typeof ShownAccounts>> {
  const [steps, files] = await Promise.all([balanceSteps(context), lastFileChecks(context)]);
  return {
    items: found.map((one) => shownAs(context, one, { steps, files })),
    secret_is_in_database: requireSealing(context).isInDatabase,
  };
}

/** @throws Refusal for an id that the team does not have */
export async function getShownAccount(context: Context, input: ById): Promise<ShownAccount> {
  const [found, steps, files] = await Promise.all([
    getAccount(context, input),
    balanceSteps(context),
    lastFileChecks(context),
  ]);
  return shownAs(context, found, { steps, files });
}

const MOST_GAPS = 5;

type Known = {
  readonly steps: ReadonlyMap<string, BalanceSteps>;
  readonly files: ReadonlyMap<string, FileCheck>;
};

function shownAs(
  context: Context,
  { row, balance: { minor, date, basis } }: FoundAccount,
  { steps, files }: Known,
): ShownAccount {
  const { newest, gaps } = steps.get(row.id) ?? NO_STEPS;
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
    balance_minor: minor,
    balance_date: date,
    balance_basis: basis,
    check: newest,
    gaps: { count: gaps.length, newest: gaps.slice(-MOST_GAPS) },
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

/** Of the last imported file that states balances. */
type FileCheck = {
  readonly to: Day;
  readonly difference_minor: number;
};

type FileFound = FileCheck & { readonly account: string };

/**
 * Checks of files by the account's id. A file tells the same here as in the list of imports, also when its
 * balance is of a day that was not over, which no stated balance of the account is compared with.
 */
async function lastFileChecks({
  db,
  team,
}: Pick<Context, "db" | "team">): Promise<ReadonlyMap<string, FileCheck>> {
  const rows = await findLastFiles(db, { team_id: team.id });
  return new Map(rows.map(({ account, ...check }) => [account, check]));
}

const findLastFiles = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) => {
  const query = sql<FileFound>`
    select account.id as account, file.last_date as ${sql.ref("to")}, file.difference_minor
    from bank_accounts as account
    join imports as file
      on file.team_id = account.team_id and file.id = (
        select last.id from imports as last
        where last.team_id = account.team_id and last.bank_account_id = account.id
          and last.difference_minor is not null and last.last_date is not null
        order by last.created_at desc, last.id desc limit 1)
    where account.team_id = ${slot("team_id")}`;
  return { compile: () => query.compile(db) };
});
