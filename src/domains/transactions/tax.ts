import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { divideRound } from "../../shared/fraction.ts";
import type { KnownCategory } from "../categories/all-categories.ts";
import type { TaxShare } from "./figures.ts";
import type { Row } from "./transaction.ts";

type Tax = Pick<Row, "tax_rate_bp" | "tax_type" | "tax_minor">;

export const NO_TAX: Tax = { tax_rate_bp: null, tax_type: null, tax_minor: null };

/** Tax that an amount includes, halves away from zero. */
export function taxed(
  amountMinor: number,
  { tax_rate_bp, tax_type }: Pick<Tax, "tax_rate_bp" | "tax_type">,
): Tax {
  if (tax_rate_bp === null) return { tax_rate_bp, tax_type, tax_minor: null };
  const rate = BigInt(tax_rate_bp);
  const tax_minor = Number(divideRound(BigInt(amountMinor) * rate, 10_000n + rate));
  return { tax_rate_bp, tax_type, tax_minor };
}

/** Takes the category's tax where the row states none. */
export function filledTax(
  amountMinor: number,
  own: Pick<Tax, "tax_rate_bp" | "tax_type">,
  category: Pick<KnownCategory, "tax_rate" | "tax_type"> | null,
): Tax {
  if (own.tax_rate_bp !== null || own.tax_type !== null || category === null)
    return taxed(amountMinor, own);
  const tax_rate_bp = category.tax_rate === null ? null : Math.round(category.tax_rate * 100);
  return taxed(amountMinor, { tax_rate_bp, tax_type: category.tax_type });
}

export const NONE_STATED = "none";

/** Tax that a row or part states: `19 VAT`, `7` for a rate without a type, `none` for no rate. */
export const StatedTax = z
  .string()
  .max(120)
  .regex(/^(?:none|\d{1,3}(?:\.\d{1,2})?(?: \S.*)?)$/, "must be none, or a percentage and a type");

/** Hundredths of a percent, null for none. */
type Stated = { readonly rate: number | null; readonly type: string | null };

export function statedIn(text: string): Stated {
  if (text === NONE_STATED) return { rate: null, type: null };
  const [percent = "", ...words] = text.split(" ");
  const type = words.length === 0 ? null : words.join(" ");
  return { rate: Math.round(Number(percent) * 100), type };
}

export function statedText({ rate, type }: { rate: number; type: string | null }): string {
  return [`${rate}`, ...(type === null ? [] : [type])].join(" ");
}

/** Undefined asks for any stated tax. */
export function states(table: string, stated: Stated | undefined): RawBuilder<unknown> {
  const [rate, type] = [sql.ref(`${table}.tax_rate_bp`), sql.ref(`${table}.tax_type`)];
  if (stated === undefined) return sql`${rate} is not null`;
  if (stated.rate === null) return sql`${rate} is null`;
  const ofType = stated.type === null ? sql`${type} is null` : sql`${type} = ${stated.type}`;
  return sql`${rate} = ${stated.rate} and ${ofType}`;
}

/** Null where no tax is stated. */
export function taxIn(table: string, currency: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(case when ${of("base_minor")} is null then null
    when item.currency = ${currency} then ${of("tax_minor")}
    else ${includedIn(of("base_minor"), of("tax_rate_bp"))} end)`;
}

/** Rounds so that tax and net sum up to the gross amount. */
export function shareIn(share: TaxShare, table: string, currency: string): RawBuilder<unknown> {
  const base = sql.ref(`${table}.base_minor`);
  if (share === "gross") return base;
  const tax = taxIn(table, currency);
  return share === "tax" ? tax : sql`(${base} - ${tax})`;
}

/** Computes in whole numbers far below 2^63, halves away from zero. */
function includedIn(base: RawBuilder<unknown>, rate: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when ${base} < 0 then -1 else 1 end)
    * ((2 * abs(${base}) * ${rate} + 10000 + ${rate}) / (2 * (10000 + ${rate})))`;
}
