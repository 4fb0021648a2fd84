import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import { hasInvoiceRules } from "../../shared/country-taxes.ts";
import { allCategories, type KnownCategory } from "../categories/all-categories.ts";
import { categorizing } from "../transactions/categorize.ts";
import { taxed } from "../transactions/tax.ts";
import { type Row, setBy } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { storedBody } from "./body-of.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import type { Gave } from "./linked-payments.ts";
import type { PaymentRow } from "./payments.ts";

/** Columns that payments give a transaction which has none: the tax of its invoices, and a category. */
const GIVEN = [
  "category_slug",
  "category_by",
  "tax_rate_bp",
  "tax_type",
  "tax_minor",
] as const satisfies readonly (keyof Row)[];

const [CATEGORY, TAX] = [GIVEN.slice(0, 2), GIVEN.slice(2)];

/**
 * Gives a locked transaction what follows from the payments that are booked from it, and takes back what earlier ones
 * gave and is still so. One of the payments keeps what was given. Leaves exported and split transactions as they are.
 * @param category for a transaction without one; null for none
 */
export async function settleGiven(
  context: Context,
  row: Row,
  { gave, payments, category }: Settling,
): Promise<readonly Change[]> {
  if (row.status === "exported" || row.is_split) return keepGiven(context, payments, gave);
  const bare = { ...row, ...takenBack(row, gave) };
  const after =
    payments.length === 0 ? bare : await filled(context, { row, bare, payments, category });
  const values = picked(after, GIVEN);
  const written = await writeTransactions(context, { changed: [{ row, values }] });
  return [...written, ...(await keepGiven(context, payments, givenTo(bare, after)))];
}

type Settling = {
  /** Columns that the transaction was given before. */
  readonly gave: Gave | null;
  /** All that are booked from the transaction now. */
  readonly payments: readonly PaymentRow[];
  readonly category: KnownCategory | null;
};

type Filling = Omit<Settling, "gave"> & { readonly row: Row; readonly bare: Row };

/** A category that was given before stays as long as a payment is there. */
async function filled(context: Context, { row, bare, payments, category }: Filling): Promise<Row> {
  const taxed = { ...bare, ...(await taxOf(context, bare, payments)) };
  const isKept = category === null && row.category_slug !== bare.category_slug;
  const chosen = isKept ? await knownCategory(context, row.category_slug) : category;
  if (chosen === null) return taxed;
  const { values } = categorizing(taxed, chosen, setBy(context));
  return { ...taxed, ...values, ...(isKept ? { category_by: row.category_by } : {}) };
}

async function knownCategory(context: Context, slug: string | null): Promise<KnownCategory | null> {
  return (await allCategories(context)).find((category) => category.slug === slug) ?? null;
}

function takenBack(row: Row, gave: Gave | null): Partial<Row> {
  if (gave === null) return {};
  const isStill = (columns: readonly (keyof Row)[]) =>
    columns.some((column) => column in gave) &&
    columns.every((column) => !(column in gave) || isDeepStrictEqual(row[column], gave[column]));
  return {
    ...(isStill(CATEGORY) ? { category_slug: null, category_by: null } : {}),
    ...(isStill(TAX) ? { tax_rate_bp: null, tax_type: null, tax_minor: null } : {}),
  };
}

function givenTo(bare: Row, after: Row): Gave | null {
  const columns = bare.category_slug === null ? GIVEN : TAX;
  const given = columns.filter((column) => bare[column] === null && after[column] !== null);
  return given.length === 0 ? null : picked(after, given);
}

function picked<Column extends keyof Row>(row: Row, columns: readonly Column[]) {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns of a row
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>;
}

/** Notes at one of the payments what the transaction was given. */
async function keepGiven(
  { db, team }: Context,
  payments: readonly PaymentRow[],
  gave: Gave | null,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  const holder = payments.find((payment) => payment.gave !== null) ?? payments[0];
  for (const payment of payments) {
    const after = payment === holder ? gave : null;
    if (isDeepStrictEqual(payment.gave, after)) continue;
    await db
      .updateTable("invoice_payments")
      .set({ gave: after === null ? null : JSON.stringify(after) })
      .where("team_id", "=", team.id)
      .where("id", "=", payment.id)
      .execute();
    const snapshots = { before: { gave: payment.gave }, after: { gave: after } };
    changes.push({ type: "invoice_payment", id: payment.id, ...snapshots });
  }
  return changes;
}

