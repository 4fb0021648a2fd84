import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { unlinkInvoices } from "../invoices/unlink-invoices.ts";
import { countEntriesOf, deleteProjectsOf } from "../projects/delete-projects.ts";
import { unlinkTags } from "./customer-tags.ts";
import { customerSnapshot, lockToDelete } from "./customer.ts";
import { getCustomer, requireCustomer } from "./get-customer.ts";

export const DeletedCustomer = z.object({
  id: uuid,
  deleted: z.boolean(),
  deleted_projects: z.int(),
  deleted_entries: z.int(),
  unlinked_invoices: z.int(),
  unlinked_recurring: z.int(),
});

export type DeletedCustomer = z.output<typeof DeletedCustomer> & {
  /** Id of the event, with which the deletion is undone; null when there was no such customer. */
  readonly event: string | null;
};

export const Loss = z.object({
  name: z.string(),
  /** Go with the customer, each with its number: `3 projects`. */
  gone: z.array(z.string()),
  /** Stay without a customer. */
  kept: z.array(z.string()),
});

/** @throws Refusal if the team has no customer with that id */
export async function getLoss(context: Context, { id }: ById): Promise<z.output<typeof Loss>> {
  const customer = await requireCustomer(context, { id });
  const entries = await countEntriesOf(context, id);
  const recurring = await countRecurringInvoices(context, id);
  const some = (count: number, one: string, many?: string) =>
    count > 0 ? [counted(count, one, many)] : [];
  return {
    name: customer.name,
    gone: [
      ...some(customer.project_count, "project"),
      ...some(entries, "time entry", "time entries"),
    ],
    kept: [...some(customer.invoice_count, "invoice"), ...some(recurring, "recurring invoice")],
  };
}

export async function lossOfCustomer(context: Context, { id }: ById): Promise<string | null> {
  if ((await getCustomer(context, { id })) === null) return null;
  const { name, gone, kept } = await getLoss(context, { id });
  const together = gone.length === 0 ? "" : `, together with ${enumerated(gone)}`;
  const stay = kept.length === 0 ? "" : ` Without a customer stay: ${enumerated(kept)}.`;
  return `Delete the customer ${quoted(name)} for good${together}?${stay}`;
}

/** Deletes the customer, its projects and their entries. Its invoices stay without a customer. */
export async function deleteCustomer(context: Context, { id }: ById): Promise<DeletedCustomer> {
  return transaction(context, async (context) => {
    const customer = await lockToDelete(context, id);
    const toCome = () => countEntriesOf(context, id);
    const recording = new Recording(context, { toCome });
    if (customer === undefined) return { id, deleted: false, ...effects(recording), event: null };
    await deleteProjectsOf(context, recording, id);
    await unlinkInvoices(context, recording, id);
    await recording.add(await unlinkTags(context, id));
    await context.db
      .deleteFrom("customers")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([
      { type: "customer", id, before: customerSnapshot(customer), after: null },
    ]);
    const event = await recording.end();
    return { id, deleted: true, ...effects(recording), event };
  });
}

function effects(recording: Recording) {
  return {
    deleted_projects: recording.countOf("tracker_project"),
    deleted_entries: recording.countOf("tracker_entry"),
    unlinked_invoices: recording.countOf("invoice"),
    unlinked_recurring: recording.countOf("recurring_invoice"),
  };
}

async function countRecurringInvoices(context: Context, customerId: string): Promise<number> {
  const { count } = await context.db
    .selectFrom("recurring_invoices")
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
