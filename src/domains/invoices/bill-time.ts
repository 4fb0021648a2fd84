import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { currency, instant, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { InvoiceLine } from "../../db/schema/invoices.ts";
import { transaction } from "../../db/transaction.ts";
import { decimalText } from "../../shared/money.ts";
import { trackedWords } from "../../shared/time-rounding.ts";
import type { Day } from "../../shared/time.ts";
import { counted, enumerated, spoken } from "../../shared/words.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import {
  type BillableProject,
  type BillableTime,
  billableTime,
  type LeftOut,
  timeRange,
} from "./billable-time.ts";
import { languageOf } from "./body-of.ts";
import { createDraft } from "./create-draft.ts";
import { type Buyer, keepBuyer } from "./draft.ts";
import { type Defaults, ratesGiven } from "./given-rates.ts";
import { holderName, type NewTime, wayOut } from "./held-time.ts";
import type { InvoiceLanguage } from "./invoice-body.ts";
import { MOST_LINES } from "./invoice-line.ts";
import { findInvoice, type InvoiceRow, noInvoice, requireDraft } from "./invoice.ts";
import { updateDraft } from "./update-draft.ts";

/** Tracked time becomes lines of an invoice: one for each project, with the hours as its quantity. */

export const BillTime = z.strictObject({
  customer_id: uuid,
  ...timeRange,
  currency: currency.optional(),
});

export type Billed = {
  readonly id: string;
  readonly event: string | null;
  readonly notices: readonly string[];
};

/** Makes a draft of a customer's tracked time. */
export async function billTime(
  context: Context,
  { customer_id, from, to, project_ids, currency }: z.output<typeof BillTime>,
): Promise<Billed> {
  return transaction(context, async (context) => {
    const settings = await settingsOf(context);
    const customer = await keepBuyer(context, customer_id);
    const tax_rate_id = await usualRate(context, { settings, customer });
    const found = await billableTime(context, { customer, from, to, project_ids, isLocked: true });
    const chosen = currencyOf(context, found, { given: currency ?? null, customer });
    const shared = { language: null, tax_rate_id, customer, settings };
    const time = timeIn(context, found, { currency: chosen, ...shared });
    requireTime(time, { from, to });
    refuseTooMany(time.lines);
    const draft = { customer_id, currency: chosen, lines: [...time.lines], ...time.days };
    const created = await createDraft(context, draft, { times: time.times });
    return { id: created.row.id, event: created.event, notices: time.notices };
  });
}

export const AddTime = z.strictObject({
  id: uuid,
  /** `updated_at` of the draft as it was read. */
  seen: instant,
  ...timeRange,
});

/** Adds lines of tracked time to a draft, in its currency. */
export async function addTime(
  context: Context,
  { id, seen, from, to, project_ids }: z.output<typeof AddTime>,
): Promise<Billed> {
  return transaction(context, async (context) => {
    const row = await findInvoice(context, id);
    if (row === undefined) throw noInvoice(id);
    requireDraft(row, "write another draft for this time; nothing was done");
    if (row.customer_id === null) throw noBuyer();
    const settings = await settingsOf(context);
    const customer = await keepBuyer(context, row.customer_id);
    const tax_rate_id = await usualRate(context, { settings, customer });
    const found = await billableTime(context, { customer, from, to, project_ids, isLocked: true });
    const { currency, language } = row;
    const time = timeIn(context, found, {
      currency,
      language,
      tax_rate_id,
      customer,
      settings,
    });
    requireTime(time, { from, to });
    const lines = [...row.lines, ...time.lines];
    refuseTooMany(lines);
    // The lines were read before the draft is locked, which `seen` compares.
    const changes = { id, seen, lines, ...widened(row, time.days) };
    const { event } = await updateDraft(context, changes, { times: time.times });
    return { id, event, notices: time.notices };
  });
}

async function usualRate(context: Context, defaults: Defaults): Promise<string | null> {
  const { ids } = await ratesGiven(context, [{}], defaults);
  return ids[0] ?? null;
}

