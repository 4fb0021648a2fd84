import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { keepRows, lockRows } from "../../db/dialect.ts";
import { transaction } from "../../db/transaction.ts";
import {
  type Customer,
  details,
  email,
  getCustomer,
  name,
  noCustomer,
  tagIds,
} from "./customer.ts";

export const CreateCustomer = z.strictObject({
  name,
  email,
  ...details,
  tag_ids: tagIds.optional(),
});

export async function createCustomer(
  context: Context,
  input: z.output<typeof CreateCustomer>,
): Promise<Customer> {
  return transaction(context, async (context) => {
    const id = context.newId();
    const tags = await keepTags(context, input.tag_ids ?? []);
    await context.db
      .insertInto("customers")
      .values({
        ...columnsOf(input),
        ...nameColumns(input.name),
        ...emailColumns(input.email),
        team_id: context.team.id,
        id,
        is_archived: false,
        created_at: context.now,
        updated_at: context.now,
      })
      .execute();
    await linkTags(context, id, tags);
    const customer = await requireCustomer(context, id);
    await record(context, [{ type: "customer", id, before: null, after: customer }]);
    return customer;
  });
}

export const UpdateCustomer = z.strictObject({
  id: uuid,
  name: name.optional(),
  email: email.optional(),
  ...details,
  is_archived: z.boolean().optional(),
  tag_ids: tagIds.optional().describe("replaces all tags; [] clears them"),
});

/** Changes only what is given; null clears a detail. */
export async function updateCustomer(
  context: Context,
  input: z.output<typeof UpdateCustomer>,
): Promise<Customer> {
  const { id } = input;
  return transaction(context, async (context) => {
    await lockCustomer(context, id);
    const before = await requireCustomer(context, id);
    await context.db
      .updateTable("customers")
      .set({
        ...columnsOf(input),
        ...(input.name === undefined ? {} : nameColumns(input.name)),
        ...(input.email === undefined ? {} : emailColumns(input.email)),
        is_archived: input.is_archived,
        updated_at: context.now,
      })
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    if (input.tag_ids !== undefined) {
      const tags = await keepTags(context, input.tag_ids);
      await unlinkTags(context, id);
      await linkTags(context, id, tags);
    }
    const after = await requireCustomer(context, id);
    await record(context, [{ type: "customer", id, ...difference(before, after) }]);
    return after;
  });
}

export async function lockCustomer(context: Context, id: string): Promise<void> {
  const customers = context.db
    .selectFrom("customers")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  await lockRows(context.db, customers.select("id")).execute();
}

async function requireCustomer(context: Context, id: string): Promise<Customer> {
  const customer = await getCustomer(context, { id });
  if (customer === null) throw noCustomer(id);
  return customer;
}

/** The columns of the details that are given. */
function columnsOf(input: z.output<z.ZodObject<typeof details>>) {
  return {
    billing_email: input.billingEmail,
    phone: input.phone,
    website: input.website,
    contact: input.contact,
    note: input.note,
    vat_number: input.vatNumber,
    country: input.country,
    country_code: input.countryCode,
    address_line_1: input.addressLine1,
    address_line_2: input.addressLine2,
    city: input.city,
    state: input.state,
    zip: input.zip,
    preferred_currency: input.preferred_currency,
    default_payment_terms: input.default_payment_terms,
  };
}

/** A name with the form in which it is searched. */
function nameColumns(name: string) {
  return { name, name_folded: fold(name) };
}

function emailColumns(email: string) {
  return { email, email_folded: fold(email) };
}

/**
 * The given tags, each once, held so that none can be deleted while the transaction is open. They
 * are held before any link is touched, as tags_delete does, so that neither waits for the other.
 */
async function keepTags(context: Context, given: readonly string[]): Promise<readonly string[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return [];
  const tags = context.db
    .selectFrom("tags")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "in", ids);
  const known = new Set((await keepRows(context.db, tags).execute()).map((tag) => tag.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw noTag(unknown, given.indexOf(unknown));
  return ids;
}

async function linkTags(
  context: Context,
  customerId: string,
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  const links = tagIds.map((tag_id) => ({
    team_id: context.team.id,
    customer_id: customerId,
    tag_id,
  }));
  await context.db.insertInto("customer_tags").values(links).execute();
}

export async function unlinkTags(context: Context, customerId: string): Promise<void> {
  await context.db
    .deleteFrom("customer_tags")
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId)
    .execute();
}

function noTag(id: string, index: number): Refusal {
  return new Refusal({
    code: "not_found",
    path: `tag_ids.${index}`,
    message: `Tag ${id} does not exist in this team`,
    next: "see tags_list; nothing was saved",
  });
}
