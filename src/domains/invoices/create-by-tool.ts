import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { currency, filterDay, noticesOf, text, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import type { InvoiceLine } from "../../db/schema/invoices.ts";
import { transaction } from "../../db/transaction.ts";
import { hasInvoiceRules } from "../../shared/country-taxes.ts";
import { INVOICE_LANGUAGE_NAMES } from "../../shared/invoice-languages.ts";
import { counted } from "../../shared/words.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import { currencyOf, type Days, refuseTooMany, requireTime, timeIn } from "./bill-time.ts";
import { billableTime } from "./billable-time.ts";
import { languageOf } from "./body-of.ts";
import { draftNotices } from "./check-draft.ts";
import { createDraft, type CreatedDraft } from "./create-draft.ts";
import { type Buyer, draftFields, keepBuyer } from "./draft.ts";
import { type FoundInvoice, requireInvoice } from "./get-invoice.ts";
import { ofItem, ratesGiven } from "./given-rates.ts";
import { LONGEST_INVOICE_NOTE, ToolLine, ToolLines } from "./invoice-line.ts";
import { expectSending } from "./sending-check.ts";
import { serviceOverlaps } from "./service-overlaps.ts";
import { type CreatedInvoice, toolInvoice } from "./tool-answers.ts";

const TrackedTime = z.strictObject({
  from: filterDay,
  to: filterDay,
  project_id: uuid.nullish(),
  tax_rate: ToolLine.shape.tax_rate,
});

export const CreateByTool = z.strictObject({
  customer_id: uuid,
  line_items: ToolLines.nullish(),
  tracked_time: TrackedTime.nullish(),
  note: text(LONGEST_INVOICE_NOTE).nullish(),
  currency: currency.nullish(),
  issue_date: filterDay.nullish(),
  due_date: filterDay.nullish(),
  terms_days: draftFields.terms_days.nullish(),
  service_from: filterDay.nullish(),
  service_to: filterDay.nullish(),
});

type Input = z.output<typeof CreateByTool>;

/** Creates a draft from numbers, which are read by their shortest decimal text, and tells each default. */
export async function createByTool(
  context: Context,
  input: Input,
): Promise<z.input<typeof CreatedInvoice>> {
  const { line_items, tracked_time, currency: code, terms_days, ...given } = input;
  const items = line_items ?? [];
  if (isGiven(terms_days) && isGiven(given.due_date)) throw dueTwice();
  if (items.length === 0 && !isGiven(tracked_time)) throw noLines();
  return transaction(context, async (context) => {
    const settings = await settingsOf(context);
    const customer = await findBuyer(context, input.customer_id);
    // The last one is that of tracked time.
    const taxed = isGiven(tracked_time) ? [...items, tracked_time] : items;
    const rates = await ratesGiven(context, taxed, {
      settings,
      customer,
      pathOf: (at) => (at < items.length ? ofItem(at) : "tracked_time.tax_rate"),
    });
    const time = isGiven(tracked_time)
      ? await billedTime(context, { ...input, tracked_time, settings, rate: rates.ids.at(-1) })
      : null;
    const lines = [...linesOf(context, items, rates.ids), ...(time?.lines ?? [])];
    refuseTooMany(lines, "line_items");
    const service = serviceIn(given, time);
    const terms = isGiven(terms_days) ? { terms_days } : {};
    const draft = { ...given, ...terms, ...service, lines, currency: code ?? time?.currency };
    const options = { linesAt: "line_items", also: rates.changes, times: time?.times ?? [] };
    const created = await createDraft(context, draft, options);
    const found = await requireInvoice(context, { id: created.row.id });
    const told = defaultsIn(context, input, created, settings);
    const { today } = found;
    const lacks = await lacksOf(context, found);
    return {
      ...toolInvoice(found),
      ...noticesOf([
        ...(time?.notices ?? []),
        ...serviceNotices(service),
        ...(time === null
          ? []
          : await serviceOverlaps(context, { ...input, id: created.row.id }, time.days)),
        ...told,
        ...rates.notices,
        ...lateIn(created, today),
        ...lacks,
      ]),
    };
  });
}

/** The day of service is told with the other defaults. */
async function lacksOf(context: Context, { row, today }: FoundInvoice): Promise<readonly string[]> {
  const { faults } = await expectSending(context, row, today);
  return draftNotices(faults.filter(({ path }) => path !== "service_from"));
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function noLines(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "line_items",
    message: "An invoice needs line_items, tracked_time, or both",
    next: "give what is to be billed; nothing was done",
  });
}

function dueTwice(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "terms_days",
    message: "terms_days must not be given with due_date: each says when it is due",
    next: "leave out one of the two; nothing was done",
  });
}

