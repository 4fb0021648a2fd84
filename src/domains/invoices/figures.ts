import type { InvoiceTotals } from "../../shared/invoice-totals.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import type { InvoiceRow } from "./invoice.ts";
import type { UsedRate } from "./price-invoice.ts";

/** Lines, taxes and sums, as the body of a sent document has them. */
export type Figures = Pick<
  InvoiceBody,
  | "lines"
  | "subtotal_minor"
  | "discount_minor"
  | "taxes"
  | "net_minor"
  | "tax_minor"
  | "total_minor"
>;

/** Of a draft: a document that was sent has them in its body. */
export function figuresOf(
  { lines }: InvoiceRow,
  totals: InvoiceTotals,
  rates: ReadonlyMap<string, UsedRate>,
): Figures {
  return {
    lines: lines.map((line, index) => {
      const rate = line.tax_rate_id === null ? undefined : rates.get(line.tax_rate_id);
      const sums = totals.lines[index];
      if (sums === undefined) throw new Error(`line ${index} has no sums`);
      const { name, description, quantity, unit, price, discount_bp: bp, discount_minor } = line;
      const discount =
        bp === null ? (discount_minor === null ? null : { minor: discount_minor }) : { bp };
      return {
        name,
        description,
        quantity,
        unit,
        price,
        discount,
        tax: rate === undefined ? null : { category: rate.category, bp: rate.bp },
        gross_minor: sums.gross,
        discount_minor: sums.discount,
        amount_minor: sums.amount,
        net_minor: sums.net,
      };
    }),
    subtotal_minor: totals.subtotal,
    discount_minor: totals.discount,
    taxes: totals.taxes.map(({ category, bp, net, tax }) => ({
      category,
      bp,
      reason: reasonOf(rates, { category, bp }),
      net_minor: net,
      tax_minor: tax,
    })),
    net_minor: totals.net,
    tax_minor: totals.tax,
    total_minor: totals.total,
  };
}

/** That of the first rate of the group that has one. */
function reasonOf(
  rates: ReadonlyMap<string, UsedRate>,
  { category, bp }: Pick<UsedRate, "category" | "bp">,
): string | null {
  const group = [...rates.values()].filter(
    (rate) => rate.category === category && rate.bp === bp && rate.reason !== null,
  );
  return group[0]?.reason ?? null;
}
