import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Recording } from "../../activity/recording.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { pause, ROWS_A_CHUNK } from "../../db/chunks.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { lockAccount } from "../bank-accounts/bank-account.ts";
import { deleteRows } from "../transactions/delete-rows.ts";
import { keysMergedInto, rememberKeys } from "../transactions/forgotten-rows.ts";
import { importEvents } from "../transactions/import-layers.ts";
import { lockTransactions } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { findBooked, isBookedEarlier } from "./booked-rows.ts";
import { bringBackBalances } from "./bring-back-balances.ts";
import { changesOf } from "./import-changes.ts";
import { type ImportRow, RemovalCounts, removalOf, requireImport } from "./import-removal.ts";
import { backOf, updatedBy } from "./put-back-rows.ts";
import { takeBackBalances } from "./take-back-balances.ts";
import { importImage } from "./write-import.ts";

export const RemoveImport = z.strictObject({
  id: uuid,
  /** As the person saw them. */
  counts: RemovalCounts,
});

export const RemovedImport = z.object({
  /** Event that can be undone. */
  event: z.string(),
  counts: RemovalCounts,
});

/**
 * Deletes what an import added, whatever became of it, and gives what it changed its earlier values. What a later
 * import has booked stays with that one. Its file may be imported again. An undo of the import would be refused
 * once one of its rows was changed.
 * @throws Refusal `count_changed` when it would do something else than the person saw
 */
export async function removeImport(
  context: Context,
  { id, counts: seen }: z.output<typeof RemoveImport>,
): Promise<z.output<typeof RemovedImport>> {
  return transaction(context, async (context) => {
    await holdTeam(context);
    const row = await requireImport(context, id);
    await lockAccount(context, row.bank_account_id);
    const { counts, event } = await removalOf(context, row);
    if (!isDeepStrictEqual(counts, seen)) throw countChanged();
    const recording = new Recording(context, { toCome: async () => counts.added });
    await deleteAdded(context, recording, row);
    const staying = await putBackUpdated(context, recording, row);
    await rememberMerged(context, recording, row, staying);
    await giveBackBooked(context, recording, row);
    await recording.add(await takeBackBalances(context, row, event));
    await recording.add(await bringBackBalances(context, row));
    await context.db
      .deleteFrom("imports")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([{ type: "import", id, before: importImage(row), after: null }]);
    return { event: await recording.end(), counts };
  });
}

async function deleteAdded(context: Context, recording: Recording, row: ImportRow): Promise<void> {
  const { db, team } = context;
  const { id, bank_account_id } = row;
  for (;;) {
    const some = await db
      .selectFrom("transactions")
      .select("id")
      .where("team_id", "=", team.id)
      .where("import_id", "=", id)
      .where((of) => of.not(isBookedEarlier(row)))
      .orderBy("id")
      .limit(ROWS_A_CHUNK)
      .execute();
    if (some.length === 0) return;
    const ids = some.map(({ id }) => id);
    // Else rows of other files would go on as those that are gone.
    const merged = await keysMergedInto(context, bank_account_id, ids);
    await recording.add(await rememberKeys(context, bank_account_id, merged));
    await recording.add(await deleteRows(context, await lockTransactions(context, ids)));
    await pause(context);
  }
}

/** @returns ids of the transactions that stay as they are */
async function putBackUpdated(
  context: Context,
  recording: Recording,
  row: ImportRow,
): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  for await (const updated of updatedBy(context, row)) {
    const { changed, kept, later } = await backOf(context, row, updated);
    for (const { id } of [...kept, ...later]) staying.add(id);
    await recording.add(await writeTransactions(context, { changed }));
    await pause(context);
  }
  return staying;
}

/** Transactions that stay as the import has booked them are of the import that announced them again. */
async function giveBackBooked(
  context: Context,
  recording: Recording,
  row: ImportRow,
): Promise<void> {
  for (;;) {
    const booked = await findBooked(context, row, ROWS_A_CHUNK);
    if (booked.length === 0) return;
    const changed = booked.map(({ row, first }) => ({ row, values: { import_id: first } }));
    await recording.add(await writeTransactions(context, { changed }));
    await pause(context);
  }
}

const Noted = z.object({
  bank_account_id: z.string(),
  key: z.string(),
  survivor_id: z.string().nullable(),
});

/**
 * Forgets which keys of the file became one with transactions that were there.
 * @param staying ids of transactions whose keys stay with them: their files would bring them once more
 */
async function rememberMerged(
  context: Context,
  recording: Recording,
  { id, bank_account_id }: ImportRow,
  staying: ReadonlySet<string>,
): Promise<void> {
  const events = await importEvents(context);
  const event = events.find(({ imports }) => imports.includes(id))?.id;
  if (event === undefined) return;
  for await (const past of changesOf(context, { event, type: "forgotten_row" })) {
    const keys = past.flatMap(({ before, after }) => {
      const noted = before === null ? Noted.parse(after) : null;
      const isOurs =
        noted?.bank_account_id === bank_account_id && !staying.has(noted.survivor_id ?? "");
      return isOurs ? [noted.key] : [];
    });
    await recording.add(await rememberKeys(context, bank_account_id, keys));
  }
}

function countChanged(): Refusal {
  return new Refusal({
    code: "count_changed",
    path: "counts",
    message: "The transactions of the import have changed since you looked",
    next: "look at the numbers again; nothing was removed",
  });
}
