import { sql } from "kysely";
import type { Did } from "../core/event.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import type { Db } from "../db/schema/schema.ts";

export type RecordedChange = {
  readonly type: SubjectType;
  readonly id: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
};

export type ChangeOfEvent = RecordedChange & { readonly eventId: string };

/** Selects changes for the caller to filter. `did` is known even after redaction. */
export function selectChanges(db: Db) {
  return db
    .selectFrom("activity_changes as change")
    .select(["position", "subject_type as type", "subject_id as id", "before", "after"])
    .select(sql<Did>`${DID}`.as("did"))
    .select(sql<"yes" | "no">`${IS_REDACTED}`.as("is_redacted"));
}

/** The kinds of changes of events, each once, for the caller to filter. */
export function selectKinds(db: Db) {
  return db
    .selectFrom("activity_changes as change")
    .select(["event_id", "subject_type as type"])
    .select(sql<Did>`${DID}`.as("did"))
    .distinct();
}

const DID = sql`case when change.before = 'null' then 'created'
  when change.after = 'null' then 'deleted' else 'changed' end`;

/** Text, since a boolean expression is a number on SQLite. */
const IS_REDACTED = sql`case when change.before is null or change.after is null then 'yes' else 'no' end`;

type Stored = Pick<RecordedChange, "type" | "id"> & {
  readonly before: unknown;
  readonly after: unknown;
};

export function changeOf({ type, id, before, after }: Stored): RecordedChange {
  return { type, id, before: snapshotOf(before), after: snapshotOf(after) };
}

export function knownOf({ id, before, after }: RecordedChange): Snapshot {
  return { id, ...before, ...after };
}

export function pickKey(key: readonly string[], row: Snapshot): Snapshot {
  return Object.fromEntries(key.map((column) => [column, row[column]]));
}

export type Snapshot = Readonly<Record<string, unknown>>;

export function snapshotOf(json: unknown): Snapshot | null {
  if (json === null || isSnapshot(json)) return json;
  throw new TypeError("the journal has a snapshot that is no object");
}

function isSnapshot(json: unknown): json is Snapshot {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