function noBuyer(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "id",
    message: "The draft has no customer, whose time it could bill",
    next: "choose one first; nothing was done",
  });
}

export function refuseTooMany(lines: readonly InvoiceLine[], path = "project_ids"): void {
  if (lines.length <= MOST_LINES) return;
  throw new Refusal({
    code: "too_many",
    path,
    message: `The draft would have ${lines.length} lines, and ${MOST_LINES} fit`,
    next: "choose fewer projects; nothing was done",
  });
}

export type Days = { readonly service_from: Day; readonly service_to: Day };

function widened({ service_from, service_to }: InvoiceRow, days: Days): Days {
  const from = service_from ?? service_to ?? days.service_from;
  const to = service_to ?? service_from ?? days.service_to;
  return {
    service_from: from < days.service_from ? from : days.service_from,
    service_to: to > days.service_to ? to : days.service_to,
  };
}

type Choice = { readonly given: string | null; readonly customer: Buyer };

/**
 * Chooses the currency: the given one, else the only one of the time, else the customer's.
 * @throws Refusal that names the currencies, where none of these decides
 */
export function currencyOf(
  { team }: Context,
  { projects }: BillableTime,
  { given, customer }: Choice,
): string {
  const usual = customer.preferred_currency ?? team.baseCurrency;
  const found = [...new Set(projects.map(({ currency }) => currency))].toSorted();
  if (given !== null) return given;
  if (found.length === 0 || found.includes(usual)) return usual;
  const [only = usual, ...others] = found;
  if (others.length === 0) return only;
  throw new Refusal({
    code: "invalid_argument",
    path: "currency",
    message: `The time has rates in ${enumerated(found)}, and an invoice has one currency`,
    next: "give one of them; nothing was done",
  });
}

export type LinesOfTime = {
  readonly lines: readonly InvoiceLine[];
  readonly times: readonly NewTime[];
  readonly notices: readonly string[];
  /** First and last day of the time. */
  readonly days: Days | null;
  readonly leftOut: readonly LeftOut[];
};

type Filled = LinesOfTime & { readonly days: Days };

type Document = {
  readonly currency: string;
  /** The document's own. */
  readonly language: string | null;
  /** Of its lines. */
  readonly tax_rate_id: string | null;
  readonly customer: Buyer;
  readonly settings: InvoiceSettings;
};

/** Makes the lines of an invoice, and the time that stands behind them. */
export function timeIn(
  context: Context,
  { projects, leftOut }: BillableTime,
  { currency, language, tax_rate_id, customer, settings }: Document,
): LinesOfTime {
  const written = languageOf({ language }, { customer, settings });
  const chosen = projects.filter((project) => project.currency === currency);
  const others = projects.filter((project) => project.currency !== currency);
  const parts = chosen.map((project) => {
    const line = lineOf(project, { id: context.newId(), language: written, tax_rate_id });
    return { line, times: timesOf(project, line.id) };
  });
  const times = parts.flatMap((part) => part.times);
  const left = [...leftOut, ...others.map(otherCurrency)];
  return {
    lines: parts.map(({ line }) => line),
    times,
    notices: [...chosen.map(billedNotice), ...leftOutNotices(left)],
    days: daysOf(times),
    leftOut: left,
  };
}

type NewLine = {
  readonly id: string;
  readonly language: InvoiceLanguage;
  readonly tax_rate_id: string | null;
};

function lineOf(project: BillableProject, { id, language, tax_rate_id }: NewLine): InvoiceLine {
  return {
    id,
    name: project.name,
    description: trackedWords(language, project.seconds, project.rounding),
    quantity: project.quantity,
    unit: "h",
    price: decimalText(project.rate_minor, project.currency),
    discount_bp: null,
    discount_minor: null,
    tax_rate_id,
  };
}

