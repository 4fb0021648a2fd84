import { z } from "zod";
import type { ById } from "../core/fields.ts";
import type { Did, SubjectType } from "../db/schema.ts";
import { countOf, Event, eventsOf } from "./event.ts";
import { requireEvent } from "./find-event.ts";
import { imageOf } from "./image.ts";
import { namesOf, type Names, type Thing, thingsIn } from "./names.ts";
import { type Past, selectChanges } from "./past.ts";
import type { JournalContext } from "./subject.ts";
import { maySee } from "./visibility.ts";

const Value = z.unknown();

export const EventDetail = z.object({
  event: Event,
  changes: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      did: z.enum(["created", "changed", "deleted"]),
      /** The columns as the journal has them. Of one that was created or deleted, those that hold something. */
      fields: z.array(
        z.object({ field: z.string(), label: z.string(), before: Value, after: Value }),
      ),
      /** Whether the values are no longer kept. */
      isRedacted: z.boolean(),
    }),
  ),
  /** What the ids among the values stand for. */
  names: z.record(z.string(), z.string()),
  /** How many changes are not in the list. */
  more: z.int(),
});

export type EventDetail = z.output<typeof EventDetail>;

/** More would not be read. */
const MOST_CHANGES = 200;

/** One event with what it changed, from what to what. */
export async function getEvent(context: JournalContext, { id }: ById): Promise<EventDetail> {
  const row = await requireEvent(context, id);
  const hidden = row.subjects.map(({ type }) => type).filter((type) => !maySee(context, row, type));
  const changes = await changesOf(context, id, hidden);
  const things = changes.flatMap((change) => [change, ...thingsOf(context, change)]);
  const names = await namesOf(context, things);
  const [event] = await eventsOf(context, [row]);
  if (event === undefined) throw new Error("an event was lost");
  return {
    event,
    changes: changes.map((change) => shownChange(context, names, change)),
    names: Object.fromEntries(names),
    more: countOf(context, row) - changes.length,
  };
}

type Told = Past & { readonly did: Did; readonly isRedacted: boolean };

/** What an event changed, the main thing first: what goes with a thing goes before it. */
async function changesOf(
  { db, team }: JournalContext,
  id: string,
  hidden: readonly SubjectType[],
): Promise<readonly Told[]> {
  const changes = selectChanges(db)
    .where("team_id", "=", team.id)
    .where("event_id", "=", id)
    .$if(hidden.length > 0, (query) => query.where("subject_type", "not in", hidden));
  const fromEnd = changes.orderBy("position", "desc");
  const last = await fromEnd.limit(1).executeTakeFirst();
  const told = last?.did === "deleted" ? fromEnd : changes.orderBy("position");
  const rows = await told.limit(MOST_CHANGES).execute();
  return rows.map(({ type, id, before, after, did, is_redacted }) => ({
    type,
    id,
    before: imageOf(before),
    after: imageOf(after),
    did,
    isRedacted: is_redacted === "yes",
  }));
}

function thingsOf({ subjects }: JournalContext, { type, before, after }: Past): readonly Thing[] {
  return [...thingsIn(subjects, type, before), ...thingsIn(subjects, type, after)];
}

function shownChange({ subjects }: JournalContext, names: Names, change: Told) {
  const { type, id, before, after, did, isRedacted } = change;
  const { label, fields } = subjects[type];
  const told = Object.entries(fields)
    .map(([field, label]) => ({
      field,
      label,
      before: before?.[field] ?? null,
      after: after?.[field] ?? null,
    }))
    .filter(({ before, after }) => before !== null || after !== null);
  return { type, label, id, name: names.get(id) ?? null, did, fields: told, isRedacted };
}
