import { randomBytes } from "node:crypto";
import { uuidV7 } from "../../../src/core/ids.ts";
import type { Context } from "../../../src/db/context.ts";
import { instantOf } from "../../../src/shared/time.ts";
import type { BareDatabase, Statement, Value } from "./bare-database.ts";

type Row = Readonly<Record<string, Value>>;

/** Writes the same rows as starting a timer: the entry, and its event in the journal. */
export async function startBareTimer(
  database: BareDatabase,
  { team, actor, credential }: Context,
  args: Readonly<Record<string, unknown>>,
): Promise<object> {
  const id = newId();
  const start = String(args["start"]);
  const date = start.slice(0, 10);
  const entry = {
    id,
    project_id: String(args["project_id"]),
    assigned_id: actor.id,
    date,
    start,
    description: null,
    time_zone: actor.timeZone,
    created_at: now(),
  };
  const row = { ...entry, team_id: team.id, sort_key: `${date} ${start} ${id}` };
  await database.write([
    insert("tracker_entries", row),
    ...journal({ team, actor, credential }, "tracker_start_timer", {
      id,
      before: null,
      after: entry,
    }),
  ]);
  return { id };
}

export async function stopBareTimer(
  database: BareDatabase,
  { team, actor, credential }: Context,
): Promise<object> {
  const id = newId();
  const after = { stop: now(), duration: 3600 };
  const stop = {
    sql: `update tracker_entries set stop = ?, duration = ? where team_id = ? and assigned_id = ?
      and start is not null and stop is null`,
    values: [after.stop, after.duration, team.id, actor.id],
  };
  const before = { stop: null, duration: null };
  await database.write([
    stop,
    ...journal({ team, actor, credential }, "tracker_stop_timer", { id, before, after }),
  ]);
  return { id };
}

function journal(
  { team, actor, credential }: Pick<Context, "team" | "actor" | "credential">,
  tool: string,
  change: { readonly id: string; readonly before: Row | null; readonly after: Row | null },
): readonly Statement[] {
  const signature = {
    team_id: team.id,
    created_at: now(),
    actor_id: actor.id,
    credential_kind: credential.kind,
    credential_id: credential.id,
  };
  const [subject, did] = ["tracker_entry", change.before === null ? "created" : "changed"];
  const event = {
    ...signature,
    id: newId(),
    client_name: null,
    client_version: null,
    tool,
    outcome: "done",
    reason: null,
    subjects: JSON.stringify([{ type: subject, changes: 1, first: [{ id: change.id, did }] }]),
  };
  return [
    insert("activity_events", event),
    insert("activity_subjects", { ...signature, subject_type: subject, event_id: event.id }),
    insert("activity_changes", {
      team_id: team.id,
      event_id: event.id,
      position: 0,
      subject_type: subject,
      subject_id: change.id,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    }),
  ];
}

function insert(table: string, row: Row): Statement {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  const sql = `insert into ${table} (${columns.join(", ")}) values (${places})`;
  return { sql, values: Object.values(row) };
}

function newId(): string {
  return uuidV7(Date.now(), randomBytes);
}

function now(): string {
  return instantOf(Date.now());
}
