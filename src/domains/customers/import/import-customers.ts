import { z } from "zod";
import { difference, Recording } from "../../../activity/journal.ts";
import { changedMeanwhile } from "../../../core/errors.ts";
import type { Context } from "../../../db/context.ts";
import { pause, lockTeam, transaction } from "../../../db/transaction.ts";
import { timeOfChange } from "../../../shared/time.ts";
import { keepNamedTags, type NamedTags } from "../../tags/keep-tags.ts";
import { forChosenCustomers } from "../chosen-customers.ts";
import { linkTags } from "../customer-tags.ts";
import { changedColumns, customerSnapshot, newCustomer } from "../customer.ts";
import { Choices, duplicatesIn, fingerprintOf, type Planned, planOf } from "./plan.ts";
import { readRows, requireNeeded } from "./read-rows.ts";

export const ImportCustomers = z.strictObject({
  ...Choices,
  /** Of the preview; left out, whatever the team has by now counts. */
  fingerprint: z.string().optional(),
});

export const Imported = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  broken: z.int(),
  /** Id of the event, with which all is undone; null when nothing was done. */
  event: z.string().nullable(),
});

/**
 * Imports a file as its preview says: all of it or nothing, as one event.
 * @throws Refusal when the preview would say something else now
 */
export async function importCustomers(
  context: Context,
  { fingerprint, ...choices }: z.output<typeof ImportCustomers>,
  bytes: Uint8Array,
): Promise<z.output<typeof Imported>> {
  const file = await readRows(bytes, choices.columns);
  requireNeeded(file);
  const { rows } = file;
  return transaction(context, async (context) => {
    // Imports of a team take turns, so that each finds the customers of the other.
    await lockTeam(context);
    const duplicates = await duplicatesIn(context, rows);
    if (fingerprint !== undefined && fingerprint !== fingerprintOf(rows, duplicates))
      throw previewIsOld();
    const { planned, skipped, broken } = planOf(rows, duplicates, choices);
    const [made, changed] = [planned.filter(isNew), planned.filter((one) => !isNew(one))];
    const recording = new Recording(context);
    const tags = await keepNamedTags(
      context,
      planned.flatMap(({ tags }) => tags),
    );
    await recording.add(tags.changes);
    await createAll(context, recording, made, tags);
    await updateAll(context, recording, changed, tags);
    const counts = { created: made.length, updated: changed.length, skipped, broken };
    return { ...counts, event: planned.length === 0 ? null : await recording.end() };
  });
}

function isNew({ id }: Planned): boolean {
  return id === null;
}

const ROWS_A_STATEMENT = 200;

async function createAll(
  context: Context,
  recording: Recording,
  planned: readonly Planned[],
  tags: NamedTags,
): Promise<void> {
  for (let from = 0; from < planned.length; from += ROWS_A_STATEMENT) {
    const some = planned.slice(from, from + ROWS_A_STATEMENT);
    const rows = some.map(({ values }) => newCustomer(context, values));
    const made = await context.db.insertInto("customers").values(rows).returningAll().execute();
    const byId = new Map(made.map((row) => [row.id, row]));
    for (const [index, { tags: names }] of some.entries()) {
      const row = byId.get(rows[index]?.id ?? "");
      if (row === undefined) continue;
      const created = { before: null, after: customerSnapshot(row) };
      await recording.add([{ type: "customer", id: row.id, ...created }]);
      await recording.add(await linkTags(context, [row], tags.idsOf(names)));
    }
    await pause(context);
  }
}

async function updateAll(
  context: Context,
  recording: Recording,
  planned: readonly Planned[],
  tags: NamedTags,
): Promise<void> {
  const byId = new Map(planned.map((one) => [one.id ?? "", one]));
  if (byId.size === 0) return;
  await forChosenCustomers(context, { ids: [...byId.keys()] }, async (customers) => {
    for (const before of customers) {
      const one = byId.get(before.id);
      if (one === undefined) continue;
      const { id } = before;
      const after = await context.db
        .updateTable("customers")
        .set({
          ...changedColumns(one.values),
          updated_at: timeOfChange(context.now, before.updated_at),
        })
        .where("team_id", "=", context.team.id)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const snapshots = difference(customerSnapshot(before), customerSnapshot(after));
      await recording.add([{ type: "customer", id, ...snapshots }]);
      await recording.add(await linkTags(context, [before], tags.idsOf(one.tags)));
    }
  });
}

function previewIsOld() {
  return changedMeanwhile(
    "Customers of the team have changed since the preview",
    "look at the preview again; nothing was imported",
  );
}
