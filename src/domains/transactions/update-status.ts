import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { type Saved, savedOf } from "./saved-transactions.ts";
import { requireStatus } from "./set-status.ts";
import { status } from "./transaction-filter.ts";
import { lockTransactions, noTransaction } from "./transaction.ts";
import { MOST_AT_ONCE } from "./update-category.ts";
import { writeTransactions } from "./write-transactions.ts";

export const UpdateStatus = z.strictObject({
  id: uuid.nullish(),
  ids: z.array(uuid).max(MOST_AT_ONCE).nullish(),
  status,
});

export type UpdateStatus = z.output<typeof UpdateStatus>;

/** Sets the status of one or several transactions, all or none, as one event. */
export async function updateStatus(
  context: Context,
  { id, ids, status }: UpdateStatus,
): Promise<z.input<typeof Saved>> {
  const several = ids ?? [];
  if ((typeof id === "string") === several.length > 0) throw either();
  const wanted = typeof id === "string" ? [id] : [...new Set(several)];
  return transaction(context, async (context) => {
    const rows = new Map((await lockTransactions(context, wanted)).map((row) => [row.id, row]));
    const changed = wanted.map((one, at) => {
      const row = rows.get(one);
      if (row === undefined) throw noTransaction(one, one === id ? "id" : `ids.${at}`);
      requireStatus(row, status);
      return { row, values: { status } };
    });
    const changes = await writeTransactions(context, { changed });
    if (changes.length > 0) await record(context, changes);
    return savedOf(context, wanted, changes, typeof id === "string");
  });
}

function either(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "id",
    message: "the arguments must have either id or ids",
    next: "leave out the other and try again; nothing was changed",
  });
}
