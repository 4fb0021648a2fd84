import type { Sure, TaxType } from "../../shared/paper.ts";
import { distinctRows, type Entry } from "./entries.ts";
import { placedField, isOf, type Reading, type Span } from "./page-lines.ts";
import type { Gross, Proof, TotalFields } from "./totals.ts";

type TaxSources = {
  readonly all: readonly Entry[];
  readonly gross: Gross | null;
  readonly noTax: NoTax | null;
  readonly differs: boolean;
};

export function taxesAsFields(
  reading: Reading,
  { all, gross, noTax, differs }: TaxSources,
  signed: (minor: number) => number,
): Pick<TotalFields, "tax_minor" | "tax_rate_bp" | "tax_type" | "taxes"> {
  const proof = gross?.proof ?? null;
  const sure: Sure = gross?.sure ?? "low";
  if (proof?.tax !== null && proof?.tax !== undefined && (proof.tax !== 0 || noTax === null))
    return provenTax(reading, { ...proof, tax: proof.tax }, sure, signed);
  const taxes = distinctRows(all.filter(({ kind }) => kind === "tax"));
  if (noTax !== null && taxes.every(({ minor }) => minor === 0))
    return {
      tax_minor: placedField(reading, noTax.span, 0, "medium"),
      tax_rate_bp: placedField(reading, noTax.span, 0, "medium"),
      tax_type: placedField(reading, noTax.span, noTax.type, "medium"),
    };
  const values = new Set(taxes.map(({ minor }) => minor));
  const [only] = taxes;
  const isBelow =
    only !== undefined &&
    (gross === null || Math.abs(only.minor) < Math.abs(gross.entry.minor) * 0.35);
  if (only === undefined || values.size > 1 || !isBelow) return {};
  const told: Sure = differs || only.points < 1 ? "low" : "medium";
  const isRated = taxes.every(({ rateBp }) => rateBp === only.rateBp);
  return {
    tax_minor: placedField(reading, only.figure, signed(only.minor), told),
    tax_type: placedField(reading, only.figure, typeOf(reading), told),
    ...(only.rateBp !== null &&
      isRated && { tax_rate_bp: placedField(reading, only.figure, only.rateBp, told) }),
  };
}

function provenTax(
  reading: Reading,
  { tax, taxSpan, rows }: Proof & { readonly tax: number },
  sure: Sure,
  signed: (minor: number) => number,
): Pick<TotalFields, "tax_minor" | "tax_rate_bp" | "tax_type" | "taxes"> {
  if (taxSpan === null) return {};
  const only = rows?.find(({ tax_minor: minor }) => minor !== 0);
  const isMixed = (rows?.length ?? 0) > 1;
  return {
    tax_minor: placedField(reading, taxSpan, signed(tax), sure),
    tax_type: placedField(
      reading,
      taxSpan,
      isMixed ? "VAT" : typeOf(reading),
      sure === "high" ? "medium" : sure,
    ),
    ...(only !== undefined &&
      !isMixed && { tax_rate_bp: placedField(reading, taxSpan, only.rate_bp, sure) }),
    ...(rows !== null && {
      taxes: rows.map(({ rate_bp, net_minor, tax_minor }) => ({
        rate_bp,
        net_minor: net_minor === null ? null : signed(net_minor),
        tax_minor: signed(tax_minor),
      })),
    }),
  };
}

type NoTax = { readonly type: TaxType; readonly span: Span };

/** The words by which a paper says that it has no tax: reverse charge, or a small business. */
export function noTaxOf({ lines, language }: Reading): NoTax | null {
  for (const [kind, type] of NO_TAXES)
    for (const { pieces } of lines)
      for (const piece of pieces) {
        const label = piece.labels.find(
          (each) => each.key.length > 3 && isOf(each, kind, language),
        );
        if (label !== undefined)
          return { type, span: { piece, start: label.start, end: label.end } };
      }
  return null;
}

const NO_TAXES = [
  ["reverse_charge", "Reverse charge"],
  ["exempt", "Exempt"],
] as const;

function typeOf({ lines }: Reading): TaxType {
  const keys = new Set(
    lines.flatMap(({ pieces }) => pieces.flatMap(({ labels }) => labels.map(({ key }) => key))),
  );
  if ([...keys].some((key) => /^(?:total|incl|including|includes)?gst/.test(key))) return "GST";
  return keys.has("salestax") || keys.has("statetax") ? "Sales tax" : "VAT";
}
