import type { ById } from "../../core/fields.ts";
import { selectedColumns } from "../../core/record-fields.ts";
import type { Context } from "../../db/context.ts";
import { asJson } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { ALL_CUSTOMER_FIELDS } from "../../shared/records/customer.ts";
import { noCustomer, tagsOf, type WholeCustomer } from "./customer.ts";

export async function getCustomer(context: Context, { id }: ById): Promise<WholeCustomer | null> {
  const [row] = await findCustomer(context.db, { team_id: context.team.id, id });
  return row === undefined ? null : { ...row, tags: asJson(row.tags) };
}

export async function requireCustomer(context: Context, input: ById): Promise<WholeCustomer> {
  const customer = await getCustomer(context, input);
  if (customer === null) throw noCustomer(input.id);
  return customer;
}

export const SELECTED = [
  "id",
  ...selectedColumns(ALL_CUSTOMER_FIELDS),
  "is_archived",
  "created_at",
  "updated_at",
] as const;

const findCustomer = preparedQuery((db, { slot }: Slots<{ team_id: string; id: string }>) =>
  db
    .selectFrom("customers")
    .where("customers.team_id", "=", slot("team_id"))
    .where("customers.id", "=", slot("id"))
    .select(SELECTED)
    .select((customer) => [
      tagsOf(db).as("tags"),
      customer
        .selectFrom("invoices")
        .whereRef("invoices.team_id", "=", "customers.team_id")
        .whereRef("invoices.customer_id", "=", "customers.id")
        .where("invoices.type", "=", "invoice")
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
