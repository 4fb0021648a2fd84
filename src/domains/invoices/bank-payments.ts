import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import type { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { divideRound } from "../../shared/fraction.ts";
import { allocate } from "../../shared/money-parts.ts";
import { decimalText, MOST_MINOR } from "../../shared/money.ts";
import { choosingAmong, type KnownCategory } from "../categories/all-categories.ts";
import { todayOf } from "../team/today.ts";
import { invalidArgument, lockRows, noTransaction, type Row } from "../transactions/transaction.ts";
import {
  gaveBy,
  paymentsFrom,
  proposedCategory,
  unbookedOf,
  settleGiven,
} from "./given-by-payments.ts";
import { customerNameOf, type InvoiceRow, moneyOf } from "./invoice.ts";
import { reasonsFor } from "./match-payments.ts";
import {
  lockPayable,
  noticesOfPayment,
  notYet,
  type PaymentRow,
  paymentSnapshot,
  paymentsOf,
  requirePlace,
  settlePayments,
} from "./payments.ts";
import { unbookedMoney, openInvoice } from "./suggest-payments.ts";

const MOST_PARTS_A_BOOKING = 50;

/** No tool has these steps. */
const ON_ITS_PAGE = "on the transaction's page in the web app";
const ON_INVOICES_PAGE = "on the invoice's page in the web app";

const minor = z.int().positive().max(MOST_MINOR);

export const BookPayments = z.strictObject({
  /** The transaction. */
  id: uuid,
  parts: z
    .array(
      z.strictObject({
        invoice_id: uuid,
        /** In the invoice's currency. Left out: what is open of it, as far as the transaction reaches. */
        amount_minor: minor.optional(),
        /** In the transaction's currency, where that is another. Left out: at the bank's rate, or all that is left. */
        bank_minor: minor.optional(),
      }),
    )
    .min(1)
    .max(MOST_PARTS_A_BOOKING),
  /** For a transaction without one. Left out: that of the customer's last payment; null for none. */
  category_slug: z.string().max(100).nullish(),
});

export type BookPayments = z.input<typeof BookPayments>;

export type BookedPayments = {
  readonly row: Row;
  readonly payments: readonly PaymentRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly event: string;
  readonly notices: readonly string[];
};

type Field = keyof BookPayments["parts"][number];

/** Names the caller's arguments, for refusals. */
type PathOf = (at: number, field: Field) => string;

const PATH_OF: PathOf = (at, field) => `parts.${at}.${field}`;

/**
 * Books payments of invoices from a transaction, or refunds where it paid. It pays several invoices, and an invoice is
 * paid by several transactions. A transaction without category and tax gets those of the invoices.
 * @throws Refusal where the parts are more than the transaction, or a refund is more than is owed back
 */
export async function bookPayments(
  context: Context,
  { id, parts, category_slug }: BookPayments,
  pathOf: PathOf = PATH_OF,
): Promise<BookedPayments> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const choose = await choosingAmong(context, [category_slug]);
    const chosen = choose(category_slug, "category_slug");
    const row = await lockBookable(context, id);
    const earlier = await paymentsFrom(context, id);
    const invoices = await lockInvoices(context, parts, pathOf);
    const kind = row.amount_minor > 0 ? "payment" : "refund";
    const asked = parts.map((part, at) => ({
      ...part,
      invoice: invoices[at] ?? missing(part.invoice_id),
      pathOf: (field: Field) => pathOf(at, field),
    }));
    const rest = unbookedOf(row, earlier);
    const shares = sharesOf(row, rest, asked);
    const doubts = kind === "payment" ? await doubtsOf(context, row, rest, invoices) : [];
    const added: PaymentRow[] = [];
    const settled: InvoiceRow[] = [];
    for (const { invoice, ...share } of shares) {
      requirePlace(invoice, await paymentsOf(context, invoice.id), share.amount_minor);
      if (kind === "refund") requireOwedBack(invoice, share);
      added.push(await insertPayment(context, { row, invoice, kind, ...share }));
      settled.push(await settlePayments(context, invoice));
    }
    const category = await categoryFor(context, row, {
      given: category_slug,
      chosen,
      kind,
      invoices,
    });
    const gave = gaveBy(earlier);
    const settling = { gave, payments: [...earlier, ...added], category };
    const given = await settleGiven(context, row, settling);
    const event = await record(context, changesOf(added, given));
    const left = unbookedOf(row, [...earlier, ...added]);
    const notices = [...noticesOf(row, settled, { category, given, left }), ...doubts];
    return { row, payments: added, invoices: settled, event, notices };
  });
}

