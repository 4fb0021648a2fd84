import type { Context } from "../db/context.ts";
import { updateCustomer } from "../domains/customers/update-customer.ts";
import { updateSettings } from "../domains/invoice-settings/save-settings.ts";
import { billTime } from "../domains/invoices/bill-time.ts";
import { createDraft } from "../domains/invoices/create-draft.ts";
import { creditInvoice, refundInvoice } from "../domains/invoices/credit-invoice.ts";
import { findInvoice, type InvoiceRow } from "../domains/invoices/invoice.ts";
import { recordPayment } from "../domains/invoices/payments.ts";
import { sendInvoice } from "../domains/invoices/send-invoice.ts";
import { voidInvoice } from "../domains/invoices/void-invoice.ts";
import { createPaymentAccount } from "../domains/payment-accounts/save-payment-account.ts";
import { createTaxRate } from "../domains/tax-rates/save-rate.ts";
import { addDays, weekdayOf } from "../shared/calendar.ts";
import { type Day, dayIn } from "../shared/time.ts";
import {
  DEMO_INVOICES,
  DEMO_SELLER,
  DEMO_TAXES,
  type DemoInvoice,
  type DemoPayment,
  type DemoTax,
} from "./invoices.ts";
import { ago, inWebApp } from "./past.ts";
import { ACCOUNT_NAMES, type AccountName, ACCOUNTS } from "./payments.ts";
import { type Staff, TEAM } from "./people.ts";

/** Money of a customer, as the bank books it. */
export type Incoming = {
  readonly account: AccountName;
  readonly date: Day;
  readonly name: string;
  /** Number of the invoice. */
  readonly text: string;
  readonly minor: number;
  /** Null where nobody has booked it yet. */
  readonly invoiceId: string | null;
};

type Ids = ReadonlyMap<string, string>;

type House = {
  readonly staff: Staff;
  readonly customers: Ids;
  readonly taxes: Readonly<Record<DemoTax, string>>;
  /** Id of the bank details that are not the usual ones. */
  readonly dollars: string;
};

/**
 * The seller, and invoices of eight months in the order in which all of it happened, so that dates follow the numbers.
 * Nothing is mailed, whatever mail server there is.
 * @returns what the banks have of it
 */
export async function fillInvoices(
  { mara, daniel, yuki }: Staff,
  customers: Ids,
): Promise<readonly Incoming[]> {
  const staff = { mara: unmailed(mara), daniel: unmailed(daniel), yuki: unmailed(yuki) };
  const house = { staff, customers, ...(await fillSeller(staff.mara)) };
  const steps = DEMO_INVOICES.flatMap((invoice, position) => stepsOf(house, invoice, position));
  const rows = new Map<DemoInvoice, InvoiceRow>();
  for (const { invoice, context, take } of steps.toSorted(byTime))
    rows.set(invoice, await take(context, rows.get(invoice)));
  return [...rows].flatMap(([invoice, row]) => incomingOf(staff, invoice, row));
}

function unmailed(context: Context): Context {
  return { ...context, mailing: null };
}

async function fillSeller(mara: Context): Promise<Pick<House, "taxes" | "dollars">> {
  const at = (minutes: number) => ago(mara, TEAM.since - 3, 10 * 60 + minutes);
  const settings = "PATCH /api/teams/:team/invoice-settings" as const;
  await updateSettings(inWebApp(at(0), settings), DEMO_SELLER);
  const addTax = async (of: DemoTax, minutes: number) =>
    createTaxRate(inWebApp(at(minutes), "POST /api/teams/:team/tax-rates"), DEMO_TAXES[of]);
  const { id: standard } = await addTax("standard", 5);
  const { id: reduced } = await addTax("reduced", 6);
  const { id: reverse } = await addTax("reverse charge", 8);
  const { id: outside } = await addTax("outside the EU", 11);
  await updateSettings(inWebApp(at(12), settings), { tax_rate_id: standard });
  const dollars = await fillAccounts(at(15));
  return {
    taxes: { standard, reduced, "reverse charge": reverse, "outside the EU": outside },
    dollars,
  };
}

