import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { email } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import {
  detailColumns,
  details,
  emailColumns,
  name,
  nameColumns,
  tagIds,
} from "./customer-fields.ts";
import { keepTags, linkTags } from "./customer-tags.ts";
import { type Customer, customerImage } from "./customer.ts";
import { requireCustomer } from "./get-customer.ts";

export const CreateCustomer = z.strictObject({
  name,
  email,
  ...details,
  tag_ids: tagIds.optional(),
});

export type CreateCustomer = z.output<typeof CreateCustomer>;

/** A new customer with the given tags. */
export async function createCustomer(context: Context, input: CreateCustomer): Promise<Customer> {
  return transaction(context, async (context) => {
    const tags = await keepTags(context, input.tag_ids ?? []);
    const row = await context.db
      .insertInto("customers")
      .values({
        ...detailColumns(input),
        ...nameColumns(input.name),
        ...emailColumns(input.email),
        team_id: context.team.id,
        id: context.newId(),
        is_archived: false,
        created_at: context.now,
        updated_at: context.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id } = row;
    const linked = await linkTags(context, row, tags);
    await record(context, [
      { type: "customer", id, before: null, after: customerImage(row) },
      ...linked,
    ]);
    return requireCustomer(context, { id });
  });
}
