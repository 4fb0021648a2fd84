import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { pause, ROWS_A_CHUNK, lockTeam, transaction } from "../../db/transaction.ts";
import { dayIn } from "../../shared/time.ts";
import { lockAccount } from "../bank-accounts/bank-account.ts";
import { deleteRows } from "../transactions/delete-transactions.ts";
import { forgottenKeysMergedInto, deleteForgottenKeys } from "../transactions/forgotten-rows.ts";
import { lockRows } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { goneBalances, importSnapshot } from "./commit-import.ts";
import { changesOfEvent, IS_CREATED } from "./import-events.ts";
import {
  countRemoval,
  findBlocker,
  type ImportRow,
  RemovalCounts,
  requireImport,
} from "./import-removal.ts";
import { EARLIER, eventToTakeBack, isOfEarlier, updatedBy } from "./updated-rows.ts";

export const RemoveImport = z.strictObject({
  id: uuid,
  counts: RemovalCounts,
});

export const RemovedImport = z.object({
  event: z.string(),
  counts: RemovalCounts,
});

/**
 * Deletes the transactions and balances that an import added, whatever became of them. Gives the transactions that
 * it changed their earlier values. Its file may be imported again. An undo would be refused once a row was changed.
 * @throws Refusal `in_use` while a later import changed the same transactions, and `count_changed` when the removal
 * would do something else than the person saw
 */
export async function removeImport(
  context: Context,
  { id, counts: seen }: z.output<typeof RemoveImport>,
): Promise<z.output<typeof RemovedImport>> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const removed = await requireImport(context, id);
    await lockAccount(context, removed.bank_account_id);
    await requireLatest(context, removed);
    const { counts } = await countRemoval(context, removed);
    if (!isDeepStrictEqual(counts, seen)) throw countChanged();
    const recording = new Recording(context, { toCome: async () => counts.added });
    await deleteAdded(context, recording, removed);
    const kept = await putBack(context, recording, removed);
    await deleteMergedKeys(context, recording, removed, kept);
    await giveToEarlier(context, recording, removed);
    await recording.add(await deleteBalances(context, removed));
    await context.db
      .deleteFrom("imports")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([{ type: "import", id, before: importSnapshot(removed), after: null }]);
    return { event: await recording.end(), counts };
  });
}

async function requireLatest(context: Context, removed: ImportRow): Promise<void> {
  const blocker = await findBlocker(context, removed);
  if (blocker === null) return;
  const day = dayIn(context.actor.timeZone, blocker.created_at);
  throw new Refusal({
    code: "in_use",
    path: "id",
    message: "A later import changed transactions of this one",
    next: `first remove the import of ${quoted(blocker.file_name)} of ${day}; nothing was removed`,
  });
}

async function deleteAdded(
  context: Context,
  recording: Recording,
  removed: ImportRow,
): Promise<void> {
  const { db, team } = context;
  for (;;) {
    const some = await db
      .selectFrom("transactions")
      .select("id")
      .where("team_id", "=", team.id)
      .where("import_id", "=", removed.id)
      .where((of) => of.not(isOfEarlier(removed)))
      .orderBy("id")
      .limit(ROWS_A_CHUNK)
      .execute();
    if (some.length === 0) return;
    const ids = some.map(({ id }) => id);
    // Otherwise other files could not bring their rows, which had become one with these.
    const merged = await forgottenKeysMergedInto(context, removed.bank_account_id, ids);
    await recording.add(await deleteForgottenKeys(context, removed.bank_account_id, merged));
    await recording.add(await deleteRows(context, await lockRows(context, ids)));
    await pause(context);
  }
}

async function putBack(
  context: Context,
  recording: Recording,
  removed: ImportRow,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { back, kept } of updatedBy(context, removed)) {
    for (const { id } of kept) ids.add(id);
    await recording.add(await writeTransactions(context, { changed: back }));
    await pause(context);
  }
  return ids;
}

const Noted = z.object({
  bank_account_id: z.string(),
  key: z.string(),
  survivor_id: z.string().nullable(),
});

/**
 * Deletes the keys that the import noted for transactions from before it.
 * @param kept ids of transactions that keep their values, and their keys: else their files would bring them again
 */
async function deleteMergedKeys(
  context: Context,
  recording: Recording,
  { id, bank_account_id }: ImportRow,
  kept: ReadonlySet<string>,
): Promise<void> {
  const event = await eventToTakeBack(context, id);
  if (event?.hasSnapshots !== true) return;
  const noted = changesOfEvent(context, event.id, { type: "forgotten_row", where: IS_CREATED });
  for await (const past of noted) {
    const keys = past.flatMap(({ after }) => {
      const { key, survivor_id, ...noted } = Noted.parse(after);
      const isOurs = noted.bank_account_id === bank_account_id && !kept.has(survivor_id ?? "");
      return isOurs ? [key] : [];
    });
    await recording.add(await deleteForgottenKeys(context, bank_account_id, keys));
  }
}

/** Gives transactions that stay, as the import booked them, to the imports that announced them. */
async function giveToEarlier(
  context: Context,
  recording: Recording,
  { id }: ImportRow,
): Promise<void> {
  const { db, team } = context;
  for (;;) {
    const rows = await db
      .selectFrom("transactions")
      .selectAll()
      .select(EARLIER.as("earlier"))
      .where("team_id", "=", team.id)
      .where("import_id", "=", id)
      .orderBy("id")
      .limit(ROWS_A_CHUNK)
      .execute();
    if (rows.length === 0) return;
    const changed = rows.map(({ earlier, ...row }) => ({ row, values: { import_id: earlier } }));
    await recording.add(await writeTransactions(context, { changed }));
    await pause(context);
  }
}

async function deleteBalances(
  { db, team }: Context,
  { id }: ImportRow,
): Promise<readonly Change[]> {
  const gone = await db
    .deleteFrom("statement_balances")
    .where("team_id", "=", team.id)
    .where("import_id", "=", id)
    .returningAll()
    .execute();
  return goneBalances(gone);
}

function countChanged(): Refusal {
  return new Refusal({
    code: "count_changed",
    path: "counts",
    message: "The transactions of the import have changed since you looked",
    next: "look at the numbers again; nothing was removed",
  });
}
