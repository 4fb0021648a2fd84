import { sql } from "kysely";
import { z } from "zod";
import { day, uuid } from "../../core/fields.ts";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { pause } from "../../db/transaction.ts";
import { shownIn } from "../../shared/calendar.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../shared/csv.ts";
import type { Instant } from "../../shared/time.ts";
import { selectEntries } from "../timesheet/entry.ts";
import { pageOfEntries, type Values } from "../timesheet/list-entries.ts";

export const ExportTime = z.strictObject({
  from: day.optional(),
  to: day.optional().describe("last day, counted too"),
  project: uuid.optional(),
  customer: uuid.optional(),
  /** Left out: the caller. `all` is everybody. */
  person: z.union([uuid, z.literal("all")]).optional(),
});

export type ExportTime = z.output<typeof ExportTime>;

/** Titles that Toggl and Clockify use too, then what makes a file exact. */
const HEADER = [
  "User",
  "Email",
  "Client",
  "Project",
  "Description",
  "Billable",
  "Start date",
  "Start time",
  "End date",
  "End time",
  "Duration",
  "Duration (decimal)",
  "Time zone",
  "Start (exact)",
  "End (exact)",
];

/** The newest first; running timers have no end. */
export function exportTime(context: Context, input: ExportTime): Download {
  const person = personOf(context, input.person);
  const range = [input.from, input.to].filter((part) => part !== undefined).join(" to ");
  return {
    name: range === "" ? "Time.csv" : `Time ${range}.csv`,
    type: "text/csv; charset=utf-8",
    content: linesOf(context, { ...input, person }),
  };
}

type Filter = Omit<ExportTime, "person"> & { readonly person: string | undefined };

const ROWS_A_READ = 500;

async function* linesOf(context: Context, filter: Filter): AsyncIterable<Uint8Array> {
  const { from, to, project, customer, person } = filter;
  yield encoder.encode(BYTE_ORDER_MARK + csvLine(HEADER));
  const values = {
    team_id: context.team.id,
    project_id: project,
    customer_id: customer,
    assigned_id: person,
    first: from,
    // The sort key begins with the day and a space, which sorts before "~".
    last: to === undefined ? undefined : `${to}~`,
  };
  for (let after: string | undefined; ;) {
    const rows = await findExported(context.db, { ...values, after, rows: ROWS_A_READ });
    yield encoder.encode(rows.map((row) => csvLine(cellsOf(row))).join(""));
    if (rows.length < ROWS_A_READ) return;
    after = rows.at(-1)?.sort_key;
    await pause(context);
  }
}

const encoder = new TextEncoder();

function cellsOf(row: ExportRow): readonly string[] {
  const [start, stop] = [shown(row, row.start), shown(row, row.stop)];
  return [
    row.assigned_name,
    row.email,
    row.customer_name ?? "",
    row.project_name,
    row.description ?? "",
    row.billable ? "Yes" : "No",
    start === null ? row.date : start.slice(0, 10),
    start?.slice(11, 19) ?? "",
    stop?.slice(0, 10) ?? "",
    stop?.slice(11, 19) ?? "",
    row.duration === null ? "" : clock(row.duration),
    row.duration === null ? "" : (row.duration / 3600).toFixed(2),
    row.time_zone,
    start ?? "",
    stop ?? "",
  ];
}

function shown({ time_zone }: ExportRow, moment: Instant | null): string | null {
  return moment === null ? null : shownIn(time_zone, moment);
}

function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function personOf({ actor }: Context, person: ExportTime["person"]): string | undefined {
  const asked = person ?? actor.id;
  return asked === "all" ? undefined : asked;
}

type Exported = Values & { readonly customer_id?: string | undefined };

type ExportRow = Awaited<ReturnType<typeof findExported>>[number];

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
