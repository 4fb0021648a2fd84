import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { countEntriesOf, deleteProjectsOf } from "../projects/delete-projects.ts";
import { unlinkTags } from "./customer-tags.ts";
import { customerImage, lockCustomer } from "./customer.ts";
import { getCustomer } from "./get-customer.ts";

export const DeletedCustomer = z.object({
  id: uuid,
  deleted: z.boolean(),
  deleted_projects: z.int(),
  deleted_entries: z.int(),
  unlinked_invoices: z.int(),
  unlinked_recurring: z.int(),
});

export type DeletedCustomer = z.output<typeof DeletedCustomer>;

/** Question that confirms the deletion; null if there is no such customer. */
export async function lossOfCustomer(context: Context, { id }: ById): Promise<string | null> {
  const customer = await getCustomer(context, { id });
  if (customer === null) return null;
  const entries = await countEntriesOf(context, id);
  const recurring = await countRecurringInvoices(context, id);
  const gone = [
    customer.project_count > 0 ? counted(customer.project_count, "project") : "",
    entries > 0 ? counted(entries, "time entry", "time entries") : "",
  ].filter((part) => part !== "");
  const kept = [
    customer.invoice_count > 0 ? counted(customer.invoice_count, "invoice") : "",
    recurring > 0 ? counted(recurring, "recurring invoice") : "",
  ].filter((part) => part !== "");
  const together = gone.length === 0 ? "" : `, together with ${enumerated(gone)}`;
  const stay = kept.length === 0 ? "" : ` Without a customer stay: ${enumerated(kept)}.`;
  return `Delete the customer ${quoted(customer.name)} for good${together}?${stay}`;
}

/**
 * Deletes the customer, its projects and their entries. Invoices and schedules stay without one.
 */
export async function deleteCustomer(context: Context, { id }: ById): Promise<DeletedCustomer> {
  return transaction(context, async (context) => {
    const customer = await lockCustomer(context, id);
    if (customer === undefined) return { id, deleted: false, ...effects([]) };
    const gone = [
      ...(await deleteProjectsOf(context, id)),
      ...(await unlinkInvoices(context, "invoices", id)),
      ...(await unlinkInvoices(context, "recurring_invoices", id)),
      ...(await unlinkTags(context, id)),
    ];
    await context.db
      .deleteFrom("customers")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const before = customerImage(customer);
    await record(context, [...gone, { type: "customer", id, before, after: null }]);
    return { id, deleted: true, ...effects(gone) };
  });
}

function effects(changes: readonly Change[]) {
  const count = (type: Change["type"]) => changes.filter((change) => change.type === type).length;
  return {
    deleted_projects: count("tracker_project"),
    deleted_entries: count("tracker_entry"),
    unlinked_invoices: count("invoice"),
    unlinked_recurring: count("recurring_invoice"),
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

async function unlinkInvoices(
  context: Context,
  table: "invoices" | "recurring_invoices",
  customerId: string,
): Promise<readonly Change[]> {
  const invoices = await context.db
    .updateTable(table)
    .set({ customer_id: null })
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId)
    .returning("id")
    .execute();
  const type = table === "invoices" ? "invoice" : "recurring_invoice";
  return invoices.map(({ id }) => ({
    type,
    id,
    before: { customer_id: customerId },
    after: { customer_id: null },
  }));
}
