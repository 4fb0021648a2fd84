import { type RawBuilder, sql } from "kysely";
import type { SearchWord } from "../../core/fold.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { InvoiceLine, MailState } from "../../db/schema/invoices.ts";
import type { Db } from "../../db/schema/schema.ts";
import { exactSums } from "../../db/sums.ts";
import { type AskedWord, hasWordIn, type Words, wordSlots } from "../../db/words.ts";
import type { Day, Instant } from "../../shared/time.ts";
import type { InvoiceRow } from "./invoice.ts";
import { JOB_OF_MAIL, MAIL_STATE } from "./mails.ts";

/** Undefined means no filter. Credit notes are listed only where they are asked for; files of documents have them. */
export type InvoiceFilter = Words & {
  /** Lists credit notes, alone or among the invoices. */
  readonly only_credit_notes?: true | undefined;
  readonly with_credit_notes?: true | undefined;
  /** Leaves invoices of which something is owed back to the customer. */
  readonly to_refund?: true | undefined;
  readonly status?: InvoiceRow["status"] | undefined;
  /** Today: leaves unpaid invoices that are overdue on it, or those that are not. */
  readonly overdue_on?: Day | undefined;
  readonly in_time_on?: Day | undefined;
  readonly customer_id?: string | undefined;
  /** Days of issue, both included; where there is none, the moments of creation. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly created_from?: Instant | undefined;
  readonly created_until?: Instant | undefined;
};

export type PagedInvoices = InvoiceFilter & {
  readonly team_id: string;
  readonly after_at?: Instant | undefined;
  readonly after_id?: string | undefined;
  readonly rows: number;
};

const LISTED = [
  "id",
  "type",
  "status",
  "customer_id",
  "currency",
  "issue_date",
  "due_date",
  "terms_days",
  "reference",
  "tax_minor",
  "total_minor",
  "credited_minor",
  "paid_minor",
  "refunded_minor",
  "number",
  "buyer_name",
  "overdue_from",
  "paid_at",
  "canceled_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof InvoiceRow)[];

export type ListedInvoice = Pick<InvoiceRow, (typeof LISTED)[number]> & {
  readonly customer_name: string | null;
  /** Of a credit note: number of the invoice that it corrects. */
  readonly credits_number: string | null;
  /** Of the last mail; null without one. */
  readonly mail_state: MailState | null;
};

/** Each stands in an index. */
export const INVOICE_SORTS = ["-created", "created"] as const;

export type InvoiceSort = (typeof INVOICE_SORTS)[number];

/** Find a page in an index alone, unless words are searched, and read only its rows whole. */
export const FIND_INVOICES = {
  "-created": preparedQuery((db, slots: Slots<PagedInvoices>) => rowsOf(db, "-created", slots)),
  created: preparedQuery((db, slots: Slots<PagedInvoices>) => rowsOf(db, "created", slots)),
} as const satisfies Record<InvoiceSort, unknown>;

function rowsOf(db: Db, sort: InvoiceSort, slots: Slots<PagedInvoices>) {
  const direction = sql.raw(sort === "created" ? "asc" : "desc");
  const page = pageOfInvoices(db, sort, slots);
  const columns = LISTED.map((column) => sql.ref(`invoice.${column}`));
  const query = sql<ListedInvoice>`
    select ${sql.join(columns)}, customer.name as customer_name, ${CREDITED_NUMBER},
      (select ${MAIL_STATE} from invoice_mails as mail left join outbox as job on ${JOB_OF_MAIL}
        where mail.team_id = invoice.team_id and mail.invoice_id = invoice.id
        order by mail.created_at desc, mail.id desc limit 1) as mail_state
    from (${page}) as page
    cross join invoices as invoice
    left join customers as customer
      on customer.team_id = invoice.team_id and customer.id = invoice.customer_id
    where invoice.team_id = ${slots.slot("team_id")} and invoice.id = page.id
    order by page.created_at ${direction}, page.id ${direction}`;
  return { compile: () => query.compile(db) };
}

const CREDITED_NUMBER = sql`(select credited.number from invoices as credited
  where credited.team_id = invoice.team_id and credited.id = invoice.credits_id) as credits_number`;

