import type { Context } from "../db/context.ts";
import { createCustomer } from "../domains/customers/create-customer.ts";
import { updateCustomer } from "../domains/customers/update-customer.ts";
import { createTag } from "../domains/tags/create-tag.ts";
import { chanceOf } from "./chance.ts";
import { type DemoCustomer, TAGS } from "./customer.ts";
import { CUSTOMERS_IN_ASIA } from "./customers-in-asia.ts";
import { CUSTOMERS_IN_EUROPE } from "./customers-in-europe.ts";
import { CUSTOMERS_IN_THE_AMERICAS } from "./customers-in-the-americas.ts";
import type { Staff } from "./fill-team.ts";
import { ago } from "./past.ts";
import { TEAM } from "./people.ts";
import { inWebApp } from "./web-app.ts";

export async function fillCustomers(staff: Staff): Promise<ReadonlyMap<string, string>> {
  const tagIds = await fillTags(staff.mara);
  const chance = chanceOf(5);
  const customers = [
    ...CUSTOMERS_IN_EUROPE.map((customer) => ({ context: staff.mara, customer })),
    ...CUSTOMERS_IN_THE_AMERICAS.map((customer) => ({ context: staff.daniel, customer })),
    ...CUSTOMERS_IN_ASIA.map((customer) => ({ context: staff.yuki, customer })),
  ];
  const ids = new Map<string, string>();
  for (const { context, customer } of customers) {
    const { id } = await fillCustomer(context, customer, tagIds, chance.between(9 * 60, 17 * 60));
    ids.set(customer.name, id);
  }
  return ids;
}

async function fillTags(context: Context): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [position, name] of TAGS.entries()) {
    const then = ago(context, TEAM.since - 1, 11 * 60 + position);
    const tag = await createTag(inWebApp(then, "POST /api/teams/:team/tags"), { name });
    ids.set(name, tag.id);
  }
  return ids;
}

async function fillCustomer(
  context: Context,
  { tags, since, archived, ...input }: DemoCustomer,
  tagIds: ReadonlyMap<string, string>,
  minutes: number,
): Promise<{ id: string }> {
  const tag_ids = tags.flatMap((tag) => tagIds.get(tag) ?? []);
  const added = inWebApp(ago(context, since, minutes), "POST /api/teams/:team/customers");
  const { id } = await createCustomer(added, { ...input, tag_ids });
  if (archived !== undefined) {
    const then = ago(context, archived, minutes);
    const changed = inWebApp(then, "PATCH /api/teams/:team/customers/:id");
    await updateCustomer(changed, { id, is_archived: true });
  }
  return { id };
}
