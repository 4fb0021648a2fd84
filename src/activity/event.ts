import { z } from "zod";
import type { EventRow } from "./event-rows.ts";
import { type Image, imageOf } from "./image.ts";
import { namesOf } from "./names.ts";
import { selectChanges } from "./past.ts";
import { type Changed, deedOf, doorOf, leadFirst, Piece } from "./sentence.ts";
import type { JournalContext } from "./subject.ts";
import { UndoState, undoStatesOf } from "./undo-state.ts";
import { Via, viasOf } from "./via.ts";
import { maySee } from "./visibility.ts";

/** An event as one line: who did what to which record, and through what. */
export const Event = z.object({
  id: z.string(),
  at: z.string(),
  /** Null when nobody was signed in: an operator's command, or the set-up. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  via: Via,
  client: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  tool: z.string(),
  outcome: z.enum(["done", "refused"]),
  reason: z.string().nullable(),
  /** The sentence after who did it. */
  deed: z.array(Piece).readonly(),
  /** The first records that were changed, the main one first. */
  subjects: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      did: z.enum(["created", "changed", "deleted"]),
    }),
  ),
  changeCount: z.int(),
  undo: UndoState,
  /** Event that this one undid. */
  undoes: z.string().nullable(),
});

export type Event = z.output<typeof Event>;

/** Rows as events, with a fixed number of queries for all of them. */
export async function eventsOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<Event[]> {
  const shown = rows.map((row) => ({ row, first: firstOf(context, row) }));
  const names = await namesOf(
    context,
    shown.flatMap(({ first }) => first),
  );
  const viaOf = await viasOf(context, rows);
  const undoOf = await undoStatesOf(context, rows);
  const images = await deciding(context, shown);
  return shown.map(({ row, first }) => {
    const subjects = first.map((thing) => ({ ...thing, name: names.get(thing.id) ?? null }));
    const changeCount = countOf(context, row);
    const told = { row, lead: subjects[0] ?? null, changeCount, image: images.get(row.id) ?? null };
    return {
      id: row.id,
      at: row.created_at,
      actor:
        row.actor_id === null || row.actor_name === null
          ? null
          : { id: row.actor_id, name: row.actor_name },
      via: viaOf(row),
      client:
        row.client_name === null ? null : { name: row.client_name, version: row.client_version },
      tool: row.tool,
      outcome: row.outcome,
      reason: row.reason,
      deed: deedOf(context.subjects, told),
      subjects,
      changeCount,
      undo: undoOf(row),
      undoes: row.undoes_id,
    };
  });
}

/** Records that an event names at most when it is listed. */
const MOST_SHOWN = 3;

type Shown = { readonly row: EventRow; readonly first: readonly Changed[] };

/** The records that an event names. A link is left out beside the record that it belongs to. */
function firstOf(context: JournalContext, row: EventRow): readonly Changed[] {
  const visible = row.subjects.filter(({ type }) => maySee(context, row, type));
  const things = leadFirst(
    context.subjects,
    row.tool,
    visible.flatMap(({ type, first }) => first.map((thing) => ({ type, ...thing }))),
  );
  return things
    .filter(({ id }, index) => things.findIndex((thing) => thing.id === id) === index)
    .slice(0, MOST_SHOWN);
}

/** By event: the new values of its main record, where its sentence depends on them. */
async function deciding(
  { db, team, subjects }: JournalContext,
  shown: readonly Shown[],
): Promise<ReadonlyMap<string, Image>> {
  const ids = shown.flatMap(({ row: { id, tool } }) =>
    typeof (doorOf(subjects, tool)?.door.said ?? "") === "string" ? [] : [id],
  );
  if (ids.length === 0) return new Map();
  const changes = await selectChanges(db)
    .select("event_id")
    .where("team_id", "=", team.id)
    .where("event_id", "in", ids)
    .execute();
  const leads = new Map(shown.map(({ row, first }) => [row.id, first[0]]));
  return new Map(
    changes.flatMap(({ event_id, type, id, after }) => {
      const lead = leads.get(event_id);
      const image = lead?.type === type && lead.id === id ? imageOf(after) : null;
      return image === null ? [] : [[event_id, image] as const];
    }),
  );
}

/** Number of changes that the user may see. */
export function countOf(context: JournalContext, row: EventRow): number {
  return row.subjects
    .filter(({ type }) => maySee(context, row, type))
    .reduce((sum, { changes }) => sum + changes, 0);
}
