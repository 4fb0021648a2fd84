import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../db/context.ts";
import { indexedBy, dialectOf } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { projectOf } from "../projects/find-projects.ts";
import { listProjects } from "../projects/list-projects.ts";
import { shownAmongOthers, shownProject, total, type EntryRow, selectEntries } from "./entry.ts";

const MOST_PROJECTS = 50;
const MOST_ENTRIES = 20;

export async function timeOfCustomer(context: Context, customer_id: string) {
  const page = await listProjects(context, { customer_id, limit: MOST_PROJECTS });
  const rows = await recentEntriesOf(context, customer_id, MOST_ENTRIES + 1);
  const entries = rows.slice(0, MOST_ENTRIES);
  const moreProjects = `There are more projects than the newest ${MOST_PROJECTS}; tracker_list_projects with customer_id ${customer_id} lists all.`;
  const moreEntries = `There are more entries than the newest ${MOST_ENTRIES}; tracker_list_entries with a project_id and assigned_id "all" has them.`;
  const [time] = await findTimeOfCustomer(context.db, { team_id: context.team.id, customer_id });
  return {
    tracked: total(time?.seconds ?? 0),
    projects: page.items.map((row) => shownProject(projectOf(row))),
    recent_entries: entries.map(shownAmongOthers),
    notices: [
      ...(page.nextCursor === null ? [] : [moreProjects]),
      ...(rows.length > entries.length ? [moreEntries] : []),
    ],
  };
}

/**
 * Sum over the customer's projects, without running timers. A subquery for each project: SQLite would
 * begin a join with all totals of the team.
 */
export const findTimeOfCustomer = preparedQuery(
  (db, { slot }: Slots<{ team_id: string; customer_id: string }>) =>
    db
      .selectFrom("tracker_projects as project")
      .where("project.team_id", "=", slot("team_id"))
      .where("project.customer_id", "=", slot("customer_id"))
      .select((row) =>
        sql<number>`coalesce(sum(${row
          .selectFrom("tracker_totals as total")
          .whereRef("total.team_id", "=", "project.team_id")
          .whereRef("total.project_id", "=", "project.id")
          .select(sql<number>`sum(total.seconds)`.as("seconds"))}), 0)`.as("seconds"),
      ),
);

/** First day, and a sort key behind those of the last one. */
type Days = { readonly from: Day | undefined; readonly until: string | undefined };

/** Number and time of the entries on a customer's projects, running timers without their time. */
export async function totalOfCustomer({ db, team }: Context, customer_id: string, days: Days) {
  const values = { team_id: team.id, customer_id, ...days };
  const isWhole = days.from === undefined && days.until === undefined;
  const [[all], [time]] = await Promise.all([
    isWhole ? countEntries(db, values) : findTotal(db, values),
    isWhole ? findTimeOfCustomer(db, { team_id: team.id, customer_id }) : [],
  ]);
  return { entries: all?.entries ?? 0, seconds: time?.seconds ?? all?.seconds ?? 0 };
}

type TotalValues = Days & { readonly team_id: string; readonly customer_id: string };

/** Reads the index alone; the time of all entries is kept as totals. */
const countEntries = preparedQuery((db, slots: Slots<TotalValues>) =>
  db
    .selectFrom(sql<object>`${entriesOf(db, slots)}`.as("listed"))
    .select(({ fn }) => [fn.countAll<number>().as("entries"), sql<number>`0`.as("seconds")]),
);

const findTotal = preparedQuery((db, slots: Slots<TotalValues>) =>
  db
    .selectFrom(sql<{ readonly duration: number | null }>`${entriesOf(db, slots)}`.as("listed"))
    .select(({ fn }) => [
      fn.countAll<number>().as("entries"),
      sql<number>`coalesce(sum(duration), 0)`.as("seconds"),
    ]),
);

/** SQLite reads a cross join in the order written: the projects of the customer first. */
function entriesOf(db: Db, { slot, given }: Slots<TotalValues>) {
  return sql`(select entry.duration
    from tracker_projects as project
      cross join tracker_entries as entry ${indexedBy(db, "tracker_entries_by_project")}
    where project.team_id = ${slot("team_id")} and project.customer_id = ${slot("customer_id")}
      and entry.team_id = project.team_id and entry.project_id = project.id
      ${given("from") ? sql`and entry.sort_key >= ${slot("from")}` : sql``}
      ${given("until") ? sql`and entry.sort_key < ${slot("until")}` : sql``})`;
}

type RecentRow = EntryRow & { readonly sort_key: string };

type Between = {
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

type RecentValues = Between & {
  readonly team_id: string;
  readonly customer_id: string;
  readonly rows: number;
};

/** Finds the newest of each project in an index alone, then reads only the newest of all whole. */
const findRecent = preparedQuery((db, slots: Slots<RecentValues>) => {
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
function newestOfEach(db: Db, { slot, given }: Slots<RecentValues>): RawBuilder<unknown> {
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