export function pageOfInvoices(db: Db, sort: InvoiceSort, slots: Slots<PagedInvoices>) {
  const { slot, given } = slots;
  const [direction, past] = sort === "created" ? ["asc", ">"] : ["desc", "<"];
  const after = given("after_id")
    ? sql`and (item.created_at, item.id) ${sql.raw(past)} (${slot("after_at")}, ${slot("after_id")})`
    : sql``;
  return sql`select item.id, item.created_at ${matchingInvoices(db, slots)} ${after}
    order by item.created_at ${sql.raw(direction)}, item.id ${sql.raw(direction)}
    limit ${slot("rows")}`;
}

export type MatchedInvoices = InvoiceFilter & { readonly team_id: string };

/** `from` and `where` of `invoices as item`. */
export function matchingInvoices(
  db: Db,
  slots: Slots<MatchedInvoices>,
  index = indexOf(slots),
): RawBuilder<unknown> {
  return sql`from invoices as item ${indexedBy(db, index)}
    where ${sql.join(conditions(slots), sql` and `)}`;
}

function indexOf({ given }: Slots<MatchedInvoices>): string {
  if (given("to_refund")) return "invoices_to_refund";
  return given("customer_id") ? "invoices_by_customer" : "invoices_newest";
}

function conditions(slots: Slots<MatchedInvoices>): readonly RawBuilder<unknown>[] {
  const { slot, given } = slots;
  return [
    sql`item.team_id = ${slot("team_id")}`,
    ...(given("with_credit_notes")
      ? []
      : [given("only_credit_notes") ? sql`item.type = 'credit_note'` : sql`item.type = 'invoice'`]),
    ...(given("to_refund") ? [sql`${TO_REFUND} > 0`] : []),
    ...(given("customer_id") ? [sql`item.customer_id = ${slot("customer_id")}`] : []),
    ...(given("status") ? [sql`item.status = ${slot("status")}`] : []),
    ...(given("from")
      ? [
          sql`(item.issue_date >= ${slot("from")}
            or item.issue_date is null and item.created_at >= ${slot("created_from")})`,
        ]
      : []),
    ...(given("to")
      ? [
          sql`(item.issue_date <= ${slot("to")}
            or item.issue_date is null and item.created_at < ${slot("created_until")})`,
        ]
      : []),
    ...(given("overdue_on") ? [sql`item.overdue_from <= ${slot("overdue_on")}`] : []),
    ...(given("in_time_on")
      ? [sql`(item.overdue_from is null or item.overdue_from > ${slot("in_time_on")})`]
      : []),
    ...wordSlots(slots).map((word) => holds(slot("team_id"), word)),
  ];
}

/** Minor units that are owed back where it is above 0. The index has the same words. */
const TO_REFUND = sql`item.paid_minor - item.refunded_minor
  - case when item.canceled_at is null then item.total_minor - item.credited_minor else 0 end`;

/** In the invoice's number or reference, or in its customer's name of now: those customers are found first. */
function holds(team: RawBuilder<string>, word: AskedWord) {
  return sql<boolean>`(${hasWordIn([sql.ref("item.search_text")], word)} or item.customer_id in (
    select customer.id from customers as customer
    where customer.team_id = ${team} and ${hasWordIn([sql.ref("customer.name_folded")], word)}))`;
}

export async function countInvoices(
  { db, team }: Pick<AuditContext, "db" | "team">,
  filter: InvoiceFilter,
): Promise<number> {
  const [found] = await countMatching(db, { ...filter, team_id: team.id });
  return found?.count ?? 0;
}

const countMatching = preparedQuery((db, slots: Slots<MatchedInvoices>) => {
  const query = sql<{
    readonly count: number;
  }>`select count(*) as count ${matchingInvoices(db, slots)}`;
  return { compile: () => query.compile(db) };
});

/** Sums of unpaid invoices as text, with the part of them that is overdue. */
export type OwedSum = {
  readonly currency: string;
  readonly owed: string;
  readonly overdue: string;
};

type Owing = MatchedInvoices & { readonly today: Day };

