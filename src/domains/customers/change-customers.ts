import { z } from "zod";
import { type Change, difference, Recording } from "../../activity/journal.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { timeOfChange } from "../../shared/time.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { ChosenCustomers, forChosenCustomers } from "./chosen-customers.ts";
import { linkTags, unlinkTag } from "./customer-tags.ts";
import { customerSnapshot } from "./customer.ts";

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
    return end(recording);
  });
}

export const TagCustomers = ChooseCustomers.extend({ tag: uuid });

export type TagCustomers = z.output<typeof TagCustomers>;

export async function tagCustomers(
  context: Context,
  input: TagCustomers,
): Promise<ChangedCustomers> {
  return changeLinks(context, input, async (context, customers) =>
    linkTags(context, customers, [input.tag]),
  );
}

export async function untagCustomers(
  context: Context,
  input: TagCustomers,
): Promise<ChangedCustomers> {
  return changeLinks(context, input, async (context, customers) =>
    unlinkTag(context, customers, input.tag),
  );
}

async function changeLinks(
  context: Context,
  { chosen, tag }: TagCustomers,
  change: (context: Context, customers: readonly Row[]) => Promise<readonly Change[]>,
): Promise<ChangedCustomers> {
  return transaction(context, async (context) => {
    await keepTags(context, [tag], "tag");
    const recording = new Recording(context);
    await forChosenCustomers(context, chosen, async (customers) => {
      const links = await change(context, customers);
      const linked = new Set(links.map(({ id }) => id));
      const changed = customers.filter(({ id }) => linked.has(id));
      await changeAll(context, recording, changed, {});
      await recording.add(links);
    });
    return end(recording);
  });
}

type Row = Schema["customers"];

async function changeAll(
  context: Context,
  recording: Recording,
  customers: readonly Row[],
  values: Partial<Pick<Row, "is_archived">>,
): Promise<void> {
  if (customers.length === 0) return;
  const updated_at = customers.reduce(
    (latest, customer) => timeOfChange(latest, customer.updated_at),
    context.now,
  );
  const before = new Map(customers.map((row) => [row.id, customerSnapshot(row)]));
  const rows = await context.db
    .updateTable("customers")
    .set({ ...values, updated_at })
    .where("team_id", "=", context.team.id)
    .where("id", "in", [...before.keys()])
    .returningAll()
    .execute();
  await recording.add(
    rows.map((row) => {
      const snapshots = difference(before.get(row.id) ?? {}, customerSnapshot(row));
      return { type: "customer", id: row.id, ...snapshots };
    }),
  );
}

async function end(recording: Recording): Promise<ChangedCustomers> {
  const changed = recording.countOf("customer");
  return { changed, event: changed === 0 ? null : await recording.end() };
}