/** All that are booked from a transaction. */
export async function paymentsFrom(
  { db, team }: Pick<Context, "db" | "team">,
  transactionId: string,
): Promise<readonly PaymentRow[]> {
  return db
    .selectFrom("invoice_payments")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("transaction_id", "=", transactionId)
    .orderBy("id")
    .execute();
}

/** Minor units of a transaction's amount that nothing is booked from. */
export function unbookedOf(
  { amount_minor }: Pick<Row, "amount_minor">,
  booked: readonly Pick<PaymentRow, "bank_minor">[],
): number {
  return booked.reduce((rest, { bank_minor }) => rest - (bank_minor ?? 0), Math.abs(amount_minor));
}

/** All that payments of a transaction gave it. */
export function gaveBy(payments: readonly PaymentRow[]): Gave | null {
  const all = payments.flatMap(({ gave }) => (gave === null ? [] : [gave]));
  return all.length === 0 ? null : Object.fromEntries(all.flatMap((one) => Object.entries(one)));
}

/**
 * Tax of a transaction by the invoices that it pays, where it states none and pays nothing else. Invoices of several
 * rates give none: the parts of a split transaction can state them.
 */
async function taxOf(
  context: Context,
  row: Row,
  payments: readonly PaymentRow[],
): Promise<Partial<Row>> {
  if (row.tax_rate_bp !== null || row.tax_type !== null) return {};
  const used = payments.reduce((sum, { bank_minor }) => sum + (bank_minor ?? 0), 0);
  if (used !== Math.abs(row.amount_minor)) return {};
  const bodies = await bodiesOf(context, payments);
  const rates = new Set(bodies.flatMap(({ taxes }) => taxes.map(({ bp }) => bp)));
  const [rate] = rates;
  if (rate === undefined || rates.size > 1 || bodies.some(({ taxes }) => taxes.length === 0))
    return {};
  return taxed(row.amount_minor, { tax_rate_bp: rate, tax_type: await taxWord(context) });
}

async function bodiesOf(
  context: Context,
  payments: readonly PaymentRow[],
): Promise<readonly InvoiceBody[]> {
  const ids = [...new Set(payments.map(({ invoice_id }) => invoice_id))];
  return Promise.all(ids.map(async (id) => storedBody(context, id)));
}

/** The tax's name, where the country of the team says it. */
async function taxWord({ db, team }: Context): Promise<string | null> {
  const { country_code } = await db
    .selectFrom("teams")
    .select("country_code")
    .where("id", "=", team.id)
    .executeTakeFirstOrThrow();
  return hasInvoiceRules(country_code) ? "VAT" : null;
}

/** System categories of payments, and of refunds. */
const USUAL = { payment: "revenue", refund: "customer-refunds" } as const;

/** The category of the last transaction that paid an invoice of one of these customers, else the usual one. */
export async function proposedCategory(
  context: Context,
  kind: PaymentRow["kind"],
  customers: readonly (string | null)[],
): Promise<KnownCategory | null> {
  const [known, last] = await Promise.all([
    allCategories(context),
    lastCategory(
      context,
      kind,
      customers.filter((id) => id !== null),
    ),
  ]);
  const found = known.find(({ slug }) => slug === last);
  return found ?? known.find(({ slug }) => slug === USUAL[kind]) ?? null;
}

async function lastCategory(
  { db, team }: Context,
  kind: PaymentRow["kind"],
  customers: readonly string[],
): Promise<string | null> {
  if (customers.length === 0) return null;
  const last = await db
    .selectFrom("invoices as invoice")
    .innerJoin("invoice_payments as payment", (join) =>
      join
        .onRef("payment.team_id", "=", "invoice.team_id")
        .onRef("payment.invoice_id", "=", "invoice.id"),
    )
    .innerJoin("transactions as item", (join) =>
      join
        .onRef("item.team_id", "=", "payment.team_id")
        .onRef("item.id", "=", "payment.transaction_id"),
    )
    .select("item.category_slug")
    .where("invoice.team_id", "=", team.id)
    .where("invoice.customer_id", "in", customers)
    .where("payment.kind", "=", kind)
    .where("item.category_slug", "is not", null)
    .orderBy("payment.created_at", "desc")
    .orderBy("payment.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.category_slug ?? null;
}
