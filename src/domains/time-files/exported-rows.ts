import { sql } from "kysely";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { selectEntries } from "../timesheet/entry.ts";
import { pageOfEntries, type Values } from "../timesheet/list-entries.ts";

type Exported = Values & { readonly customer_id?: string | undefined };

export type ExportRow = Awaited<ReturnType<typeof findExported>>[number];

/** Entries with what a file tells of their projects and people, the newest first. */
export const findExported = preparedQuery((db, slots: Slots<Exported>) => {
  const { slot, given } = slots;
  const page = pageOfEntries(db, slots).$if(given("customer_id"), (query) =>
    query.where(
      sql<boolean>`listed.project_id in (select id from tracker_projects
        where team_id = ${slot("team_id")} and customer_id = ${slot("customer_id")})`,
    ),
  );
  return selectEntries(db, sql`${page}`)
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .select(["entry.sort_key", "project.billable", "assigned.email"])
    .select("customer.name as customer_name")
    .orderBy("entry.sort_key", "desc");
});
