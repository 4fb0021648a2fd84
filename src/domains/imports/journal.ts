import { z } from "zod";
import type { Snapshot } from "../../activity/recorded-change.ts";
import { type SharedSubject, namesIn, type Clash } from "../../activity/subject.ts";
import type { CallEvent } from "../../core/event.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import type { balanceSnapshot } from "../bank-accounts/state-balance.ts";
import type { importSnapshot } from "./commit-import.ts";

/** `imported 30 transactions from bank.csv into Girokonto`. */
export const IMPORTED = {
  of: "import",
  did: "created",
  record: { one: "a bank's file", named: "*" },
  sentence: ({ values, count, names }) => {
    const read = Imported.safeParse(values);
    const account = names.get(String(values["bank_account_id"]));
    if (!read.success || account === undefined) return null;
    const { file_name, counts } = read.data;
    const file = { name: file_name };
    if (count > 1) return ["imported ", file, ` into ${counted(count, "account")}`];
    const { new: fresh, likely, forgotten } = counts;
    const rows = counted(fresh.taken + likely.taken + forgotten.taken, "transaction");
    return [`imported ${rows} from `, file, " into ", { name: account }];
  },
} as const satisfies CallEvent;

const Taken = z.object({ taken: z.number() });

const Imported = z.object({
  file_name: z.string(),
  counts: z.preprocess(
    (stored): unknown => (typeof stored === "string" ? JSON.parse(stored) : stored),
    z.object({ new: Taken, likely: Taken, forgotten: Taken }),
  ),
});

declare module "../../core/event.ts" {
  interface Kinds {
    import: typeof importSubject;
    statement_balance: typeof statementBalanceSubject;
  }
}

type ImportColumn = Exclude<keyof ReturnType<typeof importSnapshot>, "id">;

export const importSubject: SharedSubject<ImportColumn> = {
  isPrivate: false,
  noun: {
    label: "Import",
    one: "an import",
    named: "the import of *",
    many: "imports",
  },
  verbs: {
    created: { said: "imported *", tried: "import a bank's file" },
    changed: { said: "changed the import of *", tried: "change the import of *" },
    deleted: { said: "removed the import of *", tried: "remove the import of a bank's file" },
  },
  fields: {
    bank_account_id: { label: "Account", kind: "id", of: "bank_account" },
    file_name: { label: "File", kind: "text" },
    file_sha256: null,
    file_bytes: null,
    format: null,
    signature: null,
    mapping: null,
    first_date: { label: "First day", kind: "day" },
    last_date: { label: "Last day", kind: "day" },
    counts: null,
    opening_minor: null,
    closing_minor: null,
    difference_minor: null,
    created_at: null,
  },
  page: null,
  names: namesIn("imports", "file_name"),
  namedIn: "file_name",
  undo: {
    table: "imports",
    key: ["id"],
    derived: () => ({}),
    referredBy: [
      { table: "transactions", column: "import_id", one: "transaction" },
      { table: "statement_balances", column: "import_id", one: "stated balance" },
    ],
    hold: lockTeam,
  },
};

type BalanceColumn = Exclude<keyof ReturnType<typeof balanceSnapshot>, "id">;

export const statementBalanceSubject: SharedSubject<BalanceColumn> = {
  isPrivate: false,
  noun: {
    label: "Stated balance",
    one: "a stated balance",
    named: "the stated balance of *",
    many: "stated balances",
  },
  verbs: {
    created: { said: "noted *", tried: "note *" },
    deleted: { said: "removed *", tried: "remove *" },
  },
  fields: {
    bank_account_id: { label: "Account", kind: "id", of: "bank_account" },
    date: { label: "Day", kind: "day" },
    minor: null,
    kind: null,
    import_id: null,
    number: { label: "Number of the statement", kind: "text" },
  },
  page: null,
  names: namesIn("statement_balances", "date"),
  namedIn: "date",
  undo: {
    table: "statement_balances",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
    clash: inTheWay,
  },
};

const Restored = z.object({
  id: z.string(),
  bank_account_id: z.string(),
  date: z.string(),
  kind: z.enum(["statement", "by_hand", "intraday"]),
});

async function inTheWay({ db, team }: Context, snapshot: Snapshot): Promise<Clash | null> {
  const { id, bank_account_id, date, kind } = Restored.parse(snapshot);
  const other = await db
    .selectFrom("statement_balances")
    .select("id")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", bank_account_id)
    .where("date", "=", date)
    .where("kind", "=", kind)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return null;
  return { message: `another balance is noted for ${date} now`, next: "remove that one first" };
}