function missing(id: string): never {
  throw new Error(`the invoice ${id} is not among the locked ones`);
}

/** The transaction's change comes first, then the payments with what they gave it. */
function changesOf(added: readonly PaymentRow[], given: readonly Change[]): readonly Change[] {
  const gaveTo = new Map(given.map((change) => [change.id, change.after]));
  const isNew = ({ id }: Change) => added.some((payment) => payment.id === id);
  return [
    ...given.filter((change) => !isNew(change)),
    ...added.map((payment): Change => ({
      type: "invoice_payment",
      id: payment.id,
      before: null,
      after: { ...paymentSnapshot(payment), ...gaveTo.get(payment.id) },
    })),
  ];
}

async function lockBookable(context: Context, id: string): Promise<Row> {
  const path = "id";
  const [row] = await lockRows(context, [id]);
  if (row === undefined) throw noTransaction(id, path);
  const name = `The transaction ${quoted(row.name)}`;
  if (row.status === "pending")
    throw invalidArgument(
      path,
      `${name} is pending, so that no money has moved yet`,
      "book it when the bank has booked the transaction",
    );
  if (row.transfer_id !== null)
    throw invalidArgument(
      path,
      `${name} is one side of a transfer between own accounts`,
      `unlink the transfer first, ${ON_ITS_PAGE}`,
    );
  if (row.date > (await todayOf(context))) throw notYet(row.date, path);
  return row;
}