/** @returns the id of the details for dollars; the others are the usual ones */
async function fillAccounts(mara: Context): Promise<string> {
  const { giro, dollars } = ACCOUNTS;
  const { legal_name: holder } = DEMO_SELLER;
  const then = inWebApp(mara, "POST /api/teams/:team/payment-accounts");
  await createPaymentAccount(then, { label: giro.name, holder, iban: giro.number });
  const details = `${dollars.institution}, account ${dollars.number}`;
  const { name: label, currency } = dollars;
  return createPaymentAccount(then, { label, holder, details, currency });
}

/** A step in the life of an invoice, with its state afterwards. */
type Step = {
  readonly invoice: DemoInvoice;
  /** Of the moment in which it happens. */
  readonly context: Context;
  readonly take: (context: Context, row: InvoiceRow | undefined) => Promise<InvoiceRow>;
};

function byTime({ context: one }: Step, { context: other }: Step): number {
  return one.now < other.now ? -1 : 1;
}

function stepsOf(house: House, invoice: DemoInvoice, position: number): readonly Step[] {
  const { isDraft = false, paid = [], voided, credited, refunded, tracked } = invoice;
  const { mara } = house.staff;
  const writer = house.staff[invoice.by ?? "mara"];
  const since = workday(writer, invoice.since);
  const minutes = 9 * 60 + 20 + position;
  const written = inWebApp(ago(writer, since, minutes), "POST /api/teams/:team/invoices");
  const steps: Step[] = [
    {
      invoice,
      context: written,
      take: async (context) =>
        tracked === undefined
          ? writeDraft(context, house, invoice)
          : writeTracked(context, house, { ...invoice, tracked }),
    },
  ];
  if (isDraft) return steps;
  const add = (
    context: Context,
    take: (context: Context, row: InvoiceRow) => Promise<InvoiceRow>,
  ) =>
    steps.push({ invoice, context, take: async (context, row) => take(context, requireRow(row)) });
  const sent = inWebApp(
    ago(writer, since, minutes + 12),
    "POST /api/teams/:team/invoices/:id/send",
  );
  add(sent, async (context, { id }) => (await sendInvoice(context, { id })).row);
  for (const payment of paid) {
    const days = workday(mara, invoice.since - payment.after);
    const recorded = ago(mara, days - 1, 8 * 60 + 10 + position);
    add(inWebApp(recorded, "POST /api/teams/:team/invoices/:id/payments"), async (context, row) =>
      pay(context, row, { invoice, payment, paid_on: dayBefore(mara, days) }),
    );
  }
  const at = (after: number) => ago(writer, workday(writer, invoice.since - after), minutes);
  if (voided !== undefined)
    add(
      inWebApp(at(voided), "POST /api/teams/:team/invoices/:id/void"),
      async (context, { id }) => (await voidInvoice(context, { id })).row,
    );
  if (credited !== undefined)
    add(
      inWebApp(at(credited.after), "POST /api/teams/:team/invoices/:id/credit-notes"),
      async (context, { id }) => {
        const { minor: amount_minor, note } = credited;
        return (await creditInvoice(context, { id, amount_minor, note })).row;
      },
    );
  if (refunded !== undefined)
    add(
      inWebApp(at(refunded), "POST /api/teams/:team/invoices/:id/refunds"),
      async (context, { id, total_minor }) => {
        const paid_on = dayBefore(context, 0);
        const refund = {
          paid_on,
          amount_minor: total_minor,
          method: "transfer",
          note: null,
        } as const;
        return (await refundInvoice(context, { id, ...refund, credit_minor: total_minor })).row;
      },
    );
  return steps;
}

function requireRow(row: InvoiceRow | undefined): InvoiceRow {
  if (row === undefined) throw new Error("the invoice is not written yet");
  return row;
}

/** The Friday before a weekend, in days ago. */
function workday(context: Context, days: number): number {
  const weekday = weekdayOf(dayBefore(context, days));
  return weekday === 0 ? days + 2 : weekday === 6 ? days + 1 : days;
}

