import { sql } from "kysely";
import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { answerSchemas } from "../../core/record-fields.ts";
import type { Context, AuditContext } from "../../db/context.ts";
import {
  jsonArrayIn,
  lockForKeyShare,
  lockForNoKeyUpdate,
  lockForUpdate,
} from "../../db/dialect.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { CUSTOMER_FIELDS } from "../../shared/records/customer.ts";
import { addMilliseconds, type Instant } from "../../shared/time.ts";
import { Tag } from "../tags/tag.ts";

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

export type Customer = z.output<typeof Customer>;

type Row = Schema["customers"];

/** A customer's snapshot in the journal. Tags are not part of it: links have events of their own. */
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
 * Time for `updated_at`: later than it was in each of the rows, also within one millisecond, so that an
 * edit that began before a change is noticed.
 */
export function changedAt({ now }: Context, rows: readonly Pick<Row, "updated_at">[]): Instant {
  return rows.reduce((latest, { updated_at }) => {
    const next = addMilliseconds(updated_at, 1);
    return next > latest ? next : latest;
  }, now);
}

/**
 * Locks the customer against other changes and deletion until the transaction ends. Others may refer to it
 * meanwhile: a merge of tags links it to another one.
 */
export async function lockCustomer(context: Context, id: string): Promise<Row | undefined> {
  return lockForNoKeyUpdate(context.db, customerById(context, id)).executeTakeFirst();
}

/** Locks the customer for its deletion: nothing new refers to it until the transaction ends. */
export async function lockToDelete(context: Context, id: string): Promise<Row | undefined> {
  return lockForUpdate(context.db, customerById(context, id)).executeTakeFirst();
}

function customerById({ db, team }: Context, id: string) {
  return db.selectFrom("customers").selectAll().where("team_id", "=", team.id).where("id", "=", id);
}

/** Locks the customer against deletion until the transaction ends; false if the team has none. */
export async function keepCustomer(context: AuditContext, id: string): Promise<boolean> {
  const customers = context.db
    .selectFrom("customers")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  return (await lockForKeyShare(context.db, customers).execute()).length > 0;
}

/** Tags of the current row of `customers`, by name; read them with `asJson`. */
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

export function noCustomer(id: string): Refusal {
  return notFound({ what: "Customer", id, path: "id", next: "see customers_list" });
}
