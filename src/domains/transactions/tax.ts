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

/** A row without a rate may have the sum of several ones, as its papers print it. */
type Own = Pick<Tax, "tax_rate_bp" | "tax_type"> & Partial<Pick<Tax, "tax_minor">>;

/** Tax of a row whose amount or stated tax may have changed. What papers print of several rates stays until then. */
export function retaxed(
  row: Pick<Row, "amount_minor"> & Tax,
  next: Pick<Row, "amount_minor" | "tax_rate_bp" | "tax_type">,
): Tax {
  const { amount_minor, tax_rate_bp, tax_type } = next;
  const isSame =
    amount_minor === row.amount_minor &&
    tax_rate_bp === row.tax_rate_bp &&
    tax_type === row.tax_type;
  return isSame && tax_rate_bp === null
    ? { tax_rate_bp, tax_type, tax_minor: row.tax_minor }
    : taxed(amount_minor, { tax_rate_bp, tax_type });
}

/** Takes the category's tax where the row states none. */
export function filledTax(
  amountMinor: number,
  own: Own,
  category: Pick<KnownCategory, "tax_rate" | "tax_type"> | null,
): Tax {
  const { tax_rate_bp: rate, tax_type: type, tax_minor = null } = own;
  if (rate === null && tax_minor !== null) return { tax_rate_bp: rate, tax_type: type, tax_minor };
  if (rate !== null || type !== null || category === null) return taxed(amountMinor, own);
  const tax_rate_bp = category.tax_rate === null ? null : Math.round(category.tax_rate * 100);
  return taxed(amountMinor, { tax_rate_bp, tax_type: category.tax_type });
}

export const NONE_STATED = "none";

/**
 * Tax that a row or part states: `19 VAT`, `7` for a rate without a type, `several VAT` for a sum of several rates,
 * `none` for no tax.
 */
export const StatedTax = z
  .string()
  .max(120)
  .refine(
    (text) => /^(?:none|(?:several|\d{1,3}(?:\.\d{1,2})?)(?: \S.*)?)$/.test(text),
    "must be none, or a percentage or several, and a type",
  );

/** Hundredths of a percent, or several; null for none. */
type Stated = { readonly rate: number | "several" | null; readonly type: string | null };

export function statedIn(text: string): Stated {
  if (text === NONE_STATED) return { rate: null, type: null };
  const [rate = "", ...words] = text.split(" ");
  const type = words.length === 0 ? null : words.join(" ");
  return { rate: rate === "several" ? rate : Math.round(Number(rate) * 100), type };
}

/** @param stated has a null rate for several */
export function statedText({ rate, type }: { rate: number | null; type: string | null }): string {
  return [`${rate ?? "several"}`, ...(type === null ? [] : [type])].join(" ");
}

/** True for a sum of several rates. In another currency than the team's it cannot be converted exactly, and counts as none. */
function hasSeveral(table: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(${of("tax_rate_bp")} is null and ${of("tax_minor")} is not null
    and item.currency = (select own.base_currency from teams as own where own.id = item.team_id))`;
}

/** Undefined asks for any stated tax. */
export function states(table: string, stated: Stated | undefined): RawBuilder<unknown> {
  const [rate, type] = [sql.ref(`${table}.tax_rate_bp`), sql.ref(`${table}.tax_type`)];
  const several = hasSeveral(table);
  if (stated === undefined) return sql`(${rate} is not null or ${several})`;
  if (stated.rate === null) return sql`${rate} is null and not ${several}`;
  const ofType = stated.type === null ? sql`${type} is null` : sql`${type} = ${stated.type}`;
  const ofRate = stated.rate === "several" ? several : sql`${rate} = ${stated.rate}`;
  return sql`${ofRate} and ${ofType}`;
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
