import { isDeepStrictEqual } from "node:util";
import type { AuditContext } from "../../db/context.ts";
import type { Row } from "../transactions/transaction.ts";
import type { AttachmentRow } from "./attachment-rows.ts";
import { paperColumns } from "./paper-columns.ts";
import { type Tax, taxByPapers, type TaxPaper } from "./paper-tax.ts";

/** A match gives its tax to a transaction with another one too; papers that join or are corrected do not. */
export type Cause = "match" | "joining" | "correction";

/** One attachment of a transaction tells the tax that all of them gave it, and the one before. */
export function isCarrier({ tax_given }: AttachmentRow): boolean {
  return tax_given !== null;
}

export function ownTaxOf({ tax_rate_bp, tax_type, tax_minor }: Tax): Tax {
  return { tax_rate_bp, tax_type, tax_minor };
}

type Planning = {
  readonly next: readonly AttachmentRow[];
  readonly carrier: AttachmentRow | undefined;
  /** False when a person has changed the tax since an attachment set it. */
  readonly isGiven: boolean;
  readonly cause: Cause;
};

type Plan = {
  readonly tax: Tax;
  readonly papers: readonly TaxPaper[];
  readonly rows: readonly AttachmentRow[];
  readonly notices: readonly string[];
};

/** Decides the tax that a transaction has with its next attachments, and which of them tells it. */
export async function planTax(
  context: AuditContext,
  payment: Row,
  { next, carrier, isGiven, cause }: Planning,
): Promise<Plan> {
  const own = ownTaxOf(payment);
  const papers = await papersOf(context, next);
  const asIs = { tax: own, papers, rows: withCarrier(next, carrier) };
  const { tax, notices } = taxByPapers(payment, papers);
  const isOther = tax !== null && !isDeepStrictEqual(tax, own);
  const fixed = fixedBy(payment, tax !== null || carrier !== undefined);
  if (fixed !== null) return { ...asIs, notices: isOther ? [fixed] : [] };
  if (!isGiven) {
    const why = carrier === undefined ? OF_ITS_OWN : CHANGED_SINCE;
    return { ...asIs, notices: isOther ? [why] : [] };
  }
  const before = carrier?.tax_before ?? own;
  if (next.length === 0) return { tax: before, papers, rows: [], notices: [] };
  if (tax === null && cause === "correction" && notices.length === 0)
    return { tax: before, papers, rows: next.map(withoutTax), notices };
  if (tax === null) return { ...asIs, notices };
  const given = { tax_before: before, tax_given: tax };
  const rows = withCarrier(next, { ...given, id: carrier?.id ?? "" });
  return { tax, papers, rows, notices };
}

const OF_ITS_OWN =
  "The transaction has a tax that its papers did not give, so that it was left as it is.";
const CHANGED_SINCE =
  "The tax of the transaction was changed by hand since its papers gave it, so that it was left as it is.";

function fixedBy({ status, is_split }: Row, hasTax: boolean): string | null {
  if (!hasTax) return null;
  if (status === "exported")
    return "The transaction was given to the accountant, so that its tax was left as it is.";
  return is_split
    ? "The transaction is split, so that the tax of its parts was left as it is."
    : null;
}

type Carrier = Pick<AttachmentRow, "id" | "tax_before" | "tax_given">;

/** The carrier stays the same, else the oldest attachment takes it over. */
function withCarrier(
  rows: readonly AttachmentRow[],
  carrier: Carrier | undefined,
): readonly AttachmentRow[] {
  if (carrier === undefined) return rows;
  const { tax_before, tax_given } = carrier;
  const heir = rows.find(({ id }) => id === carrier.id) ?? rows[0];
  return rows.map((row) => (row === heir ? { ...row, tax_before, tax_given } : row));
}

/** Papers whose tax counts: of a group only the primary, where it is attached too. */
async function papersOf(
  { db, team }: AuditContext,
  rows: readonly AttachmentRow[],
): Promise<readonly TaxPaper[]> {
  const ids = rows.map(({ document_id }) => document_id);
  if (ids.length === 0) return [];
  const items = await db
    .selectFrom("inbox_items")
    .select(["id", "document_id", "group_id", "amount_minor", "payable_minor", "tax_minor"])
    .select(["tax_rate_bp", "tax_type", "currency", "vendor_key"])
    .where("team_id", "=", team.id)
    .where("document_id", "in", ids)
    .orderBy("id")
    .execute();
  const primaries = new Set(items.map(({ id }) => id));
  const leading = items.filter(({ group_id }) => group_id === null || !primaries.has(group_id));
  const inInbox = new Set(items.map(({ document_id }) => document_id));
  const others = ids.filter((id) => !inInbox.has(id));
  if (others.length === 0) return leading;
  const read = await db
    .selectFrom("document_texts as text")
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "text.team_id")
        .onRef("document.id", "=", "text.document_id"),
    )
    .select(["document.name", "document.title", "document.read_title", "document.problem"])
    .select(["document.summary", "text.fields"])
    .where("text.team_id", "=", team.id)
    .where("text.document_id", "in", others)
    .orderBy("text.document_id")
    .execute();
  return [...leading, ...read.map(({ fields, ...document }) => paperColumns(document, fields, {}))];
}

export function withoutTax(row: AttachmentRow): AttachmentRow {
  return { ...row, tax_before: null, tax_given: null };
}
