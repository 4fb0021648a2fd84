import type { AppliedTax, Discount, PricedLine } from "../../../../src/shared/invoice-totals.ts";
import type { InvoiceLine } from "../invoice.ts";
import type { TypedDiscount } from "./decimals.ts";

/** A rate of the team, as lines refer to it. */
export type Rate = AppliedTax & { readonly id: string };

/** Line of an editor before anything is written in it. It is kept only once something is. */
export function blankLine(id: string, taxRateId: string | null): InvoiceLine {
  return {
    id,
    name: "",
    description: null,
    quantity: "1",
    unit: null,
    price: "0",
    discount_bp: null,
    discount_minor: null,
    tax_rate_id: taxRateId,
  };
}

export function isBlank({ name, description, price }: InvoiceLine): boolean {
  return name.trim() === "" && description === null && price === "0";
}

/** Puts a line where its id stands, or at the end. */
export function withChangedLine(
  lines: readonly InvoiceLine[],
  line: InvoiceLine,
): readonly InvoiceLine[] {
  return lines.some(({ id }) => id === line.id)
    ? lines.map((other) => (other.id === line.id ? line : other))
    : [...lines, line];
}

export function withoutLine(lines: readonly InvoiceLine[], id: string): readonly InvoiceLine[] {
  return lines.filter((line) => line.id !== id);
}

/** Moves a line up (-1) or down (1). At an end it stays. */
export function movedLine(
  lines: readonly InvoiceLine[],
  id: string,
  by: -1 | 1,
): readonly InvoiceLine[] {
  const at = lines.findIndex((line) => line.id === id);
  const line = lines[at];
  const other = lines[at + by];
  if (line === undefined || other === undefined) return lines;
  return lines.with(at, other).with(at + by, line);
}

export function copiedLine(
  lines: readonly InvoiceLine[],
  id: string,
  newId: string,
): readonly InvoiceLine[] {
  return lines.flatMap((line) => (line.id === id ? [line, { ...line, id: newId }] : [line]));
}

/** A line of an earlier invoice. */
export type KnownLine = Pick<
  InvoiceLine,
  "name" | "description" | "unit" | "price" | "tax_rate_id"
>;

/** Takes over all but the quantity. */
export function filledLine(line: InvoiceLine, known: KnownLine): InvoiceLine {
  const { name, description, unit, price, tax_rate_id } = known;
  return { ...line, name, description, unit, price, tax_rate_id };
}

export function discountOf({
  discount_bp: bp,
  discount_minor: minor,
}: Pick<InvoiceLine, "discount_bp" | "discount_minor">): Discount | null {
  if (bp !== null) return { bp };
  return minor === null ? null : { minor };
}

export function discountColumns(discount: TypedDiscount | null) {
  return {
    discount_bp: discount !== null && "bp" in discount ? discount.bp : null,
    discount_minor: discount !== null && "minor" in discount ? discount.minor : null,
  } as const;
}

/** Lines as the arithmetic of invoices takes them. */
export function pricedLines(
  lines: readonly InvoiceLine[],
  rates: readonly Rate[],
): readonly PricedLine[] {
  const byId = new Map(rates.map((rate) => [rate.id, rate]));
  return lines.map((line) => {
    const rate = line.tax_rate_id === null ? undefined : byId.get(line.tax_rate_id);
    return {
      quantity: line.quantity,
      price: line.price,
      discount: discountOf(line),
      tax: rate === undefined ? null : { category: rate.category, bp: rate.bp },
    };
  });
}

/** A UUID of version 4. `crypto.randomUUID` is absent on plain http. */
export function newLineId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab".charAt((bytes[8] ?? 0) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
