import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { indexedBy, joinEach } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { PaymentMethod } from "../../db/schema/invoices.ts";
import type { Db } from "../../db/schema/schema.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day, Instant } from "../../shared/time.ts";

/** In the order in which those of one day stand. A void takes off what no credit note has taken off. */
export const MOVE_KINDS = ["invoice", "credit_note", "void", "payment", "refund"] as const;

export type MoveKind = (typeof MOVE_KINDS)[number];

/** Something that changed what a customer owes. */
export type Move = {
  readonly kind: MoveKind;
  /** Of the invoice, the credit note or the payment. */
  readonly id: string;
  /** The invoice, or the credit note. */
  readonly document_id: string;
  readonly number: string;
  /** Number of the invoice that a credit note corrects. */
  readonly credits_number: string | null;
  readonly currency: string;
  /** Null for a void, which has its moment instead. */
  readonly day: Day | null;
  readonly at: Instant;
  /** Below 0 where the customer owes less by it. */
  readonly minor: number;
  readonly reference: string | null;
  readonly due_date: Day | null;
  readonly method: PaymentMethod | null;
  readonly note: string | null;
};

/** Days, both counted, and the same range as moments in the team's zone. */
export type MoveRange = {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly starts?: Instant | undefined;
  readonly ends?: Instant | undefined;
};

type OfCustomer = MoveRange & { readonly team_id: string; readonly customer_id: string };

/** Sums as text: of the days before the range, and of its own, whose moves are counted. */
export type MoveSum = {
  readonly currency: string;
  readonly kind: MoveKind;
  readonly before: string;
  readonly within: string;
  readonly count: number;
};

type Place = Pick<Context, "db" | "team">;

/** @throws Refusal `too_large` */
export async function sumMoves(
  { db, team }: Place,
  customer_id: string,
  range: MoveRange,
): Promise<readonly MoveSum[]> {
  return exactSums(async () => findMoveSums(db, { ...range, team_id: team.id, customer_id }));
}

export const findMoveSums = preparedQuery((db, slots: Slots<OfCustomer>) => {
  const parts = [invoices, creditNotes, payments, voids].map((sourceOf) => {
    const { kind, currency, minor, from, starts, ends } = sourceOf(db, slots);
    return sql`select ${kind} as kind, ${currency} as currency, ${minor} as minor,
      case when ${starts} then 1 else 0 end as is_within ${from} and ${ends}`;
  });
  const query = sql<MoveSum>`select currency, kind,
      cast(coalesce(sum(case when is_within = 0 then minor end), 0) as text) as "before",
      cast(coalesce(sum(case when is_within = 1 then minor end), 0) as text) as "within",
      sum(is_within) as count
    from (${sql.join(parts, sql` union all `)}) as moves
    group by currency, kind order by currency, kind`;
  return { compile: () => query.compile(db) };
});

type Latest = OfCustomer & { readonly rows: number };

/** So many of the latest of each kind, in no order: the latest of all are among them. */
export async function latestMoves(
  { db, team }: Place,
  customer_id: string,
  range: MoveRange & { readonly rows: number },
): Promise<readonly Move[]> {
  const values = { ...range, team_id: team.id, customer_id };
  const found = await Promise.all([
    FIND_MOVES.invoices(db, values),
    FIND_MOVES.creditNotes(db, values),
    FIND_MOVES.payments(db, values),
    FIND_MOVES.voids(db, values),
  ]);
  return found.flat();
}

export const FIND_MOVES = {
  invoices: preparedQuery((db, slots: Slots<Latest>) => movesOf(db, invoices(db, slots), slots)),
  creditNotes: preparedQuery((db, slots: Slots<Latest>) =>
    movesOf(db, creditNotes(db, slots), slots),
  ),
  payments: preparedQuery((db, slots: Slots<Latest>) => movesOf(db, payments(db, slots), slots)),
  voids: preparedQuery((db, slots: Slots<Latest>) => movesOf(db, voids(db, slots), slots)),
} as const;

function movesOf(db: Db, source: Source, { slot }: Slots<Latest>) {
  const { kind, id, currency, minor, from, day, order, starts, ends } = source;
  const ofDocument = ["number", "reference", "due_date"].map((column) =>
    sql.ref(`${source.document}.${column}`),
  );
  const query = sql<Move>`select ${kind} as kind, ${id} as id,
      ${sql.ref(`${source.document}.id`)} as document_id, ${sql.join(ofDocument)}, ${source.credits} as credits_number, ${currency} as currency,
      ${day} as day, ${source.at} as at, ${minor} as minor, ${source.method} as method,
      ${source.note} as note
    ${from} and ${starts} and ${ends}
    order by ${order} desc, ${source.at} desc, ${id} desc limit ${slot("rows")}`;
  return { compile: () => query.compile(db) };
}

