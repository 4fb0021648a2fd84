import { z } from "zod";
import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import { lockTeam } from "../../db/transaction.ts";
import { SYSTEM_CATEGORIES } from "../categories/system-categories.ts";
import { derivedOf } from "./derive-transaction.ts";
import type { ForgottenRow } from "./forgotten-rows.ts";
import { type partSnapshot, STATUSES, type transactionSnapshot } from "./transaction.ts";
import { putBackTransactions } from "./undo-transactions.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    transaction: typeof transactionSubject;
    transaction_part: typeof transactionPartSubject;
    transaction_tag: typeof transactionTagSubject;
    forgotten_row: typeof forgottenRowSubject;
  }
}

type TransactionColumn = Exclude<keyof ReturnType<typeof transactionSnapshot>, "id">;

const SET_BY = {
  person: "a person",
  assistant: "an assistant",
  rule: "a rule",
  bank: "the bank",
};

/** A category of the team's own is told by its slug, which its name made. */
const CATEGORY_NAMES = Object.fromEntries(SYSTEM_CATEGORIES.map(({ slug, name }) => [slug, name]));

const TAX = {
  tax_rate_bp: { label: "Tax rate in %", kind: "number", unit: null, inHundredths: true },
  tax_type: { label: "Tax type", kind: "text" },
} as const;

const AMOUNT = { kind: "money", currencyColumn: "currency", table: "transactions" } as const;

const Derivable = z.object({
  date: z.string(),
  status: z.enum(["pending", "posted", "completed", "exported", "archived", "excluded"]),
  is_split: z.boolean(),
  transfer_id: z.string().nullable(),
  name: z.string(),
  bank_name: z.string().nullable(),
  reference: z.string().nullable(),
  description: z.string().nullable(),
});

export const transactionSubject: SharedSubject<TransactionColumn> = {
  isPrivate: false,
  noun: {
    label: "Transaction",
    one: "a transaction",
    named: "the transaction *",
    inFields: "*",
    many: "transactions",
  },
  fields: {
    bank_account_id: { label: "Account", kind: "id", of: "bank_account" },
    date: { label: "Date", kind: "day" },
    value_date: { label: "Value date", kind: "day" },
    name: { label: "Name", kind: "text" },
    bank_name: { label: "Name at the bank", kind: "text" },
    description: { label: "Description", kind: "long text" },
    reference: { label: "Reference", kind: "text" },
    counterparty_hash: null,
    counterparty_masked: { label: "Account of the other party", kind: "text" },
    amount_minor: { label: "Amount", ...AMOUNT },
    currency: { label: "Currency", kind: "currency" },
    original_minor: {
      label: "Original amount",
      kind: "money",
      currencyColumn: "original_currency",
      table: "transactions",
    },
    original_currency: { label: "Original currency", kind: "currency" },
    details: null,
    status: { label: "Status", kind: "choice", choices: STATUSES },
    category_slug: { label: "Category", kind: "choice", choices: CATEGORY_NAMES },
    category_by: { label: "Category set by", kind: "choice", choices: SET_BY },
    rule_id: null,
    is_split: { label: "Split", kind: "boolean" },
    transfer_id: null,
    ...TAX,
    tax_minor: { label: "Tax", ...AMOUNT },
    note: { label: "Note", kind: "long text" },
    source: null,
    signature: null,
    import_id: { label: "Import", kind: "id", of: "import" },
    line: null,
    bank_id: { label: "Id at the bank", kind: "text" },
    row_key: null,
    created_at: null,
    updated_at: null,
  },
  isOfStrangers: true,
  page: "/transactions/:id",
  names: namesIn("transactions"),
  namedIn: "name",
  undo: {
    table: "transactions",
    key: ["id"],
    derived: (snapshot) => derivedOf(Derivable.parse(snapshot)),
    touched: "updated_at",
    referredBy: [
      { table: "transaction_parts", column: "transaction_id", one: "part" },
      { table: "transaction_tags", column: "transaction_id", one: "tag" },
      {
        table: "invoice_payments",
        column: "transaction_id",
        one: "payment of an invoice",
        many: "payments of invoices",
      },
      { table: "transaction_attachments", column: "transaction_id", one: "attachment" },
    ],
    hold: lockTeam,
    around: putBackTransactions,
  },
};

type PartColumn = keyof ReturnType<typeof partSnapshot>;

const OF_WHOLE = { ...AMOUNT, of: "transaction" } as const;

/** Its id is that of the transaction: a part has none. */
export const transactionPartSubject: SharedSubject<PartColumn> = {
  isPrivate: false,
  noun: {
    label: "Part of a transaction",
    one: "a part of a transaction",
    named: "a part of the transaction *",
    many: "parts of transactions",
  },
  verbs: { deleted: { said: "removed *", tried: "remove *" } },
  fields: {
    transaction_id: { label: "Transaction", kind: "id", of: "transaction" },
    position: null,
    amount_minor: { label: "Amount", ...OF_WHOLE },
    category_slug: { label: "Category", kind: "choice", choices: CATEGORY_NAMES },
    name: { label: "Name", kind: "text" },
    note: { label: "Note", kind: "long text" },
    ...TAX,
    tax_minor: { label: "Tax", ...OF_WHOLE },
  },
  page: null,
  names: "transaction",
  namedIn: null,
  undo: {
    table: "transaction_parts",
    key: ["transaction_id", "position"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
    around: putBackTransactions,
  },
};

/** Its id is that of the transaction: a link has none. */
export const transactionTagSubject: SharedSubject<"transaction_id" | "tag_id"> = {
  isPrivate: false,
  noun: {
    label: "Tag of a transaction",
    one: "a tag of a transaction",
    named: "a tag of the transaction *",
    many: "tags of transactions",
  },
  verbs: { deleted: { said: "removed *", tried: "remove *" } },
  fields: {
    transaction_id: { label: "Transaction", kind: "id", of: "transaction" },
    tag_id: { label: "Tag", kind: "id", of: "tag" },
  },
  page: null,
  names: "transaction",
  namedIn: null,
  undo: {
    table: "transaction_tags",
    key: ["transaction_id", "tag_id"],
    derived: () => ({}),
    referredBy: [],
  },
};

/** Its id is that of the account. Nothing of it is shown, since no person works on it. */
export const forgottenRowSubject: SharedSubject<keyof ForgottenRow> = {
  isPrivate: false,
  noun: {
    label: "Row that is not imported again",
    one: "a row that is not imported again",
    named: "a row of * that is not imported again",
    many: "rows that are not imported again",
  },
  verbs: {
    created: { said: "noted *", tried: "note *" },
    deleted: { said: "took back *", tried: "take back *" },
  },
  fields: { bank_account_id: null, key: null, why: null, survivor_id: null },
  page: null,
  names: "bank_account",
  namedIn: null,
  undo: {
    table: "forgotten_rows",
    key: ["bank_account_id", "key"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
  },
};
