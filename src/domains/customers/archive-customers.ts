import { z } from "zod";
import { difference, Recording } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { ChosenCustomers, forChosenCustomers } from "./chosen-customers.ts";
import { changedAt, customerSnapshot } from "./customer.ts";

export const ChooseCustomers = z.strictObject({ chosen: ChosenCustomers });

export const ChangedCustomers = z.object({
  /** Customers that were changed; the others were as asked already. */
  changed: z.int(),
  /** Id of the event, with which all is undone; null when nothing was changed. */
  event: z.string().nullable(),
});

export type ChangedCustomers = z.output<typeof ChangedCustomers>;

type Archiving = z.output<typeof ChooseCustomers> & { readonly archived: boolean };

/** Archives or restores the chosen customers, all or none, as one event. */
export async function archiveCustomers(
  context: Context,
  { chosen, archived }: Archiving,
): Promise<ChangedCustomers> {
  return transaction(context, async (context) => {
    const recording = new Recording(context);
    await forChosenCustomers(context, chosen, async (customers) => {
      const changing = customers.filter(({ is_archived }) => is_archived !== archived);
      await changeAll(context, recording, changing, { is_archived: archived });
    });
    return endCustomerBatch(recording);
  });
}

type Row = Schema["customers"];

/** Gives customers the same values, and records it. */
export async function changeAll(
  context: Context,
  recording: Recording,
  customers: readonly Row[],
  values: Partial<Pick<Row, "is_archived">>,
): Promise<void> {
  if (customers.length === 0) return;
  const before = new Map(customers.map((row) => [row.id, customerSnapshot(row)]));
  const rows = await context.db
    .updateTable("customers")
    .set({ ...values, updated_at: changedAt(context, customers) })
    .where("team_id", "=", context.team.id)
    .where("id", "in", [...before.keys()])
    .returningAll()
    .execute();
  await recording.add(
    rows.flatMap((row) => {
      const snapshot = before.get(row.id);
      if (snapshot === undefined) return [];
      return [
        { type: "customer", id: row.id, ...difference(snapshot, customerSnapshot(row)) } as const,
      ];
    }),
  );
}

/** Writes the event, unless nothing was changed. */
export async function endCustomerBatch(recording: Recording): Promise<ChangedCustomers> {
  const changed = recording.countOf("customer");
  return { changed, event: changed === 0 ? null : await recording.end() };
}
