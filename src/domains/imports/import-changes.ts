import { imageOf } from "../../activity/image.ts";
import { type Past, selectChanges } from "../../activity/past.ts";
import { ROWS_A_CHUNK } from "../../db/chunks.ts";
import type { AuditContext } from "../../db/context.ts";
import type { SubjectType } from "../../db/schema/activity.ts";

type From = {
  readonly event: string;
  readonly type: SubjectType;
  /** Only rows that were there before. */
  readonly isOfKnown?: boolean;
};

/** The changes of one kind that an event wrote, chunk by chunk. Those whose images are deleted are left out. */
export async function* changesOf(
  { db, team }: AuditContext,
  { event, type, isOfKnown = false }: From,
): AsyncGenerator<readonly Past[]> {
  for (let after = -1; ;) {
    const rows = await selectChanges(db)
      .where("team_id", "=", team.id)
      .where("event_id", "=", event)
      .where("subject_type", "=", type)
      .where("position", ">", after)
      .where("before", "is not", null)
      .where("after", "is not", null)
      .$if(isOfKnown, (query) => query.where("before", "!=", "null"))
      .orderBy("position")
      .limit(ROWS_A_CHUNK)
      .execute();
    yield rows.map((row) => ({
      type: row.type,
      id: row.id,
      before: imageOf(row.before),
      after: imageOf(row.after),
    }));
    if (rows.length < ROWS_A_CHUNK) return;
    after = rows.at(-1)?.position ?? after;
  }
}
