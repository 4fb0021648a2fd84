import type { Recording } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/transaction.ts";

/** Takes a customer, which is locked, from its invoices and recurring invoices. They are kept. */
export async function unlinkInvoices(
  context: Context,
  recording: Recording,
  customerId: string,
): Promise<void> {
  await unlinkRows(context, recording, "invoices", customerId);
  await unlinkRows(context, recording, "recurring_invoices", customerId);
}

async function unlinkRows(
  context: Context,
  recording: Recording,
  table: "invoices" | "recurring_invoices",
  customerId: string,
): Promise<void> {
  const { db, team } = context;
  const some = db
    .selectFrom(table)
    .select("id")
    .where("team_id", "=", team.id)
    .where("customer_id", "=", customerId)
    .limit(ROWS_A_CHUNK);
  const unlink = async () =>
    db
      .with(
        (named) => named("chunk").materialized(),
        () => lockForUpdate(db, some),
      )
      .updateTable(table)
      .set({ customer_id: null })
      .where("team_id", "=", team.id)
      .where("id", "in", (rows) => rows.selectFrom("chunk").select("id"))
      .returning("id")
      .execute();
  const type = table === "invoices" ? "invoice" : "recurring_invoice";
  const snapshots = { before: { customer_id: customerId }, after: { customer_id: null } };
  await inChunks(context, unlink, (invoices) =>
    recording.add(invoices.map(({ id }) => ({ type, id, ...snapshots }))),
  );
}
