import { sql } from "kysely";
import type { Db, Did, SubjectType } from "../db/schema.ts";
import type { Image } from "./image.ts";

/** A change as the journal tells of it. */
export type Past = {
  readonly type: SubjectType;
  readonly id: string;
  readonly before: Image | null;
  readonly after: Image | null;
};

/** The changes of events, to be narrowed down. One that was redacted still tells what was done. */
export function selectChanges(db: Db) {
  return db
    .selectFrom("activity_changes as change")
    .select(["position", "subject_type as type", "subject_id as id", "before", "after"])
    .select(sql<Did>`${DID}`.as("did"))
    .select(sql<"yes" | "no">`${IS_REDACTED}`.as("is_redacted"));
}

const DID = sql`case when change.before = 'null' then 'created'
  when change.after = 'null' then 'deleted' else 'changed' end`;

/** As text: an expression's boolean is a number on SQLite. */
const IS_REDACTED = sql`case when change.before is null or change.after is null then 'yes' else 'no' end`;

/** All that a change tells of its row. */
export function knownOf({ id, before, after }: Past): Image {
  return { id, ...before, ...after };
}

/** What tells a row apart from the others of its table. */
export function keyOf(key: readonly string[], row: Image): Image {
  return Object.fromEntries(key.map((column) => [column, row[column]]));
}
