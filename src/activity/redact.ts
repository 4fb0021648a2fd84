import { sql } from "kysely";
import { addMilliseconds } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import { UNDO_LASTS_MS } from "./undo-state.ts";

/**
 * Takes the images out of the journal of events that cannot be undone any more, of all teams, the
 * oldest first. The events stay, with what was created, changed or deleted.
 * @param most how many rows are written at once
 * @returns that number as long as there is more to do
 */
export async function redactSome({ db, now }: Ground, most: number): Promise<number> {
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
  // Another server may have been faster, so that these are not the same events.
  const done = await sql`update activity_events as event set redacted_at = ${now}
    where (team_id, id) in (${oldest}) and not exists (
      select 1 from activity_changes as change
      where change.team_id = event.team_id and change.event_id = event.id and ${isWhole})`.execute(
    db,
  );
  return Number(done.numAffectedRows);
}
