import { z } from "zod";
import { notFound, Refusal } from "../../core/errors.ts";
import { currency, filterDay, line, text, uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import { invoiceTotals } from "../../shared/invoice-totals.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { keptCustomer } from "../customers/customer.ts";
import { noPaymentAccount } from "../payment-accounts/payment-account.ts";
import { noRate, type TaxRateRow } from "../tax-rates/tax-rate.ts";
import { INVOICE_LANGUAGES } from "./invoice-body.ts";
import {
  charactersIn,
  EditedLines,
  hasOneDiscount,
  LONGEST_INVOICE_NOTE,
  MOST_CHARACTERS,
  ONE_DISCOUNT,
  pricedOf,
} from "./invoice-line.ts";
import { type InvoiceRow, searchTextOf } from "./invoice.ts";
import { requireTotals, sumColumns } from "./price-invoice.ts";

export const MOST_TERMS_DAYS = 3650;

/** Fields that people set of a draft. Null leaves it to the day of sending, to the customer or to the team. */
export const draftFields = {
  customer_id: uuid.nullable(),
  currency,
  language: z.enum(INVOICE_LANGUAGES).nullable(),
  issue_date: filterDay.nullable(),
  due_date: filterDay.nullable(),
  /** From the day of issue to the due date that nobody gave. */
  terms_days: z.int().min(0).max(MOST_TERMS_DAYS),
  service_from: filterDay.nullable(),
  service_to: filterDay.nullable(),
  reference: line(100).nullable(),
  prices_include_tax: z.boolean(),
  discount_bp: z.int().min(0).max(10_000).nullable(),
  discount_minor: z.int().min(0).max(MOST_MINOR).nullable(),
  /** All of them. */
  lines: EditedLines,
  note: text(LONGEST_INVOICE_NOTE).nullable(),
  payment_account_id: uuid.nullable(),
};

export const DraftChanges = z.strictObject(draftFields).partial();

export type DraftChanges = z.output<typeof DraftChanges>;

export type Buyer = Schema["customers"];

/**
 * Locks a customer against deletion, before the invoice is locked.
 * @throws Refusal for an id that the team does not have
 */
export async function keepBuyer(context: AuditContext, id: string): Promise<Buyer> {
  const customer = await keptCustomer(context, id);
  if (customer !== undefined) return customer;
  throw noBuyer(id);
}

/** @throws Refusal for an id that the team does not have */
export async function findBuyer({ db, team }: AuditContext, id: string): Promise<Buyer> {
  const customer = await db
    .selectFrom("customers")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (customer !== undefined) return customer;
  throw noBuyer(id);
}

function noBuyer(id: string): Refusal {
  const next = "see customers_list; nothing was done";
  return notFound({ what: "Customer", id, path: "customer_id", next });
}

type Lines = InvoiceRow["lines"];

/**
 * Locks the tax rates of lines against changes and deletion.
 * @returns them by id
 * @throws Refusal for an id that the team does not have
 */
export async function keepRates(
  { db, team }: AuditContext,
  lines: Lines,
): Promise<ReadonlyMap<string, TaxRateRow>> {
  const ids = [...new Set(lines.flatMap(({ tax_rate_id }) => tax_rate_id ?? []))];
  if (ids.length === 0) return new Map();
  const rates = db
    .selectFrom("tax_rates")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
  const rows = new Map(
    (await lockForKeyShare(db, rates).execute()).map((row) => [row.id, row] as const),
  );
  const at = lines.findIndex(({ tax_rate_id: id }) => id !== null && !rows.has(id));
  if (at >= 0) throw noRate(lines[at]?.tax_rate_id ?? "", `lines.${at}.tax_rate_id`);
  return rows;
}

/** @throws Refusal for an id that the team does not have */
export async function keepPaymentAccount(context: AuditContext, id: string | null): Promise<void> {
  if (id === null || (await isAccountKept(context, id))) return;
  throw noPaymentAccount(id, "payment_account_id");
}

/**
 * Locks bank details against deletion, before the invoice is locked.
 * @returns false where the team has none of that id
 */
export async function isAccountKept({ db, team }: AuditContext, id: string): Promise<boolean> {
  const accounts = db
    .selectFrom("payment_accounts")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "=", id);
  return (await lockForKeyShare(db, accounts).executeTakeFirst()) !== undefined;
}

/**
 * Checks a draft as it will be, and computes its sums.
 * @param linesAt name of the lines in the caller's input
 * @throws Refusal that names the field
 */
export function completed(
  draft: InvoiceRow,
  rates: ReadonlyMap<string, TaxRateRow>,
  linesAt: string,
): InvoiceRow {
  const { issue_date, due_date, terms_days, service_from, service_to, lines, note, reference } =
    draft;
  if (issue_date !== null && due_date !== null && due_date < issue_date)
    throw invalid("due_date", `The due date ${due_date} is before the invoice date ${issue_date}`);
  if (
    issue_date !== null &&
    due_date === null &&
    issue_date > addDays(LAST_DAY, -(terms_days ?? 0))
  )
    throw invalid("issue_date", `It would be due after ${LAST_DAY}, the last day there is`);
  if (service_from !== null && service_to !== null && service_to < service_from)
    throw invalid("service_to", `The service ends on ${service_to}, before ${service_from}`);
  if (!hasOneDiscount(draft)) throw invalid("discount_minor", `Two discounts: ${ONE_DISCOUNT}`);
  const characters = charactersIn(lines, note);
  if (characters > MOST_CHARACTERS)
    throw invalid(
      linesAt,
      `The texts of the invoice have ${characters} characters together, and ${MOST_CHARACTERS} fit`,
    );
  const totals = requireTotals(invoiceTotals(pricedOf(draft, rates)), linesAt);
  return {
    ...draft,
    ...sumColumns(totals),
    reference: reference === "" ? null : reference,
    note: note === "" ? null : note,
    search_text: searchTextOf({ number: null, customerName: null, reference }),
  };
}

/** Last day that `filterDay` takes. */
const LAST_DAY = "9998-12-31";

function invalid(path: string, message: string): Refusal {
  const next = "change it and try again; nothing was saved";
  return new Refusal({ code: "invalid_argument", path, message, next });
}

export function storedInvoice(row: InvoiceRow) {
  return { ...row, lines: JSON.stringify(row.lines) };
}
