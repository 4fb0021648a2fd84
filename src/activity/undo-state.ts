import { sql } from "kysely";
import { z } from "zod";
import type { BaseContext } from "../db/context.ts";
import { UNDO_DAYS } from "../shared/limits.ts";
import { addMilliseconds } from "../shared/time.ts";
import type { EventRow } from "./find-events.ts";
import { type RecordedChange, selectChanges, changeOf } from "./recorded-change.ts";
import { byRank, type Instead, type JournalContext, type Subjects, undoRowsOf } from "./subject.ts";
import { undoBarsOf } from "./undo-rights.ts";

/** Undo as far as the event alone tells. Conflicts with later changes show when it is tried. */
export const UndoState = z.object({
  state: z.enum(["possible", "done", "not_possible"]),
  because: z.string().nullable(),
  eventId: z.string().nullable(),
});

export type UndoState = z.output<typeof UndoState>;

const UNDO_LASTS_MS = UNDO_DAYS * 24 * 60 * 60_000;

export async function undoStatesOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => UndoState> {
  const nevers = await neversOf(context, rows);
  const open = rows.filter(({ undone_by }) => undone_by === null);
  const barOf = await undoBarsOf(
    context,
    open.filter((row) => obstacleTo(context, row) === null),
  );
  return (row) => {
    if (row.undone_by !== null) return { state: "done", because: null, eventId: row.undone_by };
    const obstacle = obstacleTo(context, row) ?? nevers.get(row.id) ?? barOf(row);
    if (obstacle === null) return { state: "possible", because: null, eventId: null };
    const because = `${obstacle.because}; ${obstacle.next}.`;
    return { state: "not_possible", because, eventId: null };
  };
}

async function neversOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, Instead>> {
  const { db, team, subjects } = context;
  const isAsked = ({ type }: Pick<RecordedChange, "type">) =>
    undoRowsOf(subjects, type)?.never !== undefined;
  const asked = rows.filter(
    (row) => row.subjects.some(isAsked) && obstacleTo(context, row) === null,
  );
  if (asked.length === 0) return new Map();
  const types = asked.flatMap(({ subjects }) => subjects.filter(isAsked).map(({ type }) => type));
  const changes = await selectChanges(db)
    .select("event_id")
    .where("team_id", "=", team.id)
    .where(
      "event_id",
      "in",
      asked.map(({ id }) => id),
    )
    // The rest of a large event is not read.
    .where("subject_type", "in", types)
    .orderBy("event_id")
    .orderBy("position")
    .execute();
  return new Map(
    [...Map.groupBy(changes, ({ event_id }) => event_id)].flatMap(([id, some]) => {
      const never = neverOf(subjects, some.map(changeOf));
      return never === null ? [] : [[id, never] as const];
    }),
  );
}

export function neverOf(subjects: Subjects, past: readonly RecordedChange[]): Instead | null {
  for (const change of past) {
    const never = undoRowsOf(subjects, change.type)?.never?.(change) ?? null;
    if (never !== null) return never;
  }
  return null;
}

export function obstacleTo(context: JournalContext, row: EventRow): Instead | null {
  if (row.outcome === "refused" || row.subjects.length === 0) return NOTHING_DONE;
  for (const { type } of byRank(context.subjects, row.subjects)) {
    const { undo } = context.subjects[type];
    if ("because" in undo) return undo;
  }
  return isOld(context, row) ? TOO_OLD : null;
}

function isOld({ now }: JournalContext, { created_at, redacted_at }: EventRow): boolean {
  return redacted_at !== null || created_at <= addMilliseconds(now, -UNDO_LASTS_MS);
}

const NOTHING_DONE: Instead = {
  because: "It changed nothing",
  next: "there is nothing to undo",
};

export const TOO_OLD: Instead = {
  because: `It happened more than ${UNDO_DAYS} days ago, and the values are deleted after that`,
  next: "change the records by hand",
};

/**
 * Deletes the snapshots of events that can no longer be undone, of all teams, oldest first. The
 * events stay with the ids of their records.
 * @returns `most` while there is more to do
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
