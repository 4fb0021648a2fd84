import { isDeepStrictEqual } from "node:util";
import type { AuditContext } from "../../db/context.ts";
import { changedAt, type Given, type Row } from "./transaction.ts";

export type Changing = {
  /** As it was read while the team was locked. */
  readonly row: Row;
  readonly values: Partial<Omit<Given, "id" | "created_at" | "updated_at">>;
  /** True when its tags change, so that an edit that began before is noticed. */
  readonly isTouched?: boolean;
};

export type Edit = { readonly before: Row; readonly after: Row };

/** Leaves out rows that stay as they are, with their parts. */
export function editsOf(
  context: AuditContext,
  changed: readonly Changing[],
  complete: (row: Given) => Row,
  parts: ReadonlyMap<string, unknown>,
): readonly Edit[] {
  return changed.flatMap(({ row, values, isTouched = false }) => {
    const after = complete({ ...row, ...values });
    if (!isTouched && !parts.has(row.id) && isDeepStrictEqual(row, after)) return [];
    return [{ before: row, after: { ...after, updated_at: changedAt(context, row) } }];
  });
}

/** True for an edit after which a transaction may resemble others than before. */
export function isComparedOtherwise({ before, after }: Edit): boolean {
  return COMPARED.some((column) => before[column] !== after[column]);
}

/** Columns by which transactions resemble each other. */
const COMPARED = [
  "standing",
  "date",
  "amount_minor",
  "currency",
  "bank_account_id",
  "source",
  "signature",
] as const satisfies readonly (keyof Row)[];

/** Columns that differ in any of the rows. */
export function columnsChanged(edits: readonly Edit[]): readonly (typeof COLUMNS)[number][] {
  return COLUMNS.filter((column) =>
    edits.some(({ before, after }) => !isDeepStrictEqual(before[column], after[column])),
  );
}

/** Columns that an update may write. */
const COLUMNS = [
  "bank_account_id",
  "date",
  "value_date",
  "name",
  "bank_name",
  "description",
  "reference",
  "counterparty_hash",
  "counterparty_masked",
  "amount_minor",
  "currency",
  "original_minor",
  "original_currency",
  "details",
  "status",
  "category_slug",
  "category_by",
  "rule_id",
  "is_split",
  "transfer_id",
  "tax_rate_bp",
  "tax_type",
  "tax_minor",
  "note",
  "source",
  "signature",
  "import_id",
  "line",
  "bank_id",
  "row_key",
  "updated_at",
  "month",
  "standing",
  "base_minor",
  "rate_day",
  "party_key",
  "search_text",
] as const satisfies readonly (keyof Row)[];
