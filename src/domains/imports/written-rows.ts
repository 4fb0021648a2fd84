import type { AuditContext } from "../../db/context.ts";
import { MOST_PARTS } from "../../shared/limits.ts";
import { counted } from "../../shared/words.ts";
import { readAccountNumber, numberHash } from "../bank-accounts/account-number.ts";
import { NO_TAX } from "../transactions/tax.ts";
import type { Given, GivenPart } from "../transactions/transaction.ts";
import type { AccountStatements } from "./file-accounts.ts";
import type { ChosenRow } from "./plan-import.ts";
import type { FileRow, ReadFile } from "./read/statement.ts";

type Unruled = Pick<ChosenRow, "row" | "bankId" | "rowKey">;

/** Values that the bank gives, of a new transaction and of one that becomes the bank's. */
export function bankColumns({ sealing, team }: AuditContext, { row, bankId, rowKey }: Unruled) {
  const number = row.counterpartyNumber === null ? null : readAccountNumber(row.counterpartyNumber);
  return {
    date: row.date,
    value_date: row.valueDate,
    bank_name: row.name,
    description: row.description,
    reference: row.reference,
    counterparty_hash:
      number === null || sealing === null ? null : numberHash(sealing, team.id, number.normal),
    counterparty_masked: number?.masked ?? null,
    amount_minor: row.minor,
    original_minor: row.original?.minor ?? null,
    original_currency: row.original?.currency ?? null,
    details: row.details.length === 0 ? null : row.details.slice(0, MOST_DETAILS),
    status: row.isPending ? "pending" : "posted",
    line: row.line,
    bank_id: bankId,
    row_key: rowKey,
  } satisfies Partial<Given>;
}

const MOST_DETAILS = 200;

type From = {
  readonly account: AccountStatements["account"];
  readonly read: Pick<ReadFile, "format" | "signature">;
  readonly importId: string | null;
  readonly id: string;
};

export function newTransaction(
  context: AuditContext,
  chosen: Unruled,
  { account, read, importId, id }: From,
): Given {
  return {
    id,
    bank_account_id: account.id,
    currency: account.currency,
    name: chosen.row.name,
    category_slug: null,
    category_by: null,
    rule_id: null,
    is_split: isMadeSplit(chosen.row),
    transfer_id: null,
    ...NO_TAX,
    note: null,
    source: read.format,
    signature: read.signature,
    import_id: importId,
    ...bankColumns(context, chosen),
    created_at: context.now,
    updated_at: context.now,
  };
}

/** True where the file makes parts itself: an amount and its fee. A collective booking only offers a split. */
export function isMadeSplit({ isSplit, details }: FileRow): boolean {
  const parts = details.filter(({ minor }) => minor !== 0);
  return isSplit && parts.length >= 2 && parts.some(({ category }) => category !== null);
}

/** Leaves out payments of nothing, and joins more parts than a split may have. */
export function givenParts({ details }: FileRow): readonly GivenPart[] {
  const parts = details.filter(({ minor }) => minor !== 0);
  const some = parts.length > MOST_PARTS ? together(parts) : parts;
  return some.map(({ minor, name, category }) => ({
    amount_minor: minor,
    category_slug: category,
    name,
    note: null,
    ...NO_TAX,
  }));
}

function together(parts: FileRow["details"]): FileRow["details"] {
  const [known, open] = [true, false].map((isKnown) =>
    parts.filter(({ category }) => (category !== null) === isKnown),
  );
  const minor = (open ?? []).reduce((sum, part) => sum + part.minor, 0);
  const name = counted(open?.length ?? 0, "payment");
  return [{ minor, name, description: null, category: null }, ...(known ?? [])];
}
