import { randomUUID } from "node:crypto";
import { fold } from "../src/core/fold.ts";
import type { Schema } from "../src/db/schema/schema.ts";
import { sortKeyOf } from "../src/domains/timesheet/entry.ts";
import type { Team, World } from "./app.ts";

type Project = Omit<Schema["tracker_projects"], "team_id" | "name_folded">;
type Entry = Omit<Schema["tracker_entries"], "team_id" | "sort_key">;

export async function teamWithProject(
  world: World,
  settings: Parameters<World["team"]>[0] = {},
): Promise<{ team: Team; project_id: string }> {
  world.at("2026-11-21T09:00:00Z");
  const team = await world.team(settings);
  return { team, project_id: await addProject(team) };
}

/** A new team whose owner starts a timer at that moment, now on the clock. */
export async function teamWithTimer(
  world: World,
  start: string,
): Promise<{ team: Team; project_id: string; timer: any }> {
  world.at(start);
  const team = await world.team();
  const project_id = await addProject(team);
  const { stopped: _none, ...timer } = await team.call("tracker_start_timer", { project_id });
  return { team, project_id, timer };
}

/** Inserts a project with any values, also ones that no tool allows. Returns its id. */
export async function addProject(team: Team, values: Partial<Project> = {}): Promise<string> {
  const project: Project = {
    id: randomUUID(),
    name: "Website",
    description: null,
    status: "in_progress",
    customer_id: null,
    estimate_hours: null,
    billable: false,
    rate_minor: null,
    currency: null,
    rounding: null,
    created_at: team.world.now,
    updated_at: values.created_at ?? team.world.now,
    ...values,
  };
  const row = { ...project, name_folded: fold(project.name), team_id: team.id };
  await team.world.database.begin((db) => db.insertInto("tracker_projects").values(row).execute());
  return project.id;
}

/** Inserts an entry directly; by default one hour without a start. Returns its id. */
export async function addEntry(
  team: Team,
  values: Partial<Entry> & Pick<Entry, "project_id">,
): Promise<string> {
  const { now } = team.world;
  const entry: Entry = {
    id: randomUUID(),
    assigned_id: team.userId,
    date: now.slice(0, 10),
    start: null,
    stop: null,
    duration: 3600,
    description: null,
    time_zone: "UTC",
    created_at: now,
    ...values,
  };
  const at = entry.start ?? entry.created_at;
  const row = { ...entry, team_id: team.id, sort_key: sortKeyOf({ ...entry, at }) };
  await team.world.database.begin((db) => db.insertInto("tracker_entries").values(row).execute());
  return entry.id;
}

/** Minutes after midnight of a time such as `09:30`. */
export function clock(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return 60 * hours + minutes;
}

export async function runningIn(team: Team): Promise<string[]> {
  const entries = await team.rows("tracker_list_entries", { assigned_id: null, limit: 100 });
  return entries.filter(({ start, stop }) => start !== null && stop === null).map(({ id }) => id);
}

/** An entry as the journal keeps it: its row without derived columns. */
export async function storedEntry(team: Team, id: string): Promise<unknown> {
  const {
    team_id: _team,
    sort_key: _key,
    ...entry
  } = await team.world.database.reader
    .selectFrom("tracker_entries")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return entry;
}