function timesOf({ entries }: BillableProject, line_id: string): readonly NewTime[] {
  return entries.map((entry) => ({
    line_id,
    entry_id: entry.id,
    project_id: entry.project_id,
    assigned_id: entry.assigned_id,
    date: entry.date,
    seconds: entry.seconds,
    billed_seconds: entry.billed_seconds,
    description: entry.description,
  }));
}

function daysOf(times: readonly NewTime[]): Days | null {
  const days = times.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { service_from: first, service_to: last };
}

function otherCurrency({ id, name, seconds, currency }: BillableProject): LeftOut {
  return { why: "other_currency", seconds, project: { id, name }, currency, invoice: null };
}

type Range = {
  readonly from: Day;
  readonly to: Day;
  /** Name before those of the days in the caller's input. */
  readonly at?: string;
};

/**
 * @throws Refusal where no time is left to bill: `time_already_billed` where other invoices have it
 */
export function requireTime(
  time: LinesOfTime,
  { from, to, at = "" }: Range,
): asserts time is Filled {
  if (time.lines.length > 0) return;
  const held = time.leftOut.find(({ invoice }) => invoice !== null);
  const left = leftOutNotices(time.leftOut).join(" ").replace(/\.$/, "");
  if (held?.invoice !== undefined && held.invoice !== null)
    throw new Refusal({
      code: "time_already_billed",
      path: `${at}from`,
      message: left,
      next: `${wayOut(held.invoice)}; nothing was done`,
      nextByDeleting:
        held.invoice.number === null
          ? "invoices_void cancels the draft, which frees its time, or a person takes its line from it in the web app; nothing was done"
          : null,
    });
  throw new Refusal({
    code: "invalid_argument",
    path: `${at}from`,
    message: left === "" ? `The customer has no tracked time from ${from} to ${to}` : left,
    next: "give other days, or set what the projects lack, on their pages in the web app; nothing was done",
  });
}

function billedNotice({ name, seconds, billed_seconds, quantity, entries }: BillableProject) {
  const rounded = seconds === billed_seconds ? "" : `, rounded from ${spoken(seconds)}`;
  return `${quantity} h of ${name} are on the invoice${rounded}: ${counted(entries.length, "time entry", "time entries")}, locked while it has them.`;
}

/** A sentence for each reason. */
export function leftOutNotices(left: readonly LeftOut[]): readonly string[] {
  return [
    ...Map.groupBy(left, ({ why, invoice }) => `${why} ${invoice?.id ?? ""}`).values(),
  ].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const seconds = same.reduce((sum, part) => sum + part.seconds, 0);
    const names = enumerated(namesIn(same));
    return [`${sentenceOf(first, spoken(seconds), names)}.`];
  });
}

const MOST_NAMED = 5;

function namesIn(same: readonly LeftOut[]): readonly string[] {
  const names = [...new Set(same.map(({ project }) => `"${project.name}"`))];
  if (names.length <= MOST_NAMED) return names;
  return [...names.slice(0, MOST_NAMED), counted(names.length - MOST_NAMED, "more project")];
}

/** With the id of a draft: it has no number to find it by. */
function nameOf(invoice: NonNullable<LeftOut["invoice"]>): string {
  return `${holderName(invoice)}${invoice.number === null ? ` (${invoice.id})` : ""}`;
}

function sentenceOf({ why, invoice, currency }: LeftOut, time: string, names: string): string {
  const on = `${time} on ${names}`;
  const sentences: Readonly<Record<LeftOut["why"], string>> = {
    already_billed: `${on} is left out: ${invoice === null ? "an invoice" : nameOf(invoice)} has it already`,
    running: `A timer that runs on ${names} is left out, with ${time} so far`,
    to_come: `${on} is left out: its days are still to come`,
    not_billable: `${on} is left out: the project is not billable`,
    without_rate: `${on} is left out: the project has no hourly rate`,
    other_currency: `${on} is left out: its rate is in ${currency ?? "another currency"}`,
    rounds_to_nothing: `${on} is left out: it rounds to nothing`,
  };
  return sentences[why];
}
