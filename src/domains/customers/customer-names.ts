import { sql } from "kysely";
import type { Register } from "../../core/naming.ts";
import type { AuditContext } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { registerOf, selectByName, type Values } from "../../db/names.ts";

/** Looks up customers by name; archived ones are past. */
export const customerNames: Register<AuditContext> = {
  ...registerOf("customers"),
  noun: "customer",
  list: "customers_list",
  search: async ({ db, team }, search) => findByName(db, { ...search, team_id: team.id }),
};

const findByName = hotQuery((db, slots: Slots<Values>) =>
  selectByName(db, "customers", slots, sql.ref("is_archived")),
);
