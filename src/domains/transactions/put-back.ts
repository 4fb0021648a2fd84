import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { Past } from "../../activity/past.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { keepCategories } from "../categories/keep-categories.ts";
import { keepBooked } from "./booked-totals.ts";
import { keepLookAlikes } from "./look-alikes.ts";
import { requireOpposites, requireUnbound } from "./put-back-amounts.ts";
import { requireUnexported } from "./put-back-exported.ts";
import { settling } from "./write-transactions.ts";

const Keyed = z.object({
  category_slug: z.string().nullish(),
  bank_account_id: z.string().nullish(),
  currency: z.string().nullish(),
  name: z.string().nullish(),
  bank_id: z.string().nullish(),
  row_key: z.string().nullish(),
});

type Keyed = z.output<typeof Keyed>;

/**
 * Undoes changes of transactions and their parts.
 * @throws Refusal when a category is gone, another transaction has the key of one that comes back, an amount
 * would no longer be that of the parts or of the other side of a transfer, or a transaction was exported since
 */
export async function putBackTransactions(
  context: Context,
  past: readonly Past[],
  putBack: () => Promise<void>,
): Promise<void> {
  const images = past.flatMap(({ before }) => (before === null ? [] : [Keyed.parse(before)]));
  await requireCategories(context, images);
  await requireAccounts(context, images);
  await requireFreeKeys(context, "bank_id", images);
  await requireFreeKeys(context, "row_key", images);
  await requireUnbound(context, past);
  await requireUnexported(context, past);
  const ids = [...new Set(past.map(({ id }) => id))];
  await keepLookAlikes(context, { added: [], changed: ids }, async () =>
    keepBooked(context, ids, async () => settling(context, ids, putBack)),
  );
  await requireOpposites(context, past);
}

async function requireCategories(context: Context, images: readonly Keyed[]): Promise<void> {
  const slugs = new Set(images.flatMap(({ category_slug }) => category_slug ?? []));
  const known = await keepCategories(context, [...slugs]);
  const gone = [...slugs].find((slug) => !known.has(slug));
  if (gone === undefined) return;
  throw notUndoable({
    because: `The category ${quoted(gone)} that a transaction had is not there any more`,
    next: "undo its deletion first",
  });
}

/** An account without transactions may get another currency. */
async function requireAccounts({ db, team }: Context, images: readonly Keyed[]): Promise<void> {
  const wanted = images.flatMap(({ bank_account_id: id, currency }) =>
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

/** Rows that are put back are gone, or have the key still. */
async function requireFreeKeys(
  { db, team }: Context,
  column: "bank_id" | "row_key",
  images: readonly Keyed[],
): Promise<void> {
  const back = images.filter((image) => image.bank_account_id && image[column]);
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
      back.flatMap((image) => image[column] ?? []),
    )
    .execute();
  const other = others.find((row) =>
    back.some(
      (image) => image.bank_account_id === row.bank_account_id && image[column] === row[column],
    ),
  );
  if (other === undefined) return;
  throw notUndoable({
    because: `The transaction ${quoted(other.name)} came from the same row of a file`,
    next: "delete that one first",
  });
}
