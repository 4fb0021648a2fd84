import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { checkInvoice, type InvoiceFault } from "../../shared/invoice-check.ts";
import type { TotalsReading } from "../../shared/invoice-totals.ts";
import type { Day } from "../../shared/time.ts";
import { type BodyParts, draftDays, type StatedTax, statedTaxOf, draftTotals } from "./body-of.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import type { InvoiceRow } from "./invoice.ts";
import { notDrawable } from "./pdf/text.ts";

/** Sums and faults of a draft, before it is sent. */
export type CheckedDraft = {
  readonly totals: TotalsReading;
  readonly statedTax: StatedTax | null;
  /** Faults that are not needed are notices. */
  readonly faults: readonly InvoiceFault[];
};

/** @param today in the team's zone */
export async function checkDraft(
  context: Context,
  row: InvoiceRow,
  parts: BodyParts,
  today: Day,
): Promise<CheckedDraft> {
  const { settings, customer, rates, team } = parts;
  const totals = draftTotals(row, parts);
  const { issue_date } = draftDays(row, settings, today);
  const statedTax = await statedTaxOf(context, row, parts, issue_date);
  const faults = checkInvoice({
    seller: { ...settings, name: settings.legal_name },
    buyer: customer,
    lines: row.lines.map(({ name, tax_rate_id: id }) => ({
      name,
      tax: id === null ? null : (rates.get(id) ?? null),
    })),
    totals,
    currency: row.currency,
    teamCurrency: team.baseCurrency,
    hasExchangeRate: statedTax === null || statedTax.cross !== null,
    service_from: row.service_from,
    service_to: row.service_to,
    issue_date: row.issue_date,
  });
  return { totals, statedTax, faults };
}

/** @throws Refusal `invoice_incomplete`, with all that is missing */
export function requireComplete(faults: readonly InvoiceFault[]): void {
  const needed = faults.filter(({ isNeeded }) => isNeeded);
  const [first] = needed;
  if (first === undefined) return;
  throw new Refusal({
    code: "invoice_incomplete",
    path: first.path,
    message: `The invoice cannot be sent yet. ${messagesOf(needed).replace(/\.$/, "")}`,
    next: `${waysOutOf(needed)}, then send it again; nothing was sent`,
  });
}

function waysOutOf(needed: readonly InvoiceFault[]): string {
  const others = needed.filter((fault) => !isOfCustomer(fault));
  if (others.length === needed.length) return "enter what is missing in the web app";
  const byTool = "customers_update enters what the customer lacks too";
  return others.length === 0 ? byTool : `${byTool}, and the web app takes the rest`;
}

function messagesOf(faults: readonly InvoiceFault[]): string {
  return faults.map(({ message }) => message).join(" ");
}

/** Tells together all that a new draft lacks, and each notice by itself. */
export function draftNotices(faults: readonly InvoiceFault[]): readonly string[] {
  const needed = faults.filter(({ isNeeded }) => isNeeded);
  const others = faults.filter(({ isNeeded }) => !isNeeded);
  return [
    ...(needed.length === 0 ? [] : [`Before it can be sent: ${messagesOf(needed)}`]),
    ...others.map(({ message }) => message),
  ];
}

function isOfCustomer({ path }: InvoiceFault): boolean {
  return path.startsWith("customer.");
}

/**
 * Faults for what no PDF can have, by the fields in which it stands.
 * @param customerId leads to the customer's page, where the buyer's fields are
 */
export function drawingFaults(
  body: InvoiceBody,
  customerId: string | null,
): readonly InvoiceFault[] {
  return notDrawable(body).map(({ path, characters }) => {
    const isBuyer = path.startsWith("buyer.");
    return {
      path,
      message: `The PDF cannot have ${characters.join(" ")} in ${fieldOf(path)}. ${wayOutOf(path)}`,
      page: isBuyer && customerId !== null ? `/customers/${customerId}` : null,
      isNeeded: true,
    };
  });
}

function wayOutOf(path: string): string {
  return path === "buyer.name"
    ? "Give it a name on invoices with Latin, Greek or Cyrillic letters, on the customer’s page."
    : "Write it with Latin, Greek or Cyrillic letters.";
}

function fieldOf(path: string): string {
  const [of = "", ...rest] = path.split(".");
  if (of === "buyer") return `the customer’s ${wordsOf(rest[0])}`;
  if (of === "seller") return `your ${wordsOf(rest[0])}`;
  if (of === "lines") return `the ${wordsOf(rest[1])} of line ${Number(rest[0]) + 1}`;
  return `the ${wordsOf(of)}`;
}

function wordsOf(field = ""): string {
  return field.replaceAll("_", " ");
}

/** @throws Refusal `not_drawable`, with each field and the characters */
export function requireDrawable(body: InvoiceBody, customerId: string | null): void {
  const faults = drawingFaults(body, customerId);
  const [first] = faults;
  if (first === undefined) return;
  throw new Refusal({
    code: "not_drawable",
    path: first.path,
    message: messagesOf(faults).replace(/\.$/, ""),
    next: "change it in the web app, then send it again; nothing was sent",
  });
}
