import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "../db/dialect.ts";
import { insertValues } from "../db/many-rows.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { CredentialKind, SubjectType } from "../db/schema/activity.ts";
import type { Db } from "../db/schema/schema.ts";

/** An event as a row; `subjects` is JSON text. */
export type EventValues = {
  readonly team_id: string;
  readonly id: string;
  readonly created_at: string;
  readonly actor_id: string | null;
  readonly holder_id: string | null;
  readonly credential_kind: CredentialKind;
  readonly credential_id: string | null;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly tool: string;
  readonly outcome: "done" | "refused";
  readonly reason: string | null;
  readonly undoes_id: string | null;
  readonly is_private: boolean;
  readonly subjects: string;
};

/** A change as a row of its event; the snapshots are JSON text. */
export type ChangeValues = {
  readonly position: number;
  readonly subject_type: SubjectType;
  readonly subject_id: string;
  readonly before: string;
  readonly after: string;
};

/** Writes an event with its first changes: on PostgreSQL in one statement. */
export async function writeEvent(
  db: Db,
  event: EventValues,
  changes: readonly ChangeValues[],
): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await insertAll(db, { ...event, changes: jsonOf(changes) });
    return;
  }
  const { team_id, id } = event;
  await insertEvent(db, event);
  if (event.subjects !== "[]") await insertSubjects(db, { team_id, id });
  await insertByValues(db, event, changes);
}

/** Writes further changes of an event that is written. */
export async function writeChanges(
  db: Db,
  event: Place,
  changes: readonly ChangeValues[],
): Promise<void> {
  if (dialectOf(db) === "sqlite") return insertByValues(db, event, changes);
  const { team_id, id } = event;
  await insertChanges(db, { team_id, id, changes: jsonOf(changes) });
}

/** Writes what an event says of its changes, once the last of them is written. */
export async function completeEvent(db: Db, event: EventValues): Promise<void> {
  const { team_id, id, is_private, holder_id, subjects } = event;
  await updateEvent(db, { team_id, id, is_private, holder_id, subjects });
  await insertSubjects(db, { team_id, id });
}

type Place = Pick<EventValues, "team_id" | "id">;

/** JSON text in the place of rows, so that one prepared statement writes any number of them. */
type Rows = { readonly changes: string };

const insertEvent = preparedQuery((db, { row }: Slots<EventValues>) =>
  db.insertInto("activity_events").values(row),
);

type Completed = Pick<EventValues, "team_id" | "id" | "is_private" | "holder_id" | "subjects">;

const updateEvent = preparedQuery((db, { row: { team_id, id, ...known } }: Slots<Completed>) =>
  db.updateTable("activity_events").set(known).where("team_id", "=", team_id).where("id", "=", id),
);

const insertSubjects = preparedQuery((db, { slot }: Slots<Place>) => {
  const elements = dialectOf(db) === "postgres" ? "jsonb_array_elements" : "json_each";
  return subjectsOf(db, elements, writtenEvent(slot("team_id"), slot("id")));
});

const insertChanges = preparedQuery((db, { slot }: Slots<Place & Rows>) =>
  changesOf(db, writtenEvent(slot("team_id"), slot("id")), recordset(slot("changes"))),
);

const COLUMNS = [
  "team_id",
  "event_id",
  "position",
  "subject_type",
  "subject_id",
  "before",
  "after",
] as const;

async function insertByValues(
  db: Db,
  { team_id, id }: Place,
  changes: readonly ChangeValues[],
): Promise<void> {
  const rows = changes.map(({ position, subject_type, subject_id, before, after }) => [
    team_id,
    id,
    position,
    subject_type,
    subject_id,
    before,
    after,
  ]);
  await insertValues(db, "activity_changes", COLUMNS, rows);
}

/** The snapshots stand in it as they are: as texts of their own they would be parsed twice. */
function jsonOf(changes: readonly ChangeValues[]): string {
  const rows = changes.map(({ before, after, ...rest }) => {
    const known = JSON.stringify(rest).slice(0, -1);
    return `${known},"before":${before},"after":${after}}`;
  });
  return `[${rows.join()}]`;
}

/** The foreign keys to the event are checked when the whole statement is done. */
const insertAll = preparedQuery((db, { row: { changes, ...event } }: Slots<EventValues & Rows>) =>
  changesOf(
    db
      .with("event", (db) => db.insertInto("activity_events").values(event).returningAll())
      .with("subject", (db) => subjectsOf(db, "jsonb_array_elements", sql`event`)),
    sql`event`,
    recordset(changes),
  ),
);

function writtenEvent(teamId: RawBuilder<string>, id: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select * from activity_events where team_id = ${teamId} and id = ${id}) as event`;
}

type Inserting = Pick<Db, "insertInto">;

/** A row for each kind of thing that the event is about. */
function subjectsOf(
  db: Inserting,
  elements: "json_each" | "jsonb_array_elements",
  event: RawBuilder<unknown>,
) {
  return db
    .insertInto("activity_subjects")
    .columns([
      "team_id",
      "subject_type",
      "created_at",
      "event_id",
      "actor_id",
      "holder_id",
      "credential_kind",
      "credential_id",
    ])
    .expression(
      sql`select event.team_id, kind.value ->> 'type', event.created_at, event.id, event.actor_id,
        event.holder_id, event.credential_kind, event.credential_id
      from ${event}, ${sql.raw(elements)}(event.subjects) as kind`,
    );
}

function changesOf(db: Inserting, event: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  return db
    .insertInto("activity_changes")
    .columns(COLUMNS)
    .expression(sql`select event.team_id, event.id, change.* from ${event}, ${rows} as change`);
}

/** SQL has null for a JSON null. */
function recordset(rows: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select position, subject_type, subject_id, coalesce("before", 'null'), coalesce("after", 'null')
    from jsonb_to_recordset(cast(${rows} as jsonb)) as given
      (position integer, subject_type text, subject_id uuid, "before" jsonb, "after" jsonb))`;
}
