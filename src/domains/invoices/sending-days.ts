import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import type { InvoiceSeries } from "../../db/schema/invoices.ts";
import { addDays, daysBetween } from "../../shared/calendar.ts";
import { ordersInvoiceDates } from "../../shared/country-taxes.ts";
import type { InvoiceFault } from "../../shared/invoice-check.ts";
import type { Day } from "../../shared/time.ts";
import type { InvoiceSettings } from "../invoice-settings/settings.ts";
import { type DocumentDays, draftDays } from "./body-of.ts";
import { lastDateOf } from "./give-number.ts";
import type { InvoiceRow } from "./invoice.ts";

/** True where dates follow the numbers. */
export function ordersDates({ dates_ordered, country_code }: InvoiceSettings): boolean {
  return dates_ordered ?? ordersInvoiceDates(country_code);
}

type SendingDays = {
  readonly issue_date: Day;
  readonly due_date: Day | null;
  readonly notices: readonly string[];
};

/**
 * Fixes the days of a draft that is sent today. The team is locked by then.
 * @throws Refusal `dates_ordered` on a day before that of the last document, `invoice_incomplete` for a due date before
 * the issue date
 */
export async function sendingDays(
  context: Context,
  row: InvoiceRow,
  settings: InvoiceSettings,
  { series, today }: { readonly series: InvoiceSeries; readonly today: Day },
): Promise<SendingDays> {
  const wanted = draftDays(row, settings, today);
  const days = ordersDates(settings)
    ? moved(wanted, await orderedDay(context, series, { wanted: wanted.issue_date, today }))
    : wanted;
  const { issue_date, due_date } = days;
  if (due_date !== null && due_date < issue_date) throw dueTooEarly(days.issue_date, due_date);
  return { issue_date, due_date, notices: noticesOn(today, wanted.issue_date, days) };
}

type ExpectedDays = {
  readonly days: DocumentDays;
  /** Keeps it from being sent today, or tells that it gets another date; null for neither. */
  readonly fault: InvoiceFault | null;
};

/** The days that a draft would get today, as `sendingDays` fixes them. */
export async function expectedDays(
  context: Context,
  row: InvoiceRow,
  settings: InvoiceSettings,
  place: { readonly series: InvoiceSeries; readonly today: Day },
): Promise<ExpectedDays> {
  const wanted = draftDays(row, settings, place.today);
  try {
    const { issue_date, due_date } = await sendingDays(context, row, settings, place);
    const message = `It will be dated ${issue_date} instead of ${wanted.issue_date}: dates follow the numbers.`;
    const isMoved = issue_date !== wanted.issue_date;
    return { days: { issue_date, due_date }, fault: isMoved ? faultOf(message, false) : null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { days: wanted, fault: faultOf(`${error.message}.`, true, error.path) };
  }
}

function faultOf(message: string, isNeeded: boolean, path: string | null = null): InvoiceFault {
  return { path: path ?? "issue_date", message, page: null, isNeeded };
}

function moved({ issue_date, due_date }: ReturnType<typeof draftDays>, to: Day) {
  const by = daysBetween(issue_date, to);
  return { issue_date: to, due_date: due_date === null ? null : addDays(due_date, by) };
}

/** The wanted day, where it is between that of the last document and today; else today. */
async function orderedDay(
  context: Context,
  series: InvoiceSeries,
  { wanted, today }: { readonly wanted: Day; readonly today: Day },
): Promise<Day> {
  const last = await lastDateOf(context, series);
  if (last !== null && today < last) throw await tooEarly(context, series, last);
  return wanted > today || (last !== null && wanted < last) ? today : wanted;
}

async function tooEarly({ db, team }: Context, series: InvoiceSeries, last: Day): Promise<Refusal> {
  const document = await db
    .selectFrom("invoices")
    .select("number")
    .where("team_id", "=", team.id)
    .where("series", "=", series)
    .where("issue_date", "=", last)
    .orderBy("sequence", "desc")
    .executeTakeFirst();
  const number = document?.number ?? null;
  return new Refusal({
    code: "dates_ordered",
    path: "issue_date",
    message: `${number === null ? "The last document" : quoted(number)} is dated ${last}, and dates follow the numbers`,
    next: `send it on ${last} or later; nothing was sent`,
  });
}

function dueTooEarly(issueDate: Day, dueDate: Day): Refusal {
  return new Refusal({
    code: "invoice_incomplete",
    path: "due_date",
    message: `The due date ${dueDate} is before the invoice date ${issueDate}`,
    next: "choose a later due date on the draft's page in the web app, then send it again; nothing was sent",
  });
}

function noticesOn(
  today: Day,
  wanted: Day,
  { issue_date, due_date }: ReturnType<typeof draftDays>,
): readonly string[] {
  const isMoved = wanted !== issue_date;
  return [
    ...(isMoved
      ? [`It is dated ${issue_date} instead of ${wanted}: dates follow the numbers.`]
      : []),
    ...(!isMoved && issue_date !== today
      ? [`It is dated ${issue_date}, and was sent on ${today}.`]
      : []),
    ...(due_date !== null && due_date < today
      ? [`Its due date ${due_date} was before the day of sending.`]
      : []),
  ];
}
