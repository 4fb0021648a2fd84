import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { currency, day, label } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { requireUnique, accountSnapshot, accountNameColumns, accountType } from "./bank-account.ts";
import { accountNumber } from "./number.ts";
import { numberColumns } from "./seal-number.ts";

export const openingMinor = z.int().min(-MOST_MINOR).max(MOST_MINOR);

export const CreateAccount = z.strictObject({
  name: label(100),
  institution: label(200).nullish(),
  type: accountType,
  currency,
  opening_minor: openingMinor.default(0),
  opening_date: day.nullish(),
  number: accountNumber.nullish(),
});

export type CreateAccount = z.output<typeof CreateAccount>;

/** Limit of accounts in a team: their list is answered whole. */
export const MOST_ACCOUNTS = 500;

/**
 * Creates an account. Its name is unique in the team, ignoring case, and its number in its currency.
 * @returns the account's id
 */
export async function createAccount(context: AuditContext, input: CreateAccount): Promise<string> {
  return transaction(context, async (context) => {
    const id = context.newId();
    const row: Schema["bank_accounts"] = {
      team_id: context.team.id,
      id,
      ...accountNameColumns(input.name),
      institution: input.institution ?? null,
      type: input.type,
      currency: input.currency,
      opening_minor: input.opening_minor,
      opening_date: input.opening_date ?? null,
      ...numberColumns(context, id, input.number ?? null, context.now),
      enabled: true,
      manual: true,
      created_at: context.now,
      updated_at: context.now,
    };
    await lockTeam(context);
    await requireUnique(context, row);
    if ((await countAccounts(context)) >= MOST_ACCOUNTS) throw tooMany();
    const inserted = context.db.insertInto("bank_accounts").values(row).returningAll();
    const after = accountSnapshot(await inserted.executeTakeFirstOrThrow());
    await record(context, [{ type: "bank_account", id, before: null, after }]);
    return id;
  });
}

export async function countAccounts({ db, team }: AuditContext): Promise<number> {
  const { count } = await db
    .selectFrom("bank_accounts")
    .where("team_id", "=", team.id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function tooMany(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_ACCOUNTS} bank accounts, and no more fit`,
    next: "delete one that has no transactions first",
  });
}
