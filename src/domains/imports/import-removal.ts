import { sql } from "kysely";
import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import { visible } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { dialectOf } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import { IS_CHANGED } from "./import-events.ts";
import { BOOKED_BEFORE, BOOKED_WITHIN } from "./plan-rows.ts";
import { eventToTakeBack, isOfEarlier, updatedBy } from "./updated-rows.ts";

export const RemovalCounts = z.strictObject({
  added: z.int().min(0),
  categorised: z.int().min(0),
  split: z.int().min(0),
  linked: z.int().min(0),
  noted: z.int().min(0),
  exported: z.int().min(0),
  /** Number of transactions that pay invoices. Their payments stay, without a transaction. */
  paying: z.int().min(0),
  put_back: z.int().min(0),
  /**
   * Transactions from before the import that stay as they are: changed since, or by an import older than 30 days.
   */
  kept: z.int().min(0),
  /** Pending transactions of the import that a later import booked, and that belong to that one now. */
  booked_later: z.int().min(0),
});

export type RemovalCounts = z.output<typeof RemovalCounts>;

export const ImportRemoval = z.object({
  id: z.string(),
  file_name: z.string(),
  counts: RemovalCounts,
  balances: z.int(),
  kept: z.array(z.object({ id: z.string(), name: z.string() })),
  /**
   * Exported transactions that stop the removal. Each is in a transfer with a transaction that would be deleted.
   * Without that transfer, reports would count it.
   */
  stops: z.object({
    count: z.int(),
    first: z.array(z.object({ id: z.string(), name: z.string(), account: z.string() })),
  }),
  /** False once the values from before the import are deleted, 30 days after it. */
  knows_before: z.boolean(),
  blocked_by: z
    .object({ id: z.string(), file_name: z.string(), created_at: z.string() })
    .nullable(),
});

const MOST_NAMED = 20;

export async function getImportRemoval(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof ImportRemoval>> {
  const removed = await requireImport(context, id);
  const [{ counts, kept }, balances, event, stops, blocker] = await Promise.all([
    countRemoval(context, removed),
    countBalances(context, removed),
    eventToTakeBack(context, id),
    findStops(context, removed),
    findBlocker(context, removed),
  ]);
  return {
    id,
    file_name: visible(removed.file_name),
    counts,
    balances,
    kept: kept.map((one) => ({ id: one.id, name: visible(one.name) })),
    stops: {
      count: stops.length,
      first: stops
        .slice(0, MOST_NAMED)
        .map((one) => ({ id: one.id, name: visible(one.name), account: visible(one.account) })),
    },
    knows_before: event?.hasSnapshots === true,
    blocked_by: blocker && { ...blocker, file_name: visible(blocker.file_name) },
  };
}

export type ImportRow = Awaited<ReturnType<typeof requireImport>>;

export async function requireImport({ db, team }: AuditContext, id: string) {
  const row = await db
    .selectFrom("imports")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) return row;
  const next = "look at the list of imports; nothing was changed";
  throw notFound({ what: "Import", id, path: "id", next });
}

/**
 * Finds the newest later import that changed a transaction of this one. The link of a transfer does not count: it
 * ends with either side.
 */
