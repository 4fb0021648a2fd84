import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { entriesOfSpan, type Span, valueInSpan } from "./entry.ts";

export const GroupBy = z.enum(["project", "customer", "person", "day"]);

/** Left out where it would be 0. */
export const InvoicedDuration = z.int().optional().describe("seconds that invoices hold");

/** With a day, or with the id and name of a project, customer or person: null for time of no customer. */
export const EntryGroup = z.looseObject({
  duration: z.int(),
  invoiced_duration: InvoicedDuration,
  entries: z.int(),
});

const MOST_GROUPS = 200;

type Asked = {
  readonly by: z.output<typeof GroupBy>;
  readonly range: { readonly from: Day; readonly to: Day } | null;
  readonly project_id: string | undefined;
  readonly assigned_id: string | undefined;
};

type Group = {
  readonly id: string | null;
  readonly name: string | null;
  readonly duration: number;
  readonly invoiced: number;
  readonly entries: number;
};

const GROUPS = {
  project: { column: sql`entry.project_id`, order: sql`duration desc, id` },
  customer: { column: sql`entry.project_id`, order: sql`duration desc, id nulls last` },
  person: { column: sql`entry.assigned_id`, order: sql`duration desc, id` },
  day: { column: sql`entry.date`, order: sql`id desc` },
} as const;

const NAMES = {
  project: sql`(select name from tracker_projects as named
    where named.team_id = spent.team_id and named.id = spent.id)`,
  customer: sql`(select name from customers as named
    where named.team_id = spent.team_id and named.id = spent.id)`,
  person: sql`(select name from users as named where named.id = spent.id)`,
  day: sql`null`,
} as const;

/**
 * Sums of finished time by project, customer, person or day, in seconds: the most first, days the newest first.
 * @throws Refusal without both days, since all time of a team is not read for a sum
 */
export async function groupEntries(
  { db, team }: Context,
  { by, range, project_id, assigned_id }: Asked,
) {
  if (range === null) throw needsDays();
  const { column, order } = GROUPS[by];
  const span = { team_id: team.id, first: range.from, last: range.to };
  const ofProject = (column: string) =>
    project_id === undefined ? sql`` : sql`and ${sql.ref(column)} = ${project_id}`;
  const ofPerson = assigned_id === undefined ? sql`` : sql`and entry.assigned_id = ${assigned_id}`;
  const parts = sql`
    select entry.team_id, ${column} as id, sum(entry.duration) as duration, 0 as invoiced, count(*) as entries
      from ${entriesOfSpan(db, valueInSpan(span))} ${ofProject("entry.project_id")} ${ofPerson}
      group by entry.team_id, ${column}
    union all
    select entry.team_id, ${column} as id, 0 as duration, sum(held.seconds) as invoiced, 0 as entries
      from ${heldInSpan(db, span)} ${ofProject("of_team.id")} ${ofPerson}
      group by entry.team_id, ${column}`;
  const { rows } = await sql<Group>`
    select spent.id, ${NAMES[by]} as name, spent.duration, spent.invoiced, spent.entries
    from (${by === "customer" ? summedByCustomer(parts) : summed(parts)}) as spent
    order by ${order}`.execute(db);
  const groups = rows.slice(0, MOST_GROUPS);
  const left = rows.slice(MOST_GROUPS);
  const seconds = (some: readonly Group[]) => some.reduce((sum, { duration }) => sum + duration, 0);
  return {
    groups: groups.map(({ id, name, duration, invoiced, entries }) => ({
      ...(by === "day" ? { day: id } : { id, name }),
      duration,
      ...invoicedDuration(invoiced),
      entries,
    })),
    total_duration: seconds(rows),
    ...invoicedDuration(rows.reduce((sum, { invoiced }) => sum + invoiced, 0)),
    notices:
      left.length === 0
        ? []
        : [
            `${left.length} more groups, of ${seconds(left)} seconds, are not told; the totals have them.`,
          ],
  };
}

/** Starts with what invoices hold, which costs nothing where they hold nothing: entries alone are summed up in an index. */
function heldInSpan(db: Db, { team_id, first, last }: Span): RawBuilder<unknown> {
  return sql`tracker_projects as of_team
      cross join invoice_time as held ${indexedBy(db, "invoice_time_of_project")}
      cross join tracker_entries as entry
    where of_team.team_id = ${team_id} and held.team_id = of_team.team_id
      and held.project_id = of_team.id and held.date >= ${first} and held.date <= ${last}
      and entry.team_id = held.team_id and entry.id = held.entry_id`;
}

const SUMS = sql`cast(sum(part.duration) as bigint) as duration,
  cast(sum(part.invoiced) as bigint) as invoiced, cast(sum(part.entries) as bigint) as entries`;

function summed(parts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select part.team_id, part.id, ${SUMS} from (${parts}) as part
    group by part.team_id, part.id`;
}

/** @param parts by project */
function summedByCustomer(parts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select project.team_id, project.customer_id as id, ${SUMS} from (${parts}) as part
      join tracker_projects as project
        on project.team_id = part.team_id and project.id = part.id
    group by project.team_id, project.customer_id`;
}

export function invoicedDuration(seconds: number): { readonly invoiced_duration?: number } {
  return seconds === 0 ? {} : { invoiced_duration: seconds };
}

function needsDays(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "group_by",
    message: "group_by sums up the entries of some days, and from or to is missing",
    next: "give from and to",
  });
}
