import { sql } from "kysely";
import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Register } from "../../core/naming.ts";
import {
  answerSchemas,
  changeSchemas,
  inputSchemas,
  writtenColumns,
} from "../../core/record-fields.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import {
  jsonArrayIn,
  lockForKeyShare,
  lockForNoKeyUpdate,
  lockForUpdate,
} from "../../db/dialect.ts";
import { registerOf, selectByName, type Values } from "../../db/names.ts";
import { orNull, preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { ALL_CUSTOMER_FIELDS, CUSTOMER_FIELDS } from "../../shared/records/customer.ts";
import { Tag } from "../tags/tag.ts";

/** As tools answer it. */
export const Customer = z.object({
  id: uuid,
  ...answerSchemas(CUSTOMER_FIELDS),
  is_archived: z.boolean(),
  tags: z.array(Tag),
  invoice_count: z.int(),
  project_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** With the fields that only people set. */
export const WholeCustomer = Customer.extend(answerSchemas(ALL_CUSTOMER_FIELDS));

export type WholeCustomer = z.output<typeof WholeCustomer>;

export const customerInput = inputSchemas(CUSTOMER_FIELDS);

export const wholeInput = inputSchemas(ALL_CUSTOMER_FIELDS);

export const customerChanges = changeSchemas(CUSTOMER_FIELDS);

export const wholeChanges = changeSchemas(ALL_CUSTOMER_FIELDS);

type Given<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

export const tagIds = z.array(uuid).max(100);

export function newCustomer(
  context: Context,
  given: Given<typeof wholeInput>,
): Schema["customers"] {
  const { name, email, contact = null } = given;
  return {
    ...orNull(writtenColumns(ALL_CUSTOMER_FIELDS, given)),
    ...foldedColumns({ name, email, contact }),
    team_id: context.team.id,
    id: context.newId(),
    is_archived: false,
    created_at: context.now,
    updated_at: context.now,
  };
}

export function changedColumns(given: Given<typeof wholeChanges>) {
  const { name, email, contact } = given;
  const folded = foldedColumns({ name, email, contact });
  return { ...writtenColumns(ALL_CUSTOMER_FIELDS, given), ...folded };
}

/** Makes the copies in which texts are searched. */
export function foldedColumns<Name, Email, Contact>(texts: {
  readonly name: Name;
  readonly email: Email;
  readonly contact: Contact;
}) {
  return {
    name_folded: folded(texts.name),
    email_folded: folded(texts.email),
    contact_folded: folded(texts.contact),
  };
}

function folded<Text>(text: Text) {
  return typeof text === "string" ? fold(text) : text;
}

type Row = Schema["customers"];

/** Leaves tags out: their links have snapshots of their own. */
export function customerSnapshot({
  team_id: _team,
  name_folded: _name,
  email_folded: _email,
  contact_folded: _contact,
  ...snapshot
}: Row) {
  return snapshot;
}

/**
 * Locks the customer against other changes and deletion until the transaction ends. Others may refer to it
 * meanwhile: a merge of tags links it to another one.
 */
export async function lockCustomer(context: Context, id: string): Promise<Row | undefined> {
  return lockForNoKeyUpdate(context.db, customerById(context, id)).executeTakeFirst();
}

/** Locks the customer so that nothing new refers to it until the transaction ends. */
export async function lockToDelete(context: Context, id: string): Promise<Row | undefined> {
  return lockForUpdate(context.db, customerById(context, id)).executeTakeFirst();
}

function customerById({ db, team }: AuditContext, id: string) {
  return db.selectFrom("customers").selectAll().where("team_id", "=", team.id).where("id", "=", id);
}

/** Locks the customer against deletion until the transaction ends; false if the team has none. */
export async function keepCustomer(context: AuditContext, id: string): Promise<boolean> {
  return (await keptCustomer(context, id)) !== undefined;
}

/** The row of a customer that is locked against deletion until the transaction ends. */
export async function keptCustomer(context: AuditContext, id: string): Promise<Row | undefined> {
  return lockForKeyShare(context.db, customerById(context, id)).executeTakeFirst();
}

/** Selects the tags of the current row of `customers`, by name; read them with `asJson`. */
export function tagsOf(db: Db) {
  return jsonArrayIn(db)(
    db
      .selectFrom("customer_tags as link")
      // With an inner join SQLite would start from all tags of the team.
      .leftJoin("tags as tag", (join) =>
        join.onRef("tag.team_id", "=", "link.team_id").onRef("tag.id", "=", "link.tag_id"),
      )
      .where("link.team_id", "=", sql.ref<string>("customers.team_id"))
      .where("link.customer_id", "=", sql.ref<string>("customers.id"))
      .select(["link.tag_id as id", sql.ref<string>("tag.name").as("name")])
      .orderBy("tag.name_folded")
      .orderBy("tag.id"),
  );
}

export const customerNames: Register<AuditContext> = {
  ...registerOf("customers"),
  noun: "customer",
  list: "customers_list",
  search: async ({ db, team }, search) => findByName(db, { ...search, team_id: team.id }),
};

const findByName = preparedQuery((db, slots: Slots<Values>) =>
  selectByName(db, "customers", slots, sql.ref("is_archived")),
);

export function noCustomer(id: string): Refusal {
  return notFound({ what: "Customer", id, path: "id", next: "see customers_list" });
}
