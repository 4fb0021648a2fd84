import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { dialectOf } from "../../db/dialect.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { type EntryRow, selectEntries } from "./entry.ts";

type RecentRow = EntryRow & { readonly sort_key: string };

type Between = {
  /** First day. */
  readonly from?: Day | undefined;
  /** Sort key of the entry after which the newest are wanted. */
  readonly before?: string | undefined;
};

export async function recentEntriesOf(
  { db, team }: Context,
  customer_id: string,
  rows: number,
  { from, before }: Between = {},
): Promise<readonly RecentRow[]> {
  return findRecent(db, { team_id: team.id, customer_id, rows, from, before });
}

type Values = Between & {
  readonly team_id: string;
  readonly customer_id: string;
  readonly rows: number;
};

/** Finds the newest of each project in an index alone, then reads only the newest of all whole. */
const findRecent = hotQuery((db, slots: Slots<Values>) => {
  const { slot } = slots;
  return selectEntries(db)
    .select("entry.sort_key")
    .where("entry.team_id", "=", slot("team_id"))
    .where(
      sql<boolean>`entry.sort_key in (
        select newest.sort_key
        from tracker_projects as of_customer ${newestOfEach(db, slots)}
        where of_customer.team_id = ${slot("team_id")} and of_customer.customer_id = ${slot("customer_id")}
        order by newest.sort_key || '' desc limit ${slot("rows")})`,
    )
    .orderBy("entry.sort_key", "desc");
});

/** Joins the newest entries of each project; SQLite has no lateral join. */
function newestOfEach(db: Db, { slot, given }: Slots<Values>): RawBuilder<unknown> {
  const [team, rows] = [slot("team_id"), slot("rows")];
  const older = given("before") ? sql`and listed.sort_key < ${slot("before")}` : sql``;
  const newer = given("from") ? sql`and listed.sort_key >= ${slot("from")}` : sql``;
  const ofProject = sql`(select listed.sort_key from tracker_entries as listed
    where listed.team_id = ${team} and listed.project_id = of_customer.id
    ${older} ${newer} order by listed.sort_key desc limit ${rows})`;
  return dialectOf(db) === "postgres"
    ? sql`cross join lateral ${ofProject} as newest`
    : sql`cross join tracker_entries as newest
        on newest.team_id = ${team} and newest.sort_key in ${ofProject}`;
}
