import { z } from "zod";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import { type Instead, namesIn, type SharedSubject, type Clash } from "../../activity/subject.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { type accountSnapshot, accountNameColumns, TYPES } from "./bank-account.ts";
import { countAccounts, MOST_ACCOUNTS } from "./save-account.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    bank_account: typeof bankAccountSubject;
  }
}

const Named = z.object({ id: z.string(), name: z.string() });

const Numbered = z.object({
  number_set_at: z.string().nullable(),
  number_sealed: z.string().nullish(),
  number_hash: z.string().nullish(),
});

type Column = Exclude<keyof ReturnType<typeof accountSnapshot>, "id">;

export const bankAccountSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Bank account",
    one: "a bank account",
    named: "the bank account *",
    inFields: "*",
    many: "bank accounts",
  },
  fields: {
    name: { label: "Name", kind: "text" },
    institution: { label: "Bank", kind: "text" },
    type: { label: "Type", kind: "choice", choices: TYPES },
    currency: { label: "Currency", kind: "currency" },
    opening_minor: {
      label: "Opening balance",
      kind: "money",
      currencyColumn: "currency",
      table: "bank_accounts",
    },
    opening_date: { label: "Opening date", kind: "day" },
    number_masked: { label: "Account number", kind: "text" },
    number_set_at: null,
    enabled: { label: "Enabled", kind: "boolean" },
    manual: null,
    created_at: null,
    updated_at: null,
  },
  page: "/settings/accounts#accounts",
  names: namesIn("bank_accounts"),
  namedIn: "name",
  undo: {
    table: "bank_accounts",
    key: ["id"],
    derived: (snapshot) => ({
      ...accountNameColumns(Named.parse(snapshot).name),
      ...sealOf(snapshot),
    }),
    touched: "updated_at",
    referredBy: [
      { table: "transactions", column: "bank_account_id", one: "transaction" },
      { table: "imports", column: "bank_account_id", one: "imported file" },
      { table: "statement_balances", column: "bank_account_id", one: "stated balance" },
      { table: "forgotten_rows", column: "bank_account_id", one: "deleted row" },
    ],
    hold: lockTeam,
    clash: inTheWay,
    never: replacedNumber,
  },
};

/** The journal has no numbers: a row keeps the one it has, and one that is brought back has none. */
function sealOf(snapshot: Snapshot): Snapshot {
  const { number_set_at, number_sealed = null, number_hash = null } = Numbered.parse(snapshot);
  return number_set_at === null
    ? { number_sealed: null, number_hash: null }
    : { number_sealed, number_hash };
}

function replacedNumber({ before, after }: RecordedChange): Instead | null {
  if (before !== null && Object.keys(before).length === 0)
    return {
      because: "Nothing was changed: the number was only looked at",
      next: "see the members of the team, if this person should not have seen it",
    };
  const isReplaced = typeof before?.["number_set_at"] === "string" && after !== null;
  if (!isReplaced || typeof after["number_set_at"] !== "string") return null;
  return {
    because: "The account number before this change is not kept anywhere",
    next: "enter it again at the bank account",
  };
}

async function inTheWay(context: Context, row: Snapshot): Promise<Clash | null> {
  const { db, team } = context;
  const { id, name } = Named.parse(row);
  const others = await db
    .selectFrom("bank_accounts")
    .select(["id", "name", "name_key"])
    .where("team_id", "=", team.id)
    .where((row) =>
      row.or([row("name_key", "=", accountNameColumns(name).name_key), row("id", "=", id)]),
    )
    .execute();
  const other = others.find((account) => account.id !== id);
  if (other !== undefined)
    return {
      message: `there is another bank account ${quoted(other.name)} now`,
      next: "rename or delete that one first",
    };
  const isThere = others.length > 0;
  if (isThere || (await countAccounts(context)) < MOST_ACCOUNTS) return null;
  return { message: `the team has ${MOST_ACCOUNTS} bank accounts now`, next: "delete one first" };
}
