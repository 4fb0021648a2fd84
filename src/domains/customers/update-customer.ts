import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { email, uuid } from "../../core/fields.ts";
import type { Instant } from "../../core/time.ts";
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
import { keepTags, linkTags, unlinkTags } from "./customer-tags.ts";
import { type Customer, customerImage, lockCustomer, noCustomer } from "./customer.ts";
import { requireCustomer } from "./get-customer.ts";

export const UpdateCustomer = z.strictObject({
  id: uuid,
  name: name.optional(),
  email: email.optional(),
  ...details,
  is_archived: z.boolean().optional(),
  tag_ids: tagIds.optional().describe("replaces all tags; [] clears them"),
});

export type UpdateCustomer = z.output<typeof UpdateCustomer>;

/** Changes only what is given; null clears a detail. */
export async function updateCustomer(context: Context, input: UpdateCustomer): Promise<Customer> {
  const { id } = input;
  return transaction(context, async (context) => {
    const before = await lockCustomer(context, id);
    if (before === undefined) throw noCustomer(id);
    if (Object.keys(input).length === 1) return requireCustomer(context, { id });
    const after = await context.db
      .updateTable("customers")
      .set({
        ...detailColumns(input),
        ...(input.name === undefined ? {} : nameColumns(input.name)),
        ...(input.email === undefined ? {} : emailColumns(input.email)),
        is_archived: input.is_archived,
        updated_at: context.now,
      })
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const images = difference(customerImage(before), customerImage(after));
    const links = await changeTags(context, before, input.tag_ids);
    await record(context, [{ type: "customer", id, ...images }, ...links]);
    return requireCustomer(context, { id });
  });
}

/** Leaves the customer with the given tags; none given leaves it as it is. */
async function changeTags(
  context: Context,
  customer: { readonly id: string; readonly created_at: Instant },
  given: readonly string[] | undefined,
): Promise<readonly Change[]> {
  if (given === undefined) return [];
  const tags = await keepTags(context, given);
  return [
    ...(await unlinkTags(context, customer.id, tags)),
    ...(await linkTags(context, customer, tags)),
  ];
}
