import { sql } from "kysely";
import type { BaseContext } from "../db/context.ts";
import { addMilliseconds } from "../shared/time.ts";
import { UNDO_LASTS_MS } from "./undo-state.ts";

/**
 * Deletes the snapshots of events that can no longer be undone, of all teams, oldest first. The events stay
 * with the ids of their records.
 * @param most rows to write at once
 * @returns that number while there is more to do
 */
export async function redactSome({ db, now }: BaseContext, most: number): Promise<number> {
  const old = sql`redacted_at is null and created_at <= ${addMilliseconds(now, -UNDO_LASTS_MS)}`;
  const oldest = sql`select team_id, id from activity_events where ${old}
    order by created_at, id limit ${most}`;
  const isWhole = sql`change.before is not null and change.after is not null`;
  const redacted = await sql`update activity_changes set
    before = case when before = 'null' then before end,
    after = case when after = 'null' then after end
    where (team_id, event_id, position) in (
      select change.team_id, change.event_id, change.position
      from (${oldest}) as event join activity_changes as change
        on change.team_id = event.team_id and change.event_id = event.id
      where ${isWhole} limit ${most})`.execute(db);
  if (Number(redacted.numAffectedRows) === most) return most;
  // Another server may have redacted some meanwhile, so that these are other events.
  const done = await sql`update activity_events as event set redacted_at = ${now}
    where (team_id, id) in (${oldest}) and not exists (
      select 1 from activity_changes as change
      where change.team_id = event.team_id and change.event_id = event.id and ${isWhole})`.execute(
    db,
  );
  return Number(done.numAffectedRows);
}