/** Locks the invoices by their ids. @returns them in the order of the parts */
async function lockInvoices(
  context: Context,
  parts: BookPayments["parts"],
  pathOf: PathOf,
): Promise<readonly InvoiceRow[]> {
  const paths = new Map<string, string>();
  for (const [at, { invoice_id }] of parts.entries()) {
    const path = pathOf(at, "invoice_id");
    if (paths.has(invoice_id))
      throw invalidArgument(path, `The invoice ${invoice_id} is named twice`, "name each once");
    paths.set(invoice_id, path);
  }
  const rows = new Map<string, InvoiceRow>();
  for (const [id, path] of [...paths].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    rows.set(id, await lockPayable(context, id, path));
  return parts.flatMap(({ invoice_id }) => rows.get(invoice_id) ?? []);
}

type Asked = BookPayments["parts"][number] & Pick<Share, "invoice" | "pathOf">;

type Share = {
  readonly invoice: InvoiceRow;
  readonly pathOf: (field: Field) => string;
  readonly amount_minor: number;
  readonly bank_minor: number;
};

/** Divides what is left of a transaction among the parts, in their order. */
function sharesOf(row: Row, rest: number, asked: readonly Asked[]): readonly Share[] {
  let left = rest;
  const taken = asked.map((part) => {
    const share = shareOf(row, left, part);
    left -= share.bank_minor ?? 0;
    return share;
  });
  const open = taken.filter(({ bank_minor }) => bank_minor === null);
  const amounts = divided(row, left, open);
  const shares = taken.map(({ bank_minor, ...share }) => ({
    ...share,
    bank_minor: bank_minor ?? amounts.get(share.invoice.id) ?? 0,
  }));
  let over = rest;
  for (const { bank_minor, pathOf } of shares) {
    over -= bank_minor;
    if (over < 0 || bank_minor === 0) throw tooMuch(row, rest, pathOf);
  }
  return shares;
}

type TakenShare = Omit<Share, "bank_minor"> & { readonly bank_minor: number | null };

/** `bank_minor` is null for what the rest of the transaction is divided among. */
function shareOf(row: Row, left: number, asked: Asked): TakenShare {
  const { invoice, pathOf, amount_minor, bank_minor } = asked;
  const open = openOf(row, invoice);
  if (amount_minor === undefined && open === 0) throw nothingOpen(row, invoice, pathOf);
  if (invoice.currency !== row.currency) return foreignShare(row, left, open, asked);
  const amount = amount_minor ?? Math.min(open, left);
  if (amount <= 0) throw tooMuch(row, left, pathOf);
  if (bank_minor !== undefined && bank_minor !== amount)
    throw invalidArgument(
      pathOf("bank_minor"),
      `The invoice and the transaction are both in ${row.currency}`,
      "leave it out, or give the same amount",
    );
  return { invoice, pathOf, amount_minor: amount, bank_minor: amount };
}

function foreignShare(row: Row, left: number, open: number, asked: Asked): TakenShare {
  const { invoice, pathOf, bank_minor } = asked;
  const original = invoice.currency === row.original_currency ? row.original_minor : null;
  const proposed = original === null ? undefined : Math.min(open, Math.abs(original));
  const amount_minor = asked.amount_minor ?? proposed;
  if (amount_minor === undefined)
    throw invalidArgument(
      pathOf("amount_minor"),
      `${quoted(invoice.number ?? "")} is in ${invoice.currency}, and the transaction in ${row.currency}`,
      `say how much of it was paid, in ${invoice.currency}, ${ON_ITS_PAGE}`,
    );
  const exact = original === null ? null : atBankRate(row, original, amount_minor);
  // Shares that are rounded up would come to a unit more than there is.
  const atRate = exact !== null && exact === left + 1 ? left : exact;
  return { invoice, pathOf, amount_minor, bank_minor: bank_minor ?? atRate };
}

/** Open amount that the transaction can pay: the customer's debt, or the team's where the transaction is money out. */
export function openOf(row: Pick<Row, "amount_minor">, invoice: InvoiceRow): number {
  const { due_minor, to_refund_minor } = moneyOf(invoice);
  return row.amount_minor > 0 ? due_minor : to_refund_minor;
}

/** Share of the transaction's amount for an amount in the currency that the bank exchanged. */
function atBankRate({ amount_minor }: Row, original: number, minor: number): number {
  const [amount, whole] = [Math.abs(amount_minor), Math.abs(original)];
  return Number(divideRound(BigInt(amount) * BigInt(minor), BigInt(whole)));
}

/** Divides what is left among amounts of one currency. */
function divided(row: Row, left: number, open: readonly TakenShare[]): ReadonlyMap<string, number> {
  const [first, ...others] = open;
  if (first === undefined) return new Map();
  if (left <= 0) throw tooMuch(row, left, first.pathOf);
  const other = others.find(({ invoice }) => invoice.currency !== first.invoice.currency);
  if (other !== undefined)
    throw invalidArgument(
      other.pathOf("bank_minor"),
      `The invoices are in ${first.invoice.currency} and ${other.invoice.currency}`,
      `say for each how much of the transaction it takes, in ${row.currency}, ${ON_ITS_PAGE}`,
    );
  const weights = open.map(({ amount_minor }) => BigInt(amount_minor));
  const shares = allocate(BigInt(left), weights);
  return new Map(open.map(({ invoice }, at) => [invoice.id, Number(shares[at] ?? 0n)]));
}

function tooMuch(row: Row, rest: number, pathOf: Share["pathOf"]): Refusal {
  const { currency } = row;
  const whole = `${decimalText(Math.abs(row.amount_minor), currency)} ${currency}`;
  const left = rest <= 0 ? "nothing is" : `${decimalText(rest, currency)} ${currency} are`;
  return invalidArgument(
    pathOf("amount_minor"),
    `The transaction ${quoted(row.name)} is of ${whole}, of which ${left} left to book`,
    `book no more than that, or remove another of its payments first, ${ON_ITS_PAGE}`,
  );
}

function nothingOpen(row: Row, { number }: InvoiceRow, pathOf: Share["pathOf"]): Refusal {
  const owed = row.amount_minor > 0 ? "owed on" : "to be refunded of";
  return invalidArgument(
    pathOf("invoice_id"),
    `Nothing is ${owed} ${quoted(number ?? "")}`,
    row.amount_minor > 0
      ? `choose another invoice, or say the amount if it was paid once more, ${ON_ITS_PAGE}`
      : `choose another invoice, or issue a credit note first, ${ON_INVOICES_PAGE}`,
  );
}

function requireOwedBack(
  invoice: InvoiceRow,
  { amount_minor, pathOf }: Omit<Share, "invoice">,
): void {
  const { to_refund_minor } = moneyOf(invoice);
  if (amount_minor <= to_refund_minor) return;
  const owed = `${decimalText(to_refund_minor, invoice.currency)} ${invoice.currency}`;
  throw invalidArgument(
    pathOf("amount_minor"),
    `${owed} are to be refunded of ${quoted(invoice.number ?? "")}`,
    `refund no more than that, or issue a credit note first, ${ON_INVOICES_PAGE}`,
  );
}

type New = Omit<Share, "pathOf"> & {
  readonly row: Row;
  readonly kind: PaymentRow["kind"];
};

async function insertPayment(
  { db, team, now, actor, newId }: Context,
  { row, invoice, kind, amount_minor, bank_minor }: New,
): Promise<PaymentRow> {
  const payment: PaymentRow = {
    team_id: team.id,
    id: newId(),
    invoice_id: invoice.id,
    kind,
    paid_on: row.date,
    amount_minor,
    method: "transfer",
    note: null,
    transaction_id: row.id,
    bank_minor,
    gave: null,
    created_by: actor.id,
    created_at: now,
  };
  await db
    .insertInto("invoice_payments")
    .values({ ...payment, gave: null })
    .execute();
  return payment;
}

type Categorizing = {
  readonly given: string | null | undefined;
  readonly chosen: KnownCategory | null;
  readonly kind: PaymentRow["kind"];
  readonly invoices: readonly InvoiceRow[];
};

/** A category that is given counts for a transaction that has another, too. */
async function categoryFor(
  context: Context,
  row: Row,
  { given, chosen, kind, invoices }: Categorizing,
): Promise<KnownCategory | null> {
  if (given !== undefined) return chosen;
  if (row.category_slug !== null || row.is_split || row.status === "exported") return null;
  const customers = invoices.map(({ customer_id }) => customer_id);
  return proposedCategory(context, kind, customers);
}

/**
 * Names invoices that nothing in the transaction points to: money of another party may be booked to them. Invoices that
 * come to the amount together are in no doubt.
 */
async function doubtsOf(
  context: Context,
  row: Row,
  rest: number,
  invoices: readonly InvoiceRow[],
): Promise<readonly string[]> {
  const isOneCurrency = invoices.every(({ currency }) => currency === row.currency);
  const owed = invoices.reduce((sum, invoice) => sum + moneyOf(invoice).due_minor, 0);
  if (isOneCurrency && owed === rest) return [];
  const money = unbookedMoney(row, rest);
  const doubts: string[] = [];
  for (const invoice of invoices) {
    const customer_name = await customerNameOf(context, invoice);
    if (reasonsFor(money, openInvoice({ ...invoice, customer_name })).length > 0) continue;
    const customer = quoted(invoice.buyer_name ?? customer_name ?? "");
    doubts.push(
      `Nothing in the transaction ${quoted(row.name)} points to ${quoted(invoice.number ?? "")} of ${customer}: neither its number, nor its customer, nor its open amount. If it pays another, take the payment back on the invoice's page, or undo it under Activity.`,
    );
  }
  return doubts;
}

type Told = {
  readonly category: KnownCategory | null;
  readonly given: readonly Change[];
  /** Booked to no invoice. */
  readonly left: number;
};

function noticesOf(
  row: Row,
  invoices: readonly InvoiceRow[],
  { category, given, left }: Told,
): readonly string[] {
  const after = given.find(({ type }) => type === "transaction")?.after ?? {};
  return [
    ...invoices.flatMap(noticesOfPayment),
    ...(left === 0
      ? []
      : [`${decimalText(left, row.currency)} ${row.currency} of the transaction stay unbooked.`]),
    ...(category !== null && "category_slug" in after
      ? [`The transaction got the category ${quoted(category.name)}.`]
      : []),
    ...("tax_rate_bp" in after && row.tax_rate_bp === null
      ? ["The transaction got the tax of the invoices."]
      : []),
  ];
}
