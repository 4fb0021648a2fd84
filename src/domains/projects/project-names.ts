import { sql } from "kysely";
import type { Register } from "../../core/naming.ts";
import type { AuditContext } from "../../db/context.ts";
import { registerOf, selectByName, type Values } from "../../db/names.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";

/** Looks up projects by name; completed ones are past. */
export const projectNames: Register<AuditContext> = {
  ...registerOf("tracker_projects"),
  noun: "project",
  list: "tracker_list_projects",
  search: async ({ db, team }, search) => findByName(db, { ...search, team_id: team.id }),
};

const findByName = preparedQuery((db, slots: Slots<Values>) =>
  selectByName(db, "tracker_projects", slots, sql`(status = 'completed')`),
);
