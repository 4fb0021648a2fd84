import { sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import {
  countryCode,
  currency,
  email,
  emailList,
  label,
  text,
  uuid,
  webUrl,
} from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { asJson, jsonArrayIn } from "../../db/dialect.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Db } from "../../db/schema.ts";
import { Tag } from "../tags/tag.ts";

const line = text(300).nullish();

/** What customers_create and customers_update take besides name and email, under the names of the wire. */
export const details = {
  billingEmail: emailList.nullish(),
  phone: line,
  website: webUrl.nullish(),
  contact: line,
  note: text(10_000).nullish(),
  vatNumber: line,
  country: line,
  countryCode: countryCode.nullish(),
  addressLine1: line,
  addressLine2: line,
  city: line,
  state: line,
  zip: line,
  preferred_currency: currency.nullish(),
  default_payment_terms: z.int().min(0).max(3650).nullish().describe("days"),
};

export const name = label(200);
export const tagIds = z.array(uuid).max(100);
export { email };

const nullable = z.string().nullable();

export const Customer = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  billingEmail: nullable,
  phone: nullable,
  website: nullable,
  contact: nullable,
  note: nullable,
  vatNumber: nullable,
  country: nullable,
  countryCode: nullable,
  addressLine1: nullable,
  addressLine2: nullable,
  city: nullable,
  state: nullable,
  zip: nullable,
  preferred_currency: nullable,
  default_payment_terms: z.int().nullable(),
  is_archived: z.boolean(),
  tags: z.array(Tag),
  invoice_count: z.int(),
  project_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type Customer = z.output<typeof Customer>;

export const GetCustomer = z.strictObject({ id: uuid });

/** The customer with tags and counts, or null when the team has none with that id. */
export async function getCustomer(
  context: Context,
  { id }: z.output<typeof GetCustomer>,
): Promise<Customer | null> {
  const [row] = await findCustomer(context.db, { team_id: context.team.id, id });
  return row === undefined ? null : { ...row, tags: asJson(row.tags) };
}

const findCustomer = hotQuery((db, { slot }: Slots<{ team_id: string; id: string }>) =>
  db
    .selectFrom("customers")
    .where("customers.team_id", "=", slot("team_id"))
    .where("customers.id", "=", slot("id"))
    .select([
      "id",
      "name",
      "email",
      "billing_email as billingEmail",
      "phone",
      "website",
      "contact",
      "note",
      "vat_number as vatNumber",
      "country",
      "country_code as countryCode",
      "address_line_1 as addressLine1",
      "address_line_2 as addressLine2",
      "city",
      "state",
      "zip",
      "preferred_currency",
      "default_payment_terms",
      "is_archived",
      "created_at",
      "updated_at",
    ])
    .select((customer) => [
      tagsOf(db).as("tags"),
      customer
        .selectFrom("invoices")
        .whereRef("invoices.team_id", "=", "customers.team_id")
        .whereRef("invoices.customer_id", "=", "customers.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .$asScalar()
        .as("invoice_count"),
      customer
        .selectFrom("tracker_projects")
        .whereRef("tracker_projects.team_id", "=", "customers.team_id")
        .whereRef("tracker_projects.customer_id", "=", "customers.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .$asScalar()
        .as("project_count"),
    ]),
);

/** The tags of the row of `customers` that a query is at, by name; read them with `asJson`. */
export function tagsOf(db: Db) {
  return jsonArrayIn(db)(
    db
      .selectFrom("customer_tags as link")
      .innerJoin("tags as tag", (join) =>
        join.onRef("tag.team_id", "=", "link.team_id").onRef("tag.id", "=", "link.tag_id"),
      )
      .where("link.team_id", "=", sql.ref<string>("customers.team_id"))
      .where("link.customer_id", "=", sql.ref<string>("customers.id"))
      .select(["tag.id", "tag.name"])
      .orderBy("tag.name_folded")
      .orderBy("tag.id"),
  );
}

export function noCustomer(id: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "id",
    message: `Customer ${id} does not exist in this team`,
    next: "see customers_list",
  });
}
