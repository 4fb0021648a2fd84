import { sql } from "kysely";
import { z } from "zod";
import type { Change, Recording } from "../../activity/journal.ts";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import type { Clash } from "../../activity/subject.ts";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { dialectOf, lockForNoKeyUpdate } from "../../db/dialect.ts";
import { insertValues, isOneOf, rowsFrom } from "../../db/many-rows.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";

/** Tracked time that stands on an invoice. Its entry is held: nothing but a deletion changes it. */

type Row = Schema["invoice_time"];

export function timeSnapshot({ team_id: _team, ...snapshot }: Row) {
  return snapshot;
}

/** Time for a line of an invoice that is about to be written. */
export type NewTime = Omit<Row, "team_id" | "id" | "invoice_id">;

const COLUMNS = [
  "team_id",
  "id",
  "invoice_id",
  "line_id",
  "entry_id",
  "project_id",
  "assigned_id",
  "date",
  "seconds",
  "billed_seconds",
  "description",
] as const satisfies readonly (keyof Row)[];

type Holding = { readonly invoice_id: string; readonly times: readonly NewTime[] };

/** Holds time, whose entries are locked, for the lines of an invoice. */
export async function holdTime(
  context: AuditContext,
  recording: Recording,
  { invoice_id, times }: Holding,
): Promise<void> {
  const { team, newId } = context;
  // The totals that triggers keep are locked in the order of their key.
  const inOrder = times.toSorted((one, other) => (totalOf(one) < totalOf(other) ? -1 : 1));
  for (let start = 0; start < times.length; start += ROWS_A_CHUNK) {
    const rows = inOrder
      .slice(start, start + ROWS_A_CHUNK)
      .map((time): Row => ({ ...time, team_id: team.id, id: newId(), invoice_id }));
    await insertTimes(context, rows);
    await recording.add(
      rows.map((row) => ({
        type: "invoice_time",
        id: row.id,
        before: null,
        after: timeSnapshot(row),
      })),
    );
  }
}

function totalOf({ project_id, assigned_id, date, entry_id }: NewTime): string {
  return `${project_id} ${assigned_id} ${date} ${entry_id}`;
}

async function insertTimes({ db }: AuditContext, rows: readonly Row[]): Promise<void> {
  if (dialectOf(db) === "sqlite")
    return insertValues(
      db,
      "invoice_time",
      COLUMNS,
      rows.map((row) => COLUMNS.map((column) => row[column])),
    );
  const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
  const given = rowsFrom(db, "invoice_time", COLUMNS, sql<string>`${JSON.stringify(rows)}`);
  await sql`insert into invoice_time (${columns}) select ${columns} from ${given} as given`.execute(
    db,
  );
}

/** Notice of an invoice that bills nothing any more. */
export const TIME_IS_FREE = "Its tracked time is free again for another invoice.";

/** Frees the time of an invoice, which is locked, but for that of the lines that stay. */
export async function freeTime(
  context: AuditContext,
  recording: Recording,
  invoiceId: string,
  { keptLines = [] }: { readonly keptLines?: readonly string[] } = {},
): Promise<void> {
  await inChunks<Row>(
    context,
    () => freeSome(context, invoiceId, keptLines),
    (rows) => recording.add(rows.toSorted(byId).map(freed)),
  );
}

function byId(one: Row, other: Row): number {
  return one.id < other.id ? -1 : 1;
}

function freed(row: Row): Change {
  return { type: "invoice_time", id: row.id, before: timeSnapshot(row), after: null };
}

async function freeSome(
  { db, team }: AuditContext,
  invoiceId: string,
  keptLines: readonly string[],
): Promise<readonly Row[]> {
  return db
    .with(
      (named) => named("chunk").materialized(),
      (db) =>
        db
          .selectFrom("invoice_time")
          .select("id")
          .where("team_id", "=", team.id)
          .where("invoice_id", "=", invoiceId)
          .$if(keptLines.length > 0, (query) => query.where("line_id", "not in", keptLines))
          .orderBy("project_id")
          .orderBy("assigned_id")
          .orderBy("id")
          .limit(ROWS_A_CHUNK),
    )
    .deleteFrom("invoice_time")
    .where("team_id", "=", team.id)
    .where("id", "in", (rows) => rows.selectFrom("chunk").select("id"))
    .returningAll()
    .execute();
}

/** Id of the invoice that has an entry's time; null for none. A subquery: a join would read all time of all invoices. */
export function heldBy(entry: string) {
  return sql<string | null>`(select held.invoice_id from invoice_time as held
    where held.team_id = ${sql.ref(`${entry}.team_id`)} and held.entry_id = ${sql.ref(`${entry}.id`)})`;
}

