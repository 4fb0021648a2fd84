import { sql } from "kysely";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { hasWordIn, type Words, wordSlots } from "../../db/words.ts";
import type { Day } from "../../shared/time.ts";
import { heldBy } from "../invoices/held-time.ts";

/** Words are in the project's or its customer's name. */
type ProjectFilters = Words & {
  readonly team_id: string;
  readonly project_id?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly currency?: string | undefined;
};

export type UnbilledFilters = ProjectFilters & {
  /** Sort key behind those of today: time of later days is not unbilled yet. */
  readonly ahead: string;
  /** First day of the time; all time without any day. */
  readonly from?: Day | undefined;
  /** Sort key behind those of the last day, which is today at the latest. */
  readonly until?: string | undefined;
};

type Tracked = {
  readonly currency: string;
  readonly rate_minor: number;
  readonly seconds: number;
};

/** Value of a project's time in minor units, rounded half up: the sum is that of the projects' own. */
export function unbilledValue(rate: string, seconds: string) {
  return sql<number>`((2 * ${sql.ref(rate)} * ${sql.ref(seconds)} + 3600) / 7200)`;
}

/** Computes the same from numbers. Their product may be beyond what a number holds exactly. */
export function worthOf(rate: number, seconds: number): number {
  return Number((2n * BigInt(rate) * BigInt(seconds) + 3600n) / 7200n);
}

/**
 * Value of tracked time on billable projects with a rate, by currency. SQLite reads the tables of a
 * cross join in the order written: only the time of these projects.
 */
export const findUnbilled = preparedQuery((db, slots: Slots<UnbilledFilters>) =>
  db
    .selectFrom(
      sql<Tracked>`(select project.currency, cast(project.rate_minor as bigint) as rate_minor,
          cast(${timeOf(slots).sum} as bigint) as seconds
        from tracker_projects as project cross join ${timeOf(slots).table} as spent
        where ${isUnbilled(slots)} and ${timeOf(slots).isOfProject}
        group by project.currency, project.rate_minor, project.id)`.as("tracked"),
    )
    .select([
      "tracked.currency",
      sql<number>`sum(${unbilledValue("tracked.rate_minor", "tracked.seconds")})`.as("minor"),
      sql<number>`sum(tracked.seconds)`.as("seconds"),
      sql<number>`count(*)`.as("projects"),
    ])
    .where("tracked.seconds", ">", 0)
    .groupBy("tracked.currency")
    .orderBy("tracked.currency"),
);

/** Seconds of later days than today, which would be unbilled. */
export const findAhead = preparedQuery((db, slots: Slots<UnbilledFilters>) =>
  db
    .selectFrom("tracker_projects as project")
    .innerJoin("tracker_entries as spent", (join) =>
      join
        .onRef("spent.team_id", "=", "project.team_id")
        .onRef("spent.project_id", "=", "project.id"),
    )
    .where(sql<boolean>`${isUnbilled(slots)}`)
    .where("spent.sort_key", ">=", slots.slot("ahead"))
    .where("spent.duration", ">", 0)
    .where(isFree("spent"))
    .select(sql<number>`coalesce(sum(spent.duration), 0)`.as("seconds")),
);

export const findBillable = preparedQuery((db, slots: Slots<ProjectFilters>) =>
  db
    .selectFrom("tracker_projects as project")
    .where(sql<boolean>`${isUnbilled(slots)}`)
    .select("project.id")
    .limit(1),
);

type Place = {
  readonly after_currency?: string | undefined;
  /** Folded; "" without a customer. */
  readonly after_customer?: string | undefined;
  readonly after_customer_id?: string | undefined;
  readonly after_name?: string | undefined;
  readonly after_id?: string | undefined;
  readonly rows: number;
};

const CUSTOMER = sql<string>`coalesce(customer.name_folded, '')`;
const CUSTOMER_ID = sql<string>`coalesce(cast(customer.id as text), '')`;

