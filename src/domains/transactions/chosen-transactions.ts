import { sql } from "kysely";
import { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { pause, ROWS_A_CHUNK } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { countTransactions, findIds } from "./find-transactions.ts";
import { Filter, matchingOf } from "./transaction-filter.ts";
import { lockRows, noTransaction, type Row } from "./transaction.ts";

/** Bounds the time for which a batch holds SQLite's writer: others wait 10 seconds. */
export const MOST = 20_000;

/** Names the transactions of a batch by ids, or by filters with the number that the user saw. */
export const ChosenTransactions = z.union([
  z.strictObject({ ids: z.array(uuid).min(1).max(1000) }),
  z.strictObject({
    all: z.strictObject(Filter.shape),
    count: z
      .int()
      .min(1)
      .max(MOST, "changes 20,000 transactions at most: narrow the list with a search or dates"),
  }),
]);

export type ChosenTransactions = z.output<typeof ChosenTransactions>;

export const ChangedTransactions = z.object({
  changed: z.int(),
  /** Id of the event, with which all is undone; null when nothing was changed. */
  event: z.string().nullable(),
});

export type ChangedTransactions = z.output<typeof ChangedTransactions>;

/** True to leave out the ones that cannot be changed, while others can. */
export const leaves_fixed = z.boolean().optional();

export const ChangedSome = ChangedTransactions.extend({
  left: z.object({ count: z.int(), name: z.string(), is_split: z.boolean() }).nullable(),
});

export type ChangedSome = z.output<typeof ChangedSome>;

type Batch = {
  readonly chosen: ChosenTransactions;
  /** Writes a chunk, in the order of the ids as given. */
  readonly change: (rows: readonly Row[]) => Promise<readonly Change[]>;
  readonly fixedAmong?: ((rows: readonly Row[]) => Promise<readonly Row[]>) | undefined;
  readonly refuse?: (row: Row) => unknown;
  readonly pathOf?: ((id: string) => string) | undefined;
};

/**
 * Changes the chosen transactions chunk by chunk, all or none but for the ones left out, as one event. Needs a
 * transaction, which the refusals undo, and the lock of the team.
 * @throws Refusal when one does not exist, or when others match the filters than the user saw
 */
export async function changeChosen(context: Context, batch: Batch): Promise<ChangedSome> {
  const { chosen, change, fixedAmong = async () => [], refuse, pathOf = () => "ids" } = batch;
  const recording = new Recording(context);
  const ids = await idsOf(context, chosen);
  let left: ChangedSome["left"] = null;
  let fixed: Row | undefined;
  for (let from = 0; from < ids.length; from += ROWS_A_CHUNK) {
    if (from > 0) await pause(context);
    const rows = await lockChunk(context, ids.slice(from, from + ROWS_A_CHUNK), pathOf);
    const staying = await fixedAmong(rows);
    left = leftWith(left, staying);
    fixed ??= staying[0];
    await recording.add(await change(rows.filter((row) => !staying.includes(row))));
  }
  const ended = await endTransactionBatch(recording);
  if (fixed !== undefined && ended.changed === 0) await refuse?.(fixed);
  return { ...ended, left };
}

async function lockChunk(
  context: Context,
  ids: readonly string[],
  pathOf: (id: string) => string,
): Promise<readonly Row[]> {
  const rows = new Map((await lockRows(context, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw noTransaction(id, pathOf(id));
    return row;
  });
}

function leftWith(left: ChangedSome["left"], rows: readonly Row[]): ChangedSome["left"] {
  const [first] = rows;
  if (first === undefined) return left;
  const { name, is_split } = left ?? first;
  return { count: (left?.count ?? 0) + rows.length, name, is_split };
}

/** The team is locked: only the batch itself changes which transactions match. */
async function idsOf(context: Context, chosen: ChosenTransactions): Promise<readonly string[]> {
  if ("ids" in chosen) return [...new Set(chosen.ids)];
  const matching = await matchingOf(context, chosen.all);
  const paging = { isNewestFirst: false, after: null, rows: MOST + 1 };
  const ids = await findIds(context, matching, paging);
  if (ids.length === chosen.count) return ids;
  throw changedMeanwhile(
    `${counted(ids.length, "transaction")} match now, not ${chosen.count}`,
    "look at the list again; nothing was done",
  );
}

export async function endTransactionBatch(recording: Recording): Promise<ChangedTransactions> {
  const changed = recording.countOf("transaction");
  return { changed, event: changed === 0 ? null : await recording.end() };
}

export const CountFixed = z.strictObject(Filter.shape);

export const FixedCounts = z.object({
  split: z.int(),
  exported: z.int(),
});

/** Counts matching transactions that a batch cannot change. */
export async function countFixed(
  context: Context,
  filter: z.output<typeof CountFixed>,
): Promise<z.output<typeof FixedCounts>> {
  const { conditions, ...matching } = await matchingOf(context, filter);
  const count = async (condition: ReturnType<typeof sql<boolean>>) =>
    countTransactions(context.db, { ...matching, conditions: [...conditions, condition] });
  const [split, exported] = await Promise.all([
    count(sql<boolean>`item.is_split and item.status <> 'exported'`),
    count(sql<boolean>`item.status = 'exported'`),
  ]);
  return { split, exported };
}
