import { Refusal } from "../../core/errors.ts";
import type { AuditContext } from "../../db/context.ts";
import {
  type AppliedTax,
  type InvoiceTotals,
  invoiceTotals,
  type TotalsReading,
} from "../../shared/invoice-totals.ts";
import { pricedOf } from "./invoice-line.ts";
import type { InvoiceRow } from "./invoice.ts";

type Draft = Parameters<typeof pricedOf>[0];

/** Computes lines, taxes and totals by the rates that the lines name, archived ones too. */
export async function priceInvoice(context: AuditContext, draft: Draft): Promise<TotalsReading> {
  return invoiceTotals(pricedOf(draft, await taxesIn(context, draft.lines)));
}

type Usage = Pick<InvoiceRow["lines"][number], "tax_rate_id">;

/** A rate that a line uses, as an invoice applies and prints it. */
export type UsedRate = AppliedTax & { readonly name: string; readonly reason: string | null };

/** By id. */
export async function taxesIn(
  { db, team }: AuditContext,
  lines: readonly Usage[],
): Promise<ReadonlyMap<string, UsedRate>> {
  const ids = [...new Set(lines.flatMap(({ tax_rate_id }) => tax_rate_id ?? []))];
  if (ids.length === 0) return new Map();
  const rates = await db
    .selectFrom("tax_rates")
    .select(["id", "category", "bp", "name", "reason"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return new Map(rates.map(({ id, ...rate }) => [id, rate]));
}

/** Columns with the sums of a document. */
export function sumColumns({ net, tax, total }: InvoiceTotals) {
  return { net_minor: net, tax_minor: tax, total_minor: total };
}

/**
 * @param linesAt name of the lines in the caller's input
 * @throws Refusal that names the line, or the discount
 */
export function requireTotals(reading: TotalsReading, linesAt = "lines"): InvoiceTotals {
  if (reading.state === "read") return reading.value;
  const { why, path } = reading;
  throw new Refusal({
    code: "invalid_argument",
    path: path.replace(/^lines/, linesAt),
    message: why.replace(/\.$/, ""),
    next: "change it and try again; nothing was saved",
  });
}