export const findUnbilledProjects = preparedQuery((db, slots: Slots<UnbilledFilters & Place>) => {
  const { slot, given } = slots;
  const { table, isOfProject, sum } = timeOf(slots);
  return db
    .selectFrom(
      sql<Found>`(select project.id, project.name, project.name_folded, project.currency,
          cast(project.rate_minor as bigint) as rate_minor, customer.id as customer_id,
          customer.name as customer_name, ${CUSTOMER} as place, ${CUSTOMER_ID} as place_id,
          cast((select ${sum} from ${table} as spent where ${isOfProject}) as bigint) as seconds
        from tracker_projects as project left join customers as customer
          on customer.team_id = project.team_id and customer.id = project.customer_id
        where ${isUnbilled(slots)}
          and (select ${sum} from ${table} as spent where ${isOfProject}) > 0
          ${
            given("after_id")
              ? sql`and (project.currency, ${CUSTOMER}, ${CUSTOMER_ID}, project.name_folded, project.id)
                  > (${slot("after_currency")}, ${slot("after_customer")}, ${slot("after_customer_id")},
                    ${slot("after_name")}, ${slot("after_id")})`
              : sql``
          }
        order by project.currency, ${CUSTOMER}, ${CUSTOMER_ID}, project.name_folded, project.id
        limit ${slot("rows")})`.as("found"),
    )
    .selectAll("found")
    .select(unbilledValue("found.rate_minor", "found.seconds").as("minor"))
    .orderBy("found.currency")
    .orderBy("found.place")
    .orderBy("found.place_id")
    .orderBy("found.name_folded")
    .orderBy("found.id");
});

type Found = {
  readonly id: string;
  readonly name: string;
  readonly name_folded: string;
  readonly currency: string;
  readonly rate_minor: number;
  readonly customer_id: string | null;
  readonly customer_name: string | null;
  readonly place: string;
  readonly place_id: string;
  readonly seconds: number;
};

function isUnbilled(slots: Slots<ProjectFilters>) {
  const { slot, given } = slots;
  const named = wordSlots(slots).map(
    (word) => sql`and (${hasWordIn([sql.ref("project.name_folded")], word)}
      or exists (select 1 from customers as named
        where named.team_id = project.team_id and named.id = project.customer_id
          and ${hasWordIn([sql.ref("named.name_folded")], word)}))`,
  );
  return sql`project.team_id = ${slot("team_id")} and project.billable
    and project.rate_minor is not null and project.currency is not null
    ${given("project_id") ? sql`and project.id = ${slot("project_id")}` : sql``}
    ${given("customer_id") ? sql`and project.customer_id = ${slot("customer_id")}` : sql``}
    ${given("currency") ? sql`and project.currency = ${slot("currency")}` : sql``}
    ${named.length > 0 ? sql.join(named, sql` `) : sql``}`;
}

/** The time of a project up to today that no invoice has: its totals, or its entries of some days, in the order of their sort keys. */
function timeOf({ slot, given }: Slots<UnbilledFilters>) {
  const isOfProject = sql`spent.team_id = project.team_id and spent.project_id = project.id`;
  if (!given("from") && !given("until"))
    return {
      table: sql`tracker_totals`,
      isOfProject,
      sum: sql`sum(spent.seconds - spent.billed) - coalesce((select sum(ahead.duration)
        from tracker_entries as ahead
        where ahead.team_id = ${slot("team_id")} and ahead.project_id = project.id
          and ahead.sort_key >= ${slot("ahead")} and ahead.duration > 0
          and ${isFree("ahead")}), 0)`,
    };
  return {
    table: sql`tracker_entries`,
    isOfProject: sql`${isOfProject} and spent.duration > 0 and ${isFree("spent")}
      ${given("from") ? sql`and spent.sort_key >= ${slot("from")}` : sql``}
      ${given("until") ? sql`and spent.sort_key < ${slot("until")}` : sql``}`,
    sum: sql`sum(spent.duration)`,
  };
}

function isFree(entry: string) {
  return sql<boolean>`${heldBy(entry)} is null`;
}