function dayBefore({ actor, now }: Context, days: number): Day {
  return addDays(dayIn(actor.timeZone, now), -days);
}

async function writeDraft(
  context: Context,
  { customers, taxes, dollars }: House,
  { customer, payTo, tax, served = 14, lines = [], ...given }: DemoInvoice,
): Promise<InvoiceRow> {
  const { row } = await createDraft(context, {
    customer_id: customers.get(customer) ?? null,
    payment_account_id: payTo === undefined ? null : dollars,
    service_from: dayBefore(context, served),
    service_to: dayBefore(context, 1),
    reference: given.reference ?? null,
    note: given.note ?? null,
    discount_bp: given.discount ?? null,
    lines: lines.map(({ description = null, discount = null, tax: own = tax, ...line }) => ({
      ...line,
      id: context.newId(),
      description,
      discount_bp: discount,
      discount_minor: null,
      tax_rate_id: taxes[own],
    })),
  });
  return row;
}

type Tracked = DemoInvoice & Required<Pick<DemoInvoice, "tracked">>;

/** The customer gets the tax rate as its usual one, which the lines of its time then have. */
async function writeTracked(
  context: Context,
  { customers, taxes }: House,
  { customer, tax, tracked: [first, last] }: Tracked,
): Promise<InvoiceRow> {
  const customer_id = customers.get(customer) ?? "";
  const preferring = inWebApp(context, "PATCH /api/teams/:team/customers/:id");
  await updateCustomer(preferring, { id: customer_id, tax_rate_id: taxes[tax] });
  const billing = inWebApp(context, "POST /api/teams/:team/invoices/from-time");
  const [from, to] = [dayBefore(context, first), dayBefore(context, last)];
  const { id } = await billTime(billing, { customer_id, from, to });
  return requireRow(await findInvoice(context, id));
}

type Paying = {
  readonly invoice: DemoInvoice;
  readonly payment: DemoPayment;
  readonly paid_on: Day;
};

/** Records by hand what no bank account of the books has; the others are booked from their transactions. */
async function pay(
  context: Context,
  row: InvoiceRow,
  { invoice, payment, paid_on }: Paying,
): Promise<InvoiceRow> {
  const { id } = row;
  const { method = "transfer" } = payment;
  if (method === "transfer" && accountFor(row) !== undefined) return row;
  const amount_minor = minorOf(invoice, payment, row);
  const given = { id, paid_on, amount_minor, method, note: null };
  return (await recordPayment(context, given)).row;
}

/** The amount that was said, or all that the payments before it have left. */
function minorOf({ paid = [] }: DemoInvoice, payment: DemoPayment, { total_minor }: InvoiceRow) {
  const before = paid.slice(0, paid.indexOf(payment));
  return payment.minor ?? before.reduce((left, { minor = 0 }) => left - minor, total_minor);
}

/** Where the bank books transfers in the invoice's currency. */
function accountFor({ currency }: InvoiceRow): AccountName | undefined {
  return ACCOUNT_NAMES.find((name) => name !== "card" && ACCOUNTS[name].currency === currency);
}

/** Transfers in the currencies of the accounts; the books have no account for the others. */
function incomingOf({ mara }: Staff, invoice: DemoInvoice, row: InvoiceRow): readonly Incoming[] {
  const account = accountFor(row);
  if (account === undefined) return [];
  const { customer: name, paid = [], hasArrived = false } = invoice;
  const booked = { account, name, text: row.number ?? "" };
  const transfers = paid.filter(({ method = "transfer" }) => method === "transfer");
  return [
    ...transfers.map((payment) => ({
      ...booked,
      date: dayBefore(mara, workday(mara, invoice.since - payment.after)),
      minor: minorOf(invoice, payment, row),
      invoiceId: row.id,
    })),
    ...(hasArrived
      ? [{ ...booked, date: dayBefore(mara, 1), minor: row.total_minor, invoiceId: null }]
      : []),
  ];
}