export async function findBlocker({ db, team }: AuditContext, { id, bank_account_id }: ImportRow) {
  const events = sql`select arrival.event_id from activity_changes as arrival
    where arrival.team_id = ${team.id} and arrival.subject_type = 'import'
      and arrival.subject_id = ${id} and arrival.before = 'null'`;
  const isUpdated = sql`exists (select 1 from activity_changes as change
    where change.team_id = ${team.id} and change.subject_type = 'transaction'
      and change.subject_id = item.id and change.event_id in (${events}) and ${IS_CHANGED})`;
  // The ids of imports rise with time.
  const { rows } = await sql<{ id: string; file_name: string; created_at: string }>`
    select later.id, later.file_name, later.created_at
    from imports as later
    join activity_changes as brought on brought.team_id = later.team_id
      and brought.subject_type = 'import' and brought.subject_id = later.id
      and brought.before = 'null'
    join activity_changes as change on change.team_id = brought.team_id
      and change.event_id = brought.event_id and change.subject_type = 'transaction'
      and ${IS_CHANGED} and ${hasOtherColumns(db)}
    join transactions as item on item.team_id = change.team_id and item.id = change.subject_id
      and item.bank_account_id = later.bank_account_id
    where later.team_id = ${team.id} and later.bank_account_id = ${bank_account_id}
      and later.id > ${id} and (item.import_id = ${id} or ${isUpdated})
    order by later.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Leaves out changes of a transfer's link alone. Counts a change whose snapshots are deleted. */
function hasOtherColumns(db: Db) {
  const others =
    dialectOf(db) === "sqlite"
      ? sql`json_remove(change.after, '$.transfer_id', '$.updated_at')`
      : sql`change.after - 'transfer_id' - 'updated_at'`;
  return sql`coalesce(case when change.after <> 'null' then ${others} <> '{}' end, true)`;
}

/** Names the first transactions that keep their values too. */
export async function countRemoval(context: AuditContext, removed: ImportRow) {
  const first: { readonly id: string; readonly name: string }[] = [];
  let [putBack, kept] = [0, 0];
  for await (const updated of updatedBy(context, removed)) {
    putBack += updated.back.length;
    kept += updated.kept.length;
    first.push(...updated.kept.slice(0, MOST_NAMED - first.length));
  }
  const [added, later] = await Promise.all([
    countAdded(context, removed),
    countBookedLater(context, removed),
  ]);
  return { counts: { ...added, put_back: putBack, kept, booked_later: later }, kept: first };
}

async function countBookedLater({ db, team }: AuditContext, removed: ImportRow): Promise<number> {
  const { id, bank_account_id, created_at, first_date, last_date } = removed;
  if (first_date === null || last_date === null) return 0;
  const { count } = await db
    .selectFrom("transactions")
    .innerJoin("imports as later", (join) =>
      join
        .onRef("later.team_id", "=", "transactions.team_id")
        .onRef("later.id", "=", "transactions.import_id"),
    )
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("transactions.team_id", "=", team.id)
    .where("transactions.bank_account_id", "=", bank_account_id)
    .where("transactions.date", ">=", addDays(first_date, -BOOKED_BEFORE))
    .where("transactions.date", "<=", addDays(last_date, BOOKED_WITHIN))
    .where("transactions.created_at", "=", created_at)
    .where("later.id", ">", id)
    // Two imports of one moment announced nothing to each other.
    .where("later.created_at", ">", created_at)
    .executeTakeFirstOrThrow();
  return count;
}

async function countAdded({ db, team }: AuditContext, removed: ImportRow) {
  return db
    .selectFrom("transactions")
    .select((of) => [
      of.fn.countAll<number>().as("added"),
      ifSo(sql`category_by in ('person', 'assistant')`).as("categorised"),
      // Later than the import itself, which makes an amount and its fee a split.
      ifSo(sql`is_split and updated_at > created_at`).as("split"),
      ifSo(sql`transfer_id is not null`).as("linked"),
      ifSo(sql`note is not null`).as("noted"),
      ifSo(sql`status = 'exported'`).as("exported"),
      ifSo(sql`exists (select 1 from invoice_payments as payment
        where payment.team_id = transactions.team_id and payment.transaction_id = transactions.id)`).as(
        "paying",
      ),
    ])
    .where("team_id", "=", team.id)
    .where("import_id", "=", removed.id)
    .where((of) => of.not(isOfEarlier(removed)))
    .executeTakeFirstOrThrow();
}

async function countBalances({ db, team }: AuditContext, { id }: ImportRow): Promise<number> {
  const { count } = await db
    .selectFrom("statement_balances")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("team_id", "=", team.id)
    .where("import_id", "=", id)
    .executeTakeFirstOrThrow();
  return count;
}

async function findStops({ db, team }: AuditContext, removed: ImportRow) {
  const linked = db
    .selectFrom("transactions")
    .select("transfer_id")
    .where("team_id", "=", team.id)
    .where("import_id", "=", removed.id)
    .where("transfer_id", "is not", null)
    .where((of) => of.not(isOfEarlier(removed)));
  return (
    db
      .selectFrom("transactions as other")
      .innerJoin("bank_accounts as account", (join) =>
        join
          .onRef("account.team_id", "=", "other.team_id")
          .onRef("account.id", "=", "other.bank_account_id"),
      )
      .select(["other.id", "other.name", "account.name as account"])
      .where("other.team_id", "=", team.id)
      .where("other.transfer_id", "in", linked)
      // The two sides of a transfer are of two accounts, and an import is of one.
      .where("other.bank_account_id", "!=", removed.bank_account_id)
      .where("other.status", "=", "exported")
      .orderBy("other.date")
      .orderBy("other.id")
      .execute()
  );
}

function ifSo(condition: ReturnType<typeof sql>) {
  return sql<number>`count(case when ${condition} then 1 end)`;
}