function linesOf(
  context: Context,
  items: readonly ToolLine[],
  rates: readonly (string | null)[],
): readonly InvoiceLine[] {
  return items.map(({ name, description, quantity, unit, price }, index) => ({
    id: context.newId(),
    name,
    description: emptyAsNull(description),
    quantity: String(quantity),
    unit: emptyAsNull(unit),
    price: String(price),
    discount_bp: null,
    discount_minor: null,
    tax_rate_id: rates[index] ?? null,
  }));
}

type Tracked = Pick<Input, "customer_id" | "currency"> & {
  readonly tracked_time: z.output<typeof TrackedTime>;
  readonly settings: InvoiceSettings;
  readonly rate: string | null | undefined;
};

async function billedTime(context: Context, tracked: Tracked) {
  const { customer_id, tracked_time, settings, currency: given, rate = null } = tracked;
  const { from, to, project_id } = tracked_time;
  const customer = await keepBuyer(context, customer_id);
  const project_ids = isGiven(project_id) ? [project_id] : undefined;
  const at = "tracked_time.";
  const asked = { customer, from, to, project_ids, isLocked: true, at };
  const found = await billableTime(context, asked);
  const currency = currencyOf(context, found, { given: given ?? null, customer });
  const shared = { language: null, tax_rate_id: rate, customer, settings };
  const time = timeIn(context, found, { currency, ...shared });
  requireTime(time, { from, to, at });
  return { ...time, currency };
}

type Given = { readonly service_from?: string | null | undefined } & {
  readonly service_to?: string | null | undefined;
};

/** The service is that of the tracked time, where nobody gives another. */
function serviceIn({ service_from, service_to }: Given, time: { readonly days: Days } | null) {
  return time === null || isGiven(service_from) || isGiven(service_to) ? {} : time.days;
}

function serviceNotices({ service_from, service_to }: Given): readonly string[] {
  if (!isGiven(service_from) || !isGiven(service_to)) return [];
  return [
    `The service is from ${service_from} to ${service_to}, the first and the last day of the time.`,
  ];
}

/** Reads the customer without a lock. `createDraft` refuses an unknown id. */
async function findBuyer({ db, team }: Context, id: string) {
  const customer = await db
    .selectFrom("customers")
    .select("tax_rate_id")
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  return customer ?? null;
}

function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function defaultsIn(
  context: Context,
  input: Input,
  created: CreatedDraft,
  settings: InvoiceSettings,
): readonly string[] {
  const { row, customer } = created;
  return [
    ...(customer?.is_archived === true
      ? [`The customer ${quoted(customer.name)} is archived.`]
      : []),
    ...((input.currency ?? null) === null
      ? [`The currency is ${row.currency}, ${whoseCurrency(context, created)}.`]
      : []),
    ...(row.issue_date === null ? ["The issue date will be the day of sending."] : []),
    ...dueNotice(input, created),
    ...serviceDayNotice(created, settings),
    ...(row.prices_include_tax ? ["Prices include tax, as the team has set."] : []),
    languageNotice(customer, settings),
  ];
}

function dueNotice(input: Input, { row, customer }: CreatedDraft): readonly string[] {
  if (row.due_date !== null || row.terms_days === null) return [];
  const since = row.issue_date === null ? "the day of sending" : "the issue date";
  const whose = (customer?.default_payment_terms ?? null) === null ? "team's" : "customer's";
  const by = isGiven(input.terms_days) ? "" : `, by the ${whose} terms`;
  return [`It will be due ${counted(row.terms_days, "day")} after ${since}${by}.`];
}

/** Sending fills it as `bodyOf` does. */
function serviceDayNotice(
  { row }: CreatedDraft,
  { country_code }: InvoiceSettings,
): readonly string[] {
  const isGivenOne = row.service_from !== null || row.service_to !== null;
  if (isGivenOne || !hasInvoiceRules(country_code)) return [];
  return ["The day of service will be the issue date, as none is given."];
}

function whoseCurrency({ team }: Context, { row, customer }: CreatedDraft): string {
  if (customer?.preferred_currency === row.currency) return "which the customer prefers";
  return team.baseCurrency === row.currency ? "the team's" : "that of the hourly rates";
}

function languageNotice(customer: Buyer | null, settings: InvoiceSettings): string {
  const isOwn = (customer?.invoice_language ?? null) !== null;
  const language = INVOICE_LANGUAGE_NAMES[languageOf({ language: null }, { customer, settings })];
  return `It will be written in the ${isOwn ? "customer's" : "team's"} language for invoices, ${language}.`;
}

function lateIn({ row: { due_date } }: CreatedDraft, today: string): readonly string[] {
  if (due_date === null || due_date >= today) return [];
  return [`The due date ${due_date} is before today, ${today}: the invoice would be late at once.`];
}
