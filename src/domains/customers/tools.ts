import { byId, notices } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { CreateCustomer, createCustomer } from "./create-customer.ts";
import { Customer } from "./customer.ts";
import { deleteCustomer, DeletedCustomer, lossOfCustomer } from "./delete-customer.ts";
import { getCustomer } from "./get-customer.ts";
import { CustomerList, CustomersAsked, toolCustomers } from "./tool-answers.ts";
import { UpdateCustomer, updateCustomer } from "./update-customer.ts";

const TOLD = ["id", "name", "email", "tags", "is_archived"];

export const customerTools: readonly Tool<Context>[] = [
  defineTool({
    name: "customers_list",
    title: "List customers",
    tier: "read",
    resource: "customers",
    description:
      "Lists the team's customers, newest first. name and email match any part, ignoring case and accents. Without is_archived both archived and other customers are listed. Notes, phones and addresses are in customers_get; search_global searches notes and VAT numbers. tags_list has the ids for tag_id.",
    input: CustomersAsked,
    output: CustomerList,
    told: [...TOLD, "items", "nextCursor"],
    example: (idOf) => ({ tag_id: idOf("tag") }),
    handler: toolCustomers,
  }),
  defineTool({
    name: "customers_get",
    title: "Get customer",
    tier: "read",
    resource: "customers",
    description:
      "Returns one customer, with tags and numbers of invoices and projects; null when the team has no customer with that id. Ids come from customers_list; invoices_list with customer_id tells what is owed.",
    effect: "Reads one customer with all its details and tags.",
    input: byId,
    output: Customer.nullable(),
    told: TOLD,
    example: (idOf) => ({ id: idOf("customer") }),
    handler: getCustomer,
  }),
  defineTool({
    name: "customers_create",
    title: "Create customer",
    tier: "write",
    resource: "customers",
    event: { of: "customer", did: "created" },
    description:
      "Creates a customer and returns it. Names and e-mail addresses need not be unique: customers_list shows whether there is one already. tag_ids links existing tags (see tags_list); an unknown id refuses the whole call.",
    input: CreateCustomer,
    output: Customer.extend({ notices }),
    told: TOLD,
    example: (idOf) => ({ name: "New", email: "new@example.com", tag_ids: [idOf("tag")] }),
    handler: createCustomer,
  }),
  defineTool({
    name: "customers_update",
    title: "Update customer",
    tier: "write",
    resource: "customers",
    event: { of: "customer", did: "changed" },
    description:
      "Changes the given fields of a customer and returns it; fields left out stay as they are; clear names those to empty. tag_ids replaces all of its tags. is_archived: true archives it: tags, invoices and projects stay, and customers_list with is_archived: false leaves it out. Ids come from customers_list.",
    effect: "Changes details and tags of a customer, or archives it.",
    input: UpdateCustomer,
    output: Customer.extend({ notices }),
    told: TOLD,
    example: (idOf) => ({ id: idOf("customer"), name: "Renamed", tag_ids: [idOf("tag")] }),
    idempotent: true,
    handler: updateCustomer,
  }),
  defineTool({
    name: "customers_delete",
    title: "Delete customer",
    tier: "destructive",
    resource: "customers",
    event: { of: "customer", did: "deleted" },
    description:
      "Deletes a customer, together with its tracker projects and all their time entries; a person can undo it for 30 days. Its invoices and recurring invoices stay, without a customer. Returns how much went; deleted: false when there was no such customer. Archiving with customers_update keeps everything.",
    input: byId,
    output: DeletedCustomer,
    dryRun: true,
    example: (idOf) => ({ id: idOf("customer") }),
    idempotent: true,
    handler: deleteCustomer,
    loss: lossOfCustomer,
  }),
];