type Source = Readonly<
  Record<
    | "kind"
    | "id"
    | "currency"
    | "minor"
    /** `from` and `where` of the customer's `invoices as item`. */
    | "from"
    | "day"
    | "at"
    | "order"
    | "starts"
    | "ends"
    | "credits"
    | "method"
    | "note",
    RawBuilder<unknown>
  >
> & {
  /** Name of the document's row in `from`. */
  readonly document: "item" | "note";
};

type Given = Pick<Slots<OfCustomer>, "slot" | "given">;

function invoices(db: Db, slots: Given): Source {
  return {
    ...NO_PAYMENT,
    ...daysIn(sql`item.issue_date`, slots),
    document: "item",
    kind: sql`'invoice'`,
    id: sql`item.id`,
    currency: sql`item.currency`,
    minor: sql`item.total_minor`,
    at: sql`item.created_at`,
    credits: sql`null`,
    from: sql`${sentOf(db, slots)} and item.type = 'invoice'`,
  };
}

/** Takes off what was credited. A note from the time while the customer was deleted has no customer: its invoice counts. */
function creditNotes(db: Db, slots: Given): Source {
  return {
    ...NO_PAYMENT,
    ...daysIn(sql`note.issue_date`, slots),
    document: "note",
    kind: sql`'credit_note'`,
    id: sql`note.id`,
    currency: sql`note.currency`,
    minor: sql`-note.total_minor`,
    at: sql`note.created_at`,
    credits: sql`item.number`,
    from: sql`${sentOf(
      db,
      slots,
      joinEach(
        db,
        { table: "invoices", as: "note", index: "invoices_credited" },
        sql`note.team_id = item.team_id and note.credits_id = item.id`,
      ),
    )} and item.credited_minor > 0`,
  };
}

/** Payments, which take off, and refunds. */
function payments(db: Db, slots: Given): Source {
  return {
    ...daysIn(sql`payment.paid_on`, slots),
    document: "item",
    kind: sql`payment.kind`,
    id: sql`payment.id`,
    currency: sql`item.currency`,
    minor: sql`case when payment.kind = 'refund' then payment.amount_minor
      else -payment.amount_minor end`,
    at: sql`payment.created_at`,
    credits: sql`null`,
    method: sql`payment.method`,
    note: sql`payment.note`,
    from: sql`${sentOf(
      db,
      slots,
      joinEach(
        db,
        { table: "invoice_payments", as: "payment", index: "invoice_payments_of_invoice" },
        sql`payment.team_id = item.team_id and payment.invoice_id = item.id`,
      ),
    )} and (item.paid_minor > 0 or item.refunded_minor > 0)`,
  };
}

function voids(db: Db, slots: Given): Source {
  const { slot, given } = slots;
  return {
    ...NO_PAYMENT,
    document: "item",
    kind: sql`'void'`,
    id: sql`item.id`,
    currency: sql`item.currency`,
    minor: sql`item.credited_minor - item.total_minor`,
    day: sql`null`,
    at: sql`item.canceled_at`,
    order: sql`item.canceled_at`,
    starts: given("starts") ? sql`item.canceled_at >= ${slot("starts")}` : ALWAYS,
    ends: given("ends") ? sql`item.canceled_at < ${slot("ends")}` : ALWAYS,
    credits: sql`null`,
    from: sql`${sentOf(db, slots)} and item.canceled_at is not null
      and item.total_minor > item.credited_minor`,
  };
}

const ALWAYS = sql`1 = 1`;

const NO_PAYMENT = { method: sql`null`, note: sql`null` };

function daysIn(day: RawBuilder<unknown>, { slot, given }: Given) {
  return {
    day,
    order: day,
    starts: given("from") ? sql`${day} >= ${slot("from")}` : ALWAYS,
    ends: given("to") ? sql`${day} <= ${slot("to")}` : ALWAYS,
  };
}

/** Documents with a number of the customer. */
function sentOf(db: Db, { slot }: Given, joined: RawBuilder<unknown> = sql``) {
  return sql`from invoices as item ${indexedBy(db, "invoices_by_customer")} ${joined}
    where item.team_id = ${slot("team_id")} and item.customer_id = ${slot("customer_id")}
      and item.number is not null`;
}
