import { sql } from "kysely";
import type { Register } from "../../core/naming.ts";
import type { AuditContext } from "../../db/context.ts";
import { registerOf, selectByName, type Values } from "../../db/names.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";

/** Looks up customers by name; archived ones are past. */
export const customerNames: Register<AuditContext> = {
  ...registerOf("customers"),
  noun: "customer",
  list: "customers_list",
  search: async ({ db, team }, search) => findByName(db, { ...search, team_id: team.id }),
};

const findByName = preparedQuery((db, slots: Slots<Values>) =>
  selectByName(db, "customers", slots, sql.ref("is_archived")),
);
