import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { RecordedChange } from "../../activity/recorded-change.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { keepCategories } from "../categories/all-categories.ts";
import { askForReceipts } from "../inbox/suggest/new-payments.ts";
import { findUncovered } from "../invoices/linked-payments.ts";
import { addBookedTotals } from "./booked-totals.ts";
import { clearCounterparts, noteCounterparts } from "./counterparts.ts";
import { addMonthTotals } from "./month-totals.ts";
import { INTERNAL, partsOf } from "./transaction.ts";
import { settleAmounts, splitAmong } from "./write-transactions.ts";

const Keyed = z.object({
  category_slug: z.string().nullish(),
  bank_account_id: z.string().nullish(),
  currency: z.string().nullish(),
  name: z.string().nullish(),
  bank_id: z.string().nullish(),
  row_key: z.string().nullish(),
  transfer_id: z.string().nullish(),
});

type Keyed = z.output<typeof Keyed>;

/**
 * Undoes changes of transactions and their parts.
 * @throws Refusal when a category is gone, another transaction has the key of one that comes back, an amount would
 * differ from its parts, from the other side of a transfer or from what it pays, or a transaction was exported since
 */
export async function putBackTransactions(
  context: Context,
  past: readonly RecordedChange[],
  putBack: () => Promise<void>,
): Promise<void> {
  const snapshots = past.flatMap(({ before }) => (before === null ? [] : [Keyed.parse(before)]));
  await requireCategories(context, snapshots);
  await requireAccounts(context, snapshots);
  await requireFreeKeys(context, "bank_id", snapshots);
  await requireFreeKeys(context, "row_key", snapshots);
  await requireUnbound(context, past);
  await requireUnexported(context, past);
  const ids = [...new Set(past.map(({ id }) => id))];
  const went = await readBooks(context, ids);
  const compared = await clearCounterparts(context, ids);
  await putBack();
  const came = await settleAmounts(context, await readBooks(context, ids));
  await addMonthTotals(context, { came, went });
  await addBookedTotals(context, { came, went });
  await noteCounterparts(context, compared);
  await requireOpposites(context, past);
  await requirePaying(context, came.rows);
  const there = new Set(went.rows.map(({ id }) => id));
  await askForReceipts(
    context,
    came.rows.filter(({ id }) => !there.has(id)),
  );
}

/** Refuses to change a transaction so that payments of invoices, which are booked from it, do not fit it. */
async function requirePaying(
  context: Context,
  rows: Parameters<typeof findUncovered>[1],
): Promise<void> {
  const because = await findUncovered(context, rows);
  if (because === null) return;
  throw notUndoable({ because, next: "remove that payment from the invoice first" });
}

async function readBooks(context: Context, ids: readonly string[]) {
  const { db, team } = context;
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return { rows, parts: await partsOf(context, splitAmong(rows)) };
}

async function requireCategories(context: Context, snapshots: readonly Keyed[]): Promise<void> {
  const slugs = new Set(snapshots.flatMap(({ category_slug }) => category_slug ?? []));
  const known = await keepCategories(context, [...slugs]);
  const gone = [...slugs].find((slug) => !known.has(slug));
  if (gone === undefined) return;
  throw notUndoable({
    because: `The category ${quoted(gone)} that a transaction had is not there any more`,
    next: "undo its deletion first",
  });
}

/** An account may have got another currency while it had no transactions. */
async function requireAccounts({ db, team }: Context, snapshots: readonly Keyed[]): Promise<void> {
  const wanted = snapshots.flatMap(({ bank_account_id: id, currency }) =>
    id && currency ? [{ id, currency }] : [],
  );
  if (wanted.length === 0) return;
  const accounts = await db
    .selectFrom("bank_accounts")
    .select(["id", "name", "currency"])
    .where("team_id", "=", team.id)
    .where("id", "in", [...new Set(wanted.map(({ id }) => id))])
    .execute();
  const other = accounts.find(({ id, currency }) =>
    wanted.some((one) => one.id === id && one.currency !== currency),
  );
  if (other === undefined) return;
  throw notUndoable({
    because: `The bank account ${quoted(other.name)} is in ${other.currency} now`,
    next: "change its currency back first",
  });
}

/** Never finds rows of the event itself: they are gone, or their key is not in the snapshot. */
async function requireFreeKeys(
  { db, team }: Context,
  column: "bank_id" | "row_key",
  snapshots: readonly Keyed[],
): Promise<void> {
  const back = snapshots.filter((snapshot) => snapshot.bank_account_id && snapshot[column]);
  if (back.length === 0) return;
  const others = await db
    .selectFrom("transactions")
    .select(["bank_account_id", column, "name"])
    .where("team_id", "=", team.id)
    .where(
      "bank_account_id",
      "in",
      back.flatMap(({ bank_account_id }) => bank_account_id ?? []),
    )
    .where(
      column,
      "in",
      back.flatMap((snapshot) => snapshot[column] ?? []),
    )
    .execute();
  const other = others.find((row) =>
    back.some(
      (snapshot) =>
        snapshot.bank_account_id === row.bank_account_id && snapshot[column] === row[column],
    ),
  );
  if (other === undefined) return;
  throw notUndoable({
    because: `The transaction ${quoted(other.name)} came from the same row of a file`,
    next: "delete that one first",
  });
}

