import { z } from "zod";
import { journalFields } from "../../activity/field.ts";
import { namesIn, type SharedSubject } from "../../activity/subject.ts";
import { ALL_CUSTOMER_FIELDS } from "../../shared/records/customer.ts";
import { type customerSnapshot, foldedColumns } from "./customer.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    customer: typeof customerSubject;
    customer_tag: typeof customerTagSubject;
  }
}

const Searched = z.object({
  name: z.string(),
  email: z.string(),
  contact: z.string().nullable(),
});

type CustomerColumn = Exclude<keyof ReturnType<typeof customerSnapshot>, "id">;

export const customerSubject: SharedSubject<CustomerColumn> = {
  isPrivate: false,
  noun: {
    label: "Customer",
    one: "a customer",
    named: "the customer *",
    inFields: "*",
    many: "customers",
  },
  fields: {
    ...journalFields("customers", ALL_CUSTOMER_FIELDS),
    is_archived: { label: "Archived", kind: "boolean" },
    created_at: null,
    updated_at: null,
  },
  page: "/customers/:id",
  names: namesIn("customers"),
  namedIn: "name",
  undo: {
    table: "customers",
    key: ["id"],
    derived: (snapshot) => foldedColumns(Searched.parse(snapshot)),
    touched: "updated_at",
    referredBy: [
      { table: "tracker_projects", column: "customer_id", one: "project" },
      { table: "invoices", column: "customer_id", one: "invoice" },
      { table: "recurring_invoices", column: "customer_id", one: "recurring invoice" },
      { table: "customer_tags", column: "customer_id", one: "tag" },
    ],
  },
};

/** Identified by the customer's id, since a link has no id. */
export const customerTagSubject: SharedSubject<"tag_id" | "customer_id"> = {
  isPrivate: false,
  noun: {
    label: "Tag of a customer",
    one: "a tag of a customer",
    named: "a tag of the customer *",
    many: "tags of customers",
  },
  verbs: { deleted: { said: "removed *", tried: "remove *" } },
  fields: {
    tag_id: { label: "Tag", kind: "id", of: "tag" },
    customer_id: { label: "Customer", kind: "id", of: "customer" },
  },
  page: null,
  names: "customer",
  namedIn: null,
  undo: {
    table: "customer_tags",
    key: ["customer_id", "tag_id"],
    derived: (_image, { customer_id }) => ({ created_at: customer_id?.["created_at"] }),
    referredBy: [],
  },
};
