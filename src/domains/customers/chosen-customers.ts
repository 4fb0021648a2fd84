import { z } from "zod";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForNoKeyUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { inChunks, pause, ROWS_A_CHUNK } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import {
  filterOf,
  findPlaces,
  type Place,
  type ShownFilter,
  shownFilter,
} from "./find-customers.ts";

/** Bounds the time for which a batch holds SQLite's writer: others wait 10 seconds. */
const MOST = 20_000;

/** Some customers by their ids, or all that match filters, with the number that the user saw. */
export const ChosenCustomers = z.union([
  z.strictObject({ ids: z.array(uuid).min(1).max(1000) }),
  z.strictObject({
    all: z.strictObject(shownFilter),
    count: z
      .int()
      .min(1)
      .max(MOST, "changes 20,000 customers at most: narrow the list with a search or a tag"),
  }),
]);

export type ChosenCustomers = z.output<typeof ChosenCustomers>;

type Row = Schema["customers"];

/**
 * Locks the chosen customers, chunk by chunk. Needs a transaction, which the refusals undo.
 * @throws Refusal when one does not exist, or when others match the filters than the user saw
 */
export async function forChosenCustomers(
  context: Context,
  chosen: ChosenCustomers,
  use: (customers: readonly Row[]) => Promise<void>,
): Promise<void> {
  if ("ids" in chosen) await forThese(context, chosen.ids, use);
  else await forAll(context, chosen, use);
}

async function forThese(
  context: Context,
  given: readonly string[],
  use: (customers: readonly Row[]) => Promise<void>,
): Promise<void> {
  const ids = [...new Set(given)].toSorted();
  for (let from = 0; from < ids.length; from += ROWS_A_CHUNK) {
    const some = ids.slice(from, from + ROWS_A_CHUNK);
    const rows = await lockThese(context, some);
    if (rows.length < some.length) throw someGone(some.length - rows.length);
    await use(rows);
    await pause(context);
  }
}

async function forAll(
  context: Context,
  { all, count }: { readonly all: ShownFilter; readonly count: number },
  use: (customers: readonly Row[]) => Promise<void>,
): Promise<void> {
  const values = { ...filterOf(all), team_id: context.team.id, rows: ROWS_A_CHUNK };
  let found = 0;
  // By age, which a batch never changes: no customer is met twice or missed.
  const take = async (after: Place | null) =>
    findPlaces(context.db, { ...values, after_place: after?.place, after_id: after?.id });
  await inChunks(context, take, async (page) => {
    const rows = await lockThese(
      context,
      page.map(({ id }) => id),
    );
    found += rows.filter(({ is_archived }) => is_archived === all.archived).length;
    if (rows.length > 0) await use(rows);
  });
  if (found !== count)
    throw changedMeanwhile(
      `${counted(found, "customer")} match now, not ${count}`,
      "look at the list again; nothing was done",
    );
}

async function lockThese({ db, team }: Context, ids: readonly string[]): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const customers = db
    .selectFrom("customers")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
  return lockForNoKeyUpdate(db, customers).execute();
}

function someGone(count: number): Refusal {
  const customers = counted(count, "of the customers does", "of the customers do");
  return new Refusal({
    code: "not_found",
    message: `${customers} not exist any more`,
    next: "look at the list again; nothing was done",
  });
}