/** Leaves out what is not unpaid, by an index of it. */
export async function sumOwed(
  { db, team }: Pick<Context, "db" | "team">,
  filter: InvoiceFilter,
  today: Day,
): Promise<readonly OwedSum[]> {
  const values = { ...filter, status: "unpaid" as const, team_id: team.id, today };
  return exactSums(async () => sumUnpaid(db, values));
}

/** Columns of an `OwedSum` of unpaid `invoices as item`, grouped by their currency. */
export function owedSums(today: RawBuilder<unknown>): RawBuilder<unknown> {
  const open = sql`item.total_minor - item.credited_minor - item.paid_minor + item.refunded_minor`;
  const isLate = sql`item.overdue_from <= ${today}`;
  return sql`item.currency, cast(sum(${open}) as text) as owed,
    cast(sum(case when ${isLate} then ${open} else 0 end) as text) as overdue`;
}

export const sumUnpaid = preparedQuery((db, slots: Slots<Owing>) => {
  const index = slots.given("customer_id") ? "invoices_by_customer" : "invoices_by_status";
  const query = sql<OwedSum>`select ${owedSums(slots.slot("today"))}
    ${matchingInvoices(db, slots, index)}
    group by item.currency order by item.currency`;
  return { compile: () => query.compile(db) };
});

/** Sums amounts to refund, by currency, as text. */
export async function sumRefundable(
  { db, team }: Pick<Context, "db" | "team">,
  filter: InvoiceFilter,
): Promise<readonly { readonly currency: string; readonly minor: string }[]> {
  const values = { ...filter, to_refund: true as const, team_id: team.id };
  return exactSums(async () => sumToRefund(db, values));
}

const sumToRefund = preparedQuery((db, slots: Slots<MatchedInvoices>) => {
  const query = sql<{ readonly currency: string; readonly minor: string }>`
    select item.currency, cast(sum(${TO_REFUND}) as text) as minor ${matchingInvoices(db, slots)}
    group by item.currency order by item.currency`;
  return { compile: () => query.compile(db) };
});

/** The newest invoices and credit notes that contain all words, folded, with the texts in which they are. */
export async function findByWords(
  { db, team }: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<readonly (ListedInvoice & Pick<InvoiceRow, "search_text">)[]> {
  const where = words.map((word) => holds(sql`${team.id}`, word));
  const page = sql`select item.id, item.created_at
    from invoices as item ${indexedBy(db, "invoices_newest")}
    where item.team_id = ${team.id} and ${sql.join(where, sql` and `)}
    order by item.created_at desc, item.id desc limit ${rows}`;
  const columns = [...LISTED, "search_text"].map((column) => sql.ref(`invoice.${column}`));
  const found = await sql<ListedInvoice & Pick<InvoiceRow, "search_text">>`
    select ${sql.join(columns)}, customer.name as customer_name, ${CREDITED_NUMBER}, null as mail_state
    from (${page}) as page
    cross join invoices as invoice
    left join customers as customer
      on customer.team_id = invoice.team_id and customer.id = invoice.customer_id
    where invoice.team_id = ${team.id} and invoice.id = page.id`.execute(db);
  return found.rows;
}

/** Invoices whose lines are looked at. */
const MOST_LOOKED_AT = 20;
const MOST_SUGGESTED = 20;

type SuggestedLine = Pick<
  InvoiceLine,
  "name" | "description" | "unit" | "price" | "tax_rate_id"
> & { readonly currency: string };

/** Lines of the customer's last invoices, the newest first, each name once. */
export async function suggestLines(
  { db, team }: Context,
  customer: string,
): Promise<readonly SuggestedLine[]> {
  const invoices = await db
    .selectFrom("invoices")
    .select(["currency", "lines"])
    .where("team_id", "=", team.id)
    .where("customer_id", "=", customer)
    .where("type", "=", "invoice")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_LOOKED_AT)
    .execute();
  const lines = new Map<string, SuggestedLine>();
  for (const { currency, lines: some } of invoices)
    for (const { name, description, unit, price, tax_rate_id } of some) {
      const known = { name, description, unit, price, tax_rate_id, currency };
      if (name !== "" && !lines.has(name)) lines.set(name, known);
    }
  return [...lines.values()].slice(0, MOST_SUGGESTED);
}
