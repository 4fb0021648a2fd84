import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { findTimeOfCustomer } from "./time-of-customer.ts";

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

type Values = Days & { readonly team_id: string; readonly customer_id: string };

/** Reads the index alone; the time of all entries is kept as totals. */
const countEntries = hotQuery((db, slots: Slots<Values>) =>
  db
    .selectFrom(sql<object>`${entriesOf(db, slots)}`.as("listed"))
    .select(({ fn }) => [fn.countAll<number>().as("entries"), sql<number>`0`.as("seconds")]),
);

const findTotal = hotQuery((db, slots: Slots<Values>) =>
  db
    .selectFrom(sql<{ readonly duration: number | null }>`${entriesOf(db, slots)}`.as("listed"))
    .select(({ fn }) => [
      fn.countAll<number>().as("entries"),
      sql<number>`coalesce(sum(duration), 0)`.as("seconds"),
    ]),
);

/** SQLite reads a cross join in the order written: the projects of the customer first. */
function entriesOf(db: Db, { slot, given }: Slots<Values>) {
  return sql`(select entry.duration
    from tracker_projects as project
      cross join tracker_entries as entry ${indexedBy(db, "tracker_entries_by_project")}
    where project.team_id = ${slot("team_id")} and project.customer_id = ${slot("customer_id")}
      and entry.team_id = project.team_id and entry.project_id = project.id
      ${given("from") ? sql`and entry.sort_key >= ${slot("from")}` : sql``}
      ${given("until") ? sql`and entry.sort_key < ${slot("until")}` : sql``})`;
}
