import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { type EntryRow, selectEntries } from "./entry.ts";

export async function recentEntriesOf(
  { db, team }: Context,
  customer_id: string,
  rows: number,
): Promise<readonly EntryRow[]> {
  return findRecent(db, { team_id: team.id, customer_id, rows });
}

type Values = { readonly team_id: string; readonly customer_id: string; readonly rows: number };

/** Finds the ids in an index alone, then reads only these rows whole. */
const findRecent = hotQuery((db, { slot }: Slots<Values>) =>
  selectEntries(db)
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.sort_key", "in", (row) =>
      row
        .selectFrom("tracker_entries as newest")
        .where("newest.team_id", "=", slot("team_id"))
        .where("newest.project_id", "in", (entry) =>
          entry
            .selectFrom("tracker_projects as of_customer")
            .where("of_customer.team_id", "=", slot("team_id"))
            .where("of_customer.customer_id", "=", slot("customer_id"))
            .select("of_customer.id"),
        )
        .select("newest.sort_key")
        // An expression: otherwise SQLite would scan all the team's entries in index order.
        .orderBy(sql`newest.sort_key || ''`, "desc")
        .limit(slot("rows")),
    )
    .orderBy("entry.sort_key", "desc"),
);
