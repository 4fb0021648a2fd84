import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { noticesOf } from "../../core/fields.ts";
import { completionOf, findNamed, reference } from "../../core/naming.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { timeOfCustomer } from "../timesheet/time-of-customer.ts";
import { Customer as ToolCustomer, customerNames } from "./customer.ts";
import { getCustomer } from "./get-customer.ts";

const Customer = z.strictObject({ customer: reference });

/** Tools that tell what the resource has. */
export const CUSTOMER_TOOLS =
  'customers_list finds the id by name; then customers_get, tracker_list_projects with customer_id, and tracker_list_entries with project_id and assigned_id "all"';

export const customerResource: Resource<Context> = {
  uri: "ledgerport://customers/{customer}",
  name: "customer",
  title: "Customer",
  tier: "read",
  description:
    "A customer by its id, its name or a part of it that no other has: every field, its tags, its projects with their tracked time, and the newest entries.",
  mimeType: "application/json",
  completions: { customer: completionOf(customerNames) },
  read: async (context, variables) => {
    const { customer } = parseArguments(Customer, variables);
    const found = await findNamed(context, customerNames, customer);
    const contents = found === null ? null : await getDossier(context, found.id);
    return contents === null ? null : jsonContents(context, contents);
  },
};

async function getDossier(context: Context, id: string): Promise<object | null> {
  const customer = await getCustomer(context, { id });
  if (customer === null) return null;
  const { notices, ...time } = await timeOfCustomer(context, id);
  return { customer: ToolCustomer.parse(customer), ...time, ...noticesOf(notices) };
}