/** An invoice as what holds time is told. */
export type Holder = {
  readonly entry_id: string;
  readonly date: Day;
  readonly invoice_id: string;
  /** Null for a draft. */
  readonly number: string | null;
  readonly customer: string | null;
};

/** Time of the entries that invoices have, the first of them by day. */
export async function holdersOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  entryIds: readonly string[],
  most = entryIds.length,
): Promise<readonly Holder[]> {
  if (entryIds.length === 0) return [];
  return db
    .selectFrom("invoice_time as held")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "held.team_id")
        .onRef("invoice.id", "=", "held.invoice_id"),
    )
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "invoice.team_id")
        .onRef("customer.id", "=", "invoice.customer_id"),
    )
    .select([
      "held.entry_id",
      "held.date",
      "held.invoice_id",
      "invoice.number",
      "customer.name as customer",
    ])
    .where("held.team_id", "=", team.id)
    .where(sql<boolean>`${isOneOf(db, sql.ref("held.entry_id"), entryIds)}`)
    .orderBy("held.date")
    .orderBy("held.entry_id")
    .limit(most)
    .execute();
}

/**
 * Refuses to change time that is on an invoice. Its entries are locked, or changed already in this transaction.
 * @throws Refusal `time_already_billed` that names the invoice
 */
export async function refuseHeld(
  context: Pick<AuditContext, "db" | "team">,
  entryIds: readonly string[],
): Promise<void> {
  const [holder] = await holdersOf(context, entryIds, 1);
  if (holder !== undefined) throw alreadyBilled(holder);
}

/**
 * Refuses to move the time of a project, whose entries are locked.
 * @throws Refusal `time_already_billed` that names the invoice
 */
export async function refuseHeldOn(
  context: Pick<AuditContext, "db" | "team">,
  projectId: string,
): Promise<void> {
  const { db, team } = context;
  const first = await db
    .selectFrom("invoice_time as held")
    .innerJoin("tracker_entries as entry", (join) =>
      join.onRef("entry.team_id", "=", "held.team_id").onRef("entry.id", "=", "held.entry_id"),
    )
    .select("held.entry_id")
    .where("held.team_id", "=", team.id)
    .where("held.project_id", "=", projectId)
    .orderBy("held.date")
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) await refuseHeld(context, [first.entry_id]);
}

export function alreadyBilled(holder: Holder): Refusal {
  return new Refusal({
    code: "time_already_billed",
    message: `The time of ${holder.date} is on ${holderName(holder)}`,
    next: `${wayOut(holder)}; nothing was changed`,
  });
}

/** `the invoice "INV-2026-0042"`, `the draft for "Acme"`. */
export function holderName({ number, customer }: Pick<Holder, "number" | "customer">): string {
  if (number !== null) return `the invoice ${quoted(number)}`;
  return customer === null ? "a draft without a customer" : `the draft for ${quoted(customer)}`;
}

export function wayOut({ number }: Pick<Holder, "number">): string {
  return number === null
    ? "take its line from the draft first, on the draft's page in the web app"
    : "void the invoice first, which frees its time";
}

const Held = z.object({
  entry_id: z.string(),
  project_id: z.string(),
  date: z.string(),
  seconds: z.int(),
});

/** Finds what keeps time from coming back to its invoice: another invoice has it, or its entry was changed meanwhile. */
export async function whatHasTheTime(context: Context, row: Snapshot): Promise<Clash | null> {
  const { entry_id, project_id, date, seconds } = Held.parse(row);
  const [holder] = await holdersOf(context, [entry_id], 1);
  if (holder !== undefined)
    return {
      message: `the time of ${date} is on ${holderName(holder)} by now`,
      next: wayOut(holder),
    };
  const entry = await context.db
    .selectFrom("tracker_entries")
    .select(["project_id", "date", "duration"])
    .where("team_id", "=", context.team.id)
    .where("id", "=", entry_id)
    .executeTakeFirst();
  const isSame =
    entry === undefined ||
    (entry.project_id === project_id && entry.date === date && entry.duration === seconds);
  if (isSame) return null;
  return {
    message: `the time entry of ${date} was changed since`,
    next: "undo that change first, or bill the time anew",
  };
}

/** Locks the entries of time that comes back to an invoice: they come before invoices in the order of locks. */
export async function holdEntriesOf(
  { db, team }: Context,
  past: readonly RecordedChange[],
): Promise<void> {
  const ids = past.flatMap(({ before, after }) =>
    before !== null && after === null ? [Held.parse(before).entry_id] : [],
  );
  if (ids.length === 0) return;
  const entries = db
    .selectFrom("tracker_entries")
    .select("id")
    .where("team_id", "=", team.id)
    .where(sql<boolean>`${isOneOf(db, sql.ref("id"), ids)}`)
    .orderBy("id");
  await lockForNoKeyUpdate(db, entries).execute();
}
