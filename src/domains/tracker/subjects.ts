import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import type { Image } from "../../activity/image.ts";
import type { Past } from "../../activity/past.ts";
import { namesIn, type Subject } from "../../activity/subject.ts";
import type { Clash } from "../../activity/undo-rows.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { sortKeyOf } from "./entry.ts";
import { projectNameColumns } from "./project.ts";

/** How the journal tells of projects and tracked time, and how that is undone. */

const Named = z.object({ name: z.string() });

export const projectSubject: Subject = {
  label: "Project",
  fields: {
    name: "Name",
    description: "Description",
    status: "Status",
    customer_id: "Customer",
    estimate_hours: "Estimate in hours",
    billable: "Billable",
    rate_minor: "Hourly rate",
    currency: "Currency",
  },
  refers: { customer_id: "customer" },
  names: namesIn("tracker_projects"),
  namedIn: "name",
  undo: {
    table: "tracker_projects",
    key: ["id"],
    derived: (image) => projectNameColumns(Named.parse(image).name),
    referredBy: [
      { table: "tracker_entries", column: "project_id", one: "time entry", many: "time entries" },
    ],
  },
};

const Timed = z.object({
  id: z.string(),
  assigned_id: z.string(),
  date: z.string(),
  start: z.string().nullable(),
  stop: z.string().nullable(),
  created_at: z.string(),
});

/** Goes by the name of its project. */
export const entrySubject: Subject = {
  label: "Time entry",
  fields: {
    date: "Day",
    start: "Start",
    stop: "Stop",
    duration: "Duration in seconds",
    description: "Description",
    project_id: "Project",
    assigned_id: "Person",
    time_zone: "Time zone",
  },
  refers: { project_id: "tracker_project", assigned_id: "user" },
  names: async ({ db, team }, ids) =>
    db
      .selectFrom("tracker_entries as entry")
      .innerJoin("tracker_projects as project", (join) =>
        join
          .onRef("project.team_id", "=", "entry.team_id")
          .onRef("project.id", "=", "entry.project_id"),
      )
      .select(["entry.id", "project.name"])
      .where("entry.team_id", "=", team.id)
      .where("entry.id", "in", ids)
      .execute(),
  namedIn: "project_id",
  undo: {
    table: "tracker_entries",
    key: ["id"],
    derived: (image) => {
      const { id, date, start, created_at } = Timed.parse(image);
      return { sort_key: sortKeyOf({ date, at: start ?? created_at, id }) };
    },
    referredBy: [],
    hold: holdPeople,
    clash: otherTimer,
  },
};

/** Who starts and stops their timers takes turns with this. */
async function holdPeople(context: Context, past: readonly Past[]): Promise<void> {
  const people = new Set(await assignedTo(context, past));
  for (const { before, after } of past) {
    const person = before?.["assigned_id"] ?? after?.["assigned_id"];
    if (typeof person === "string") people.add(person);
  }
  for (const id of [...people].toSorted()) await lockMember(context, id);
}

/** Whose the entries are that were only changed: then no image says it. */
async function assignedTo(
  { db, team }: Context,
  past: readonly Past[],
): Promise<readonly string[]> {
  const changed = past.filter(({ before, after }) => before !== null && after !== null);
  if (changed.length === 0) return [];
  const entries = await db
    .selectFrom("tracker_entries")
    .select("assigned_id")
    .distinct()
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      changed.map(({ id }) => id),
    )
    .execute();
  return entries.map(({ assigned_id }) => assigned_id);
}

/** Another timer that runs on the day of a running one: a person has one a day. */
async function otherTimer({ db, team }: Context, row: Image): Promise<Clash | null> {
  const { id, assigned_id, date, start, stop } = Timed.parse(row);
  if (start === null || stop !== null) return null;
  const other = await db
    .selectFrom("tracker_entries as entry")
    .innerJoin("users as assigned", "assigned.id", "entry.assigned_id")
    .select("assigned.name")
    .where("entry.team_id", "=", team.id)
    .where("entry.assigned_id", "=", assigned_id)
    .where("entry.date", "=", date)
    .where("entry.start", "is not", null)
    .where("entry.stop", "is", null)
    .where("entry.id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return null;
  return {
    message: `another timer of ${quoted(other.name)} runs on ${date}`,
    next: "stop that one first",
  };
}