const BINDING = ["amount_minor", "is_split", "bank_account_id"];

/**
 * Refuses to change the amount, account or parts of a transaction that a later event split or linked. Only this check
 * notices: the columns that the undone event left are still as it left them.
 */
async function requireUnbound(
  { db, team }: Context,
  past: readonly RecordedChange[],
): Promise<void> {
  const withParts = idsWithParts(past);
  const changed = idsChanged(past, BINDING);
  if (changed.length === 0) return;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "name", "is_split", "transfer_id"])
    .where("team_id", "=", team.id)
    .where("id", "in", changed)
    .where((row) => row.or([row("transfer_id", "is not", null), row("is_split", "=", true)]))
    .execute();
  // Columns that the event itself wrote go with its undo.
  const isOwn = (id: string, column: string) =>
    past.some((one) => !isPart(one.type) && one.id === id && column in (one.after ?? {}));
  const linked = rows.find(({ id, transfer_id }) => transfer_id && !isOwn(id, "transfer_id"));
  if (linked !== undefined)
    throw notUndoable({
      because: `The transaction ${quoted(linked.name)} is one side of a transfer by now`,
      next: "unlink the transfer first",
    });
  const split = rows.find(
    ({ id, is_split }) => is_split && !withParts.has(id) && !isOwn(id, "is_split"),
  );
  if (split === undefined) return;
  throw notUndoable({
    because: `The transaction ${quoted(split.name)} is split by now`,
    next: "join its parts first",
  });
}

function idsChanged(
  past: readonly RecordedChange[],
  columns: readonly string[],
): readonly string[] {
  const withParts = idsWithParts(past);
  const ids = past.flatMap(({ type, id, before, after }) => {
    if (isPart(type) || before === null || after === null) return [];
    return withParts.has(id) || columns.some((column) => column in before) ? [id] : [];
  });
  return [...new Set(ids)];
}

function idsWithParts(past: readonly RecordedChange[]): ReadonlySet<string> {
  return new Set(past.flatMap(({ type, id }) => (isPart(type) ? [id] : [])));
}

function isPart(type: RecordedChange["type"]): boolean {
  return type === "transaction_part";
}

/**
 * Refuses to link two transactions again that are no longer opposite. A side that another part of the event
 * brings back is not there yet.
 */
async function requireOpposites(
  { db, team }: Context,
  past: readonly RecordedChange[],
): Promise<void> {
  const transfers = new Set(
    past.flatMap(({ type, before }) =>
      isPart(type) || before === null ? [] : (Keyed.parse(before).transfer_id ?? []),
    ),
  );
  if (transfers.size === 0) return;
  const rows = await db
    .selectFrom("transactions as side")
    .leftJoin("transaction_parts as part", (join) =>
      join
        .onRef("part.team_id", "=", "side.team_id")
        .onRef("part.transaction_id", "=", "side.id")
        .on("part.category_slug", "=", INTERNAL),
    )
    .select(["side.id", "side.name", "side.transfer_id", "side.bank_account_id"])
    .select(["side.currency", "side.is_split", "side.amount_minor", "part.amount_minor as of_part"])
    .where("side.team_id", "=", team.id)
    .where("side.transfer_id", "in", [...transfers])
    .execute();
  for (const [one, other, ...more] of Map.groupBy(rows, (row) => row.transfer_id).values()) {
    if (one === undefined || other === undefined || more.length > 0) continue;
    const [given, taken] = [one, other].map((side) =>
      side.is_split ? side.of_part : side.amount_minor,
    );
    if (typeof given !== "number" || typeof taken !== "number") continue;
    const isOpposite = one.currency === other.currency ? given === -taken : given > 0 !== taken > 0;
    if (isOpposite && one.bank_account_id !== other.bank_account_id) continue;
    throw notUndoable({
      because: `The transactions ${quoted(one.name)} and ${quoted(other.name)} are no longer opposite, and were a transfer`,
      next: "undo first what changed them, or link others",
    });
  }
}

const COUNTED = [
  "bank_account_id",
  "date",
  "name",
  "amount_minor",
  "category_slug",
  "is_split",
  "transfer_id",
  "tax_rate_bp",
  "tax_type",
  "tax_minor",
];

/**
 * Refuses to change the figures of a transaction that was exported since. Only this check notices: of the columns that
 * the undone event left, none differs.
 */
async function requireUnexported(
  { db, team }: Context,
  past: readonly RecordedChange[],
): Promise<void> {
  const others = past.filter(({ after }) => after === null || !("status" in after));
  const counted = idsChanged(others, COUNTED);
  if (counted.length === 0) return;
  const exported = await db
    .selectFrom("transactions")
    .select("name")
    .where("team_id", "=", team.id)
    .where("id", "in", counted)
    .where("status", "=", "exported")
    .executeTakeFirst();
  if (exported === undefined) return;
  throw notUndoable({
    because: `The transaction ${quoted(exported.name)} was given to the accountant since`,
    next: "set its status to posted or completed first",
  });
}
