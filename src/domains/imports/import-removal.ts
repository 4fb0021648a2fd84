import { sql } from "kysely";
import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import { visible } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { countBookedLater, isBookedEarlier } from "./booked-rows.ts";
import { eventsOf } from "./import-events.ts";
import { backOf, updatedBy } from "./put-back-rows.ts";

/** Numbers of a removal, as a person sees them before. */
export const RemovalCounts = z.strictObject({
  /** Transactions that the import added. */
  added: z.int().min(0),
  /** Transactions that people or assistants gave a category. */
  categorised: z.int().min(0),
  split: z.int().min(0),
  /** Sides of a transfer. */
  linked: z.int().min(0),
  noted: z.int().min(0),
  exported: z.int().min(0),
  /** Transactions that were there before, and get back what they were. */
  put_back: z.int().min(0),
  /** Transactions that were there before, and were changed since: they stay as they are. */
  kept: z.int().min(0),
  /** Transactions that the import brought or changed, and a later one booked: they stay with that one. */
  booked_later: z.int().min(0),
});

export type RemovalCounts = z.output<typeof RemovalCounts>;

export const ImportRemoval = z.object({
  id: z.string(),
  file_name: z.string(),
  counts: RemovalCounts,
  /** The first of those that stay as they are. */
  kept: z.array(z.object({ id: z.string(), name: z.string() })),
  /**
   * Exported transactions that keep it from being removed, and the first of them: each is the other side of a
   * transfer with one that would go, and would count otherwise without it.
   */
  stops: z.object({
    count: z.int(),
    first: z.array(z.object({ id: z.string(), name: z.string(), account: z.string() })),
  }),
  /** False once the values from before the import are deleted, 30 days after it. */
  knows_before: z.boolean(),
});

const MOST_NAMED = 20;

/** The effects that a removal would have. @throws Refusal for an unknown import */
export async function getImportRemoval(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof ImportRemoval>> {
  const row = await requireImport(context, id);
  const [{ counts, kept, event }, stops] = await Promise.all([
    removalOf(context, row),
    findStops(context, row),
  ]);
  return {
    id,
    file_name: visible(row.file_name),
    counts,
    kept: kept.slice(0, MOST_NAMED).map((one) => ({ id: one.id, name: visible(one.name) })),
    stops: {
      count: stops.length,
      first: stops
        .slice(0, MOST_NAMED)
        .map((one) => ({ id: one.id, name: visible(one.name), account: visible(one.account) })),
    },
    knows_before: event !== null,
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

/** Counts what a removal would do. Null stands for an event whose images are deleted. */
export async function removalOf(context: AuditContext, row: ImportRow) {
  const came = (await eventsOf(context, [row.id])).get(row.id);
  const event = came?.isKept === true ? came.id : null;
  const kept: { id: string; name: string }[] = [];
  let [putBack, ofLater] = [0, 0];
  for await (const updated of updatedBy(context, row)) {
    const back = await backOf(context, row, updated);
    putBack += back.changed.length;
    ofLater += back.later.length;
    kept.push(...back.kept);
  }
  const [added, later] = await Promise.all([
    countAdded(context, row),
    countBookedLater(context, row),
  ]);
  const counts = { ...added, put_back: putBack, kept: kept.length, booked_later: later + ofLater };
  return { counts, kept, event };
}

async function countAdded({ db, team }: AuditContext, row: ImportRow) {
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
    ])
    .where("team_id", "=", team.id)
    .where("import_id", "=", row.id)
    .where((of) => of.not(isBookedEarlier(row)))
    .executeTakeFirstOrThrow();
}

async function findStops({ db, team }: AuditContext, row: ImportRow) {
  const linked = db
    .selectFrom("transactions")
    .select("transfer_id")
    .where("team_id", "=", team.id)
    .where("import_id", "=", row.id)
    .where("transfer_id", "is not", null)
    .where((of) => of.not(isBookedEarlier(row)));
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
      .where("other.bank_account_id", "!=", row.bank_account_id)
      .where("other.status", "=", "exported")
      .orderBy("other.date")
      .orderBy("other.id")
      .execute()
  );
}

function ifSo(condition: ReturnType<typeof sql>) {
  return sql<number>`count(case when ${condition} then 1 end)`;
}
