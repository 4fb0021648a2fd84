import { sql } from "kysely";
import { hotQuery, type Slots } from "../../db/hot-query.ts";

export type UnbilledFilters = {
  readonly team_id: string;
  readonly customer_id?: string | undefined;
  readonly currency?: string | undefined;
  /** Part of the project's or its customer's name, folded. */
  readonly search?: string | undefined;
};

type Tracked = {
  readonly currency: string;
  /** Rate for an hour. */
  readonly rate_minor: number;
  readonly seconds: number;
};

/** Value of a project's time in minor units, rounded half up: the sum is that of the projects' own. */
export function valueOf(rate: string, seconds: string) {
  return sql<number>`((2 * ${sql.ref(rate)} * ${sql.ref(seconds)} + 3600) / 7200)`;
}

/**
 * Value of all tracked time on billable projects with a rate, by currency. SQLite reads the tables of a
 * cross join in the order written: only the totals of these projects.
 */
export const findUnbilled = hotQuery((db, slots: Slots<UnbilledFilters>) =>
  db
    .selectFrom(
      sql<Tracked>`(select project.currency, cast(project.rate_minor as bigint) as rate_minor,
          cast(sum(total.seconds) as bigint) as seconds
        from tracker_projects as project cross join tracker_totals as total
        where ${isUnbilled(slots)}
          and total.team_id = project.team_id and total.project_id = project.id
        group by project.currency, project.rate_minor, project.id)`.as("tracked"),
    )
    .select([
      "tracked.currency",
      sql<number>`sum(${valueOf("tracked.rate_minor", "tracked.seconds")})`.as("minor"),
      sql<number>`sum(tracked.seconds)`.as("seconds"),
      sql<number>`count(*)`.as("projects"),
    ])
    .groupBy("tracked.currency")
    .orderBy("tracked.currency"),
);

type Place = {
  /** Folded name of the customer, or "". */
  readonly after_customer?: string | undefined;
  readonly after_customer_id?: string | undefined;
  readonly after_name?: string | undefined;
  readonly after_id?: string | undefined;
  readonly rows: number;
};

const CUSTOMER = sql<string>`coalesce(customer.name_folded, '')`;
const CUSTOMER_ID = sql<string>`coalesce(cast(customer.id as text), '')`;

/** Billable projects with a rate and tracked time, by customer and name. */
export const findUnbilledProjects = hotQuery((db, slots: Slots<UnbilledFilters & Place>) => {
  const { slot, given } = slots;
  return db
    .selectFrom(
      sql<Found>`(select project.id, project.name, project.name_folded, project.currency,
          cast(project.rate_minor as bigint) as rate_minor, customer.id as customer_id,
          customer.name as customer_name, ${CUSTOMER} as place, ${CUSTOMER_ID} as place_id,
          cast((select sum(total.seconds) from tracker_totals as total
            where total.team_id = project.team_id and total.project_id = project.id) as bigint) as seconds
        from tracker_projects as project left join customers as customer
          on customer.team_id = project.team_id and customer.id = project.customer_id
        where ${isUnbilled(slots)}
          and exists (select 1 from tracker_totals as total
            where total.team_id = project.team_id and total.project_id = project.id)
          ${
            given("after_id")
              ? sql`and (${CUSTOMER}, ${CUSTOMER_ID}, project.name_folded, project.id)
                  > (${slot("after_customer")}, ${slot("after_customer_id")}, ${slot("after_name")}, ${slot("after_id")})`
              : sql``
          }
        order by ${CUSTOMER}, ${CUSTOMER_ID}, project.name_folded, project.id
        limit ${slot("rows")})`.as("found"),
    )
    .selectAll("found")
    .select(valueOf("found.rate_minor", "found.seconds").as("minor"))
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

function isUnbilled({ slot, given }: Slots<UnbilledFilters>) {
  const named = (name: string) => sql`instr(${sql.ref(name)}, ${slot("search")}) > 0`;
  return sql`project.team_id = ${slot("team_id")} and project.billable
    and project.rate_minor is not null and project.currency is not null
    ${given("customer_id") ? sql`and project.customer_id = ${slot("customer_id")}` : sql``}
    ${given("currency") ? sql`and project.currency = ${slot("currency")}` : sql``}
    ${
      given("search")
        ? sql`and (${named("project.name_folded")} or exists (select 1 from customers as named
            where named.team_id = project.team_id and named.id = project.customer_id
              and ${named("named.name_folded")}))`
        : sql``
    }`;
}
