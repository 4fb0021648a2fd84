import { z } from "zod";
import type { Did } from "../core/event.ts";
import type { ById } from "../core/fields.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { changedFields, thingsOf, type CurrencyIn, currenciesOf } from "./changed-fields.ts";
import { countOf, Event, eventsOf } from "./event.ts";
import { Value } from "./field.ts";
import { requireEvent } from "./find-events.ts";
import { namesOf, type Names } from "./names.ts";
import { type ChangeOfEvent, selectChanges, changeOf } from "./recorded-change.ts";
import type { JournalContext } from "./subject.ts";
import { maySee } from "./visibility.ts";

export const EventDetail = z.object({
  event: Event,
  changes: z.array(
    z.object({
      type: z.string(),
      noun: z.object({ label: z.string(), one: z.string(), named: z.string(), many: z.string() }),
      id: z.string(),
      name: z.string().nullable(),
      did: z.enum(["created", "changed", "deleted"]),
      page: z.string().nullable(),
      fields: z.array(
        z.object({
          column: z.string(),
          label: z.string(),
          before: Value.nullable(),
          after: Value.nullable(),
        }),
      ),
      isRedacted: z.boolean(),
    }),
  ),
  more: z.int(),
});

export type EventDetail = z.output<typeof EventDetail>;

const MOST_CHANGES = 200;

export async function getEvent(context: JournalContext, { id }: ById): Promise<EventDetail> {
  const row = await requireEvent(context, id);
  const hidden = row.subjects.map(({ type }) => type).filter((type) => !maySee(context, row, type));
  const changes = await changesOf(context, id, hidden);
  const things = changes.flatMap((change) => [change, ...thingsOf(context.subjects, change)]);
  const names = await namesOf(context, things);
  const currencyIn = await currenciesOf(context, changes);
  const [event] = await eventsOf(context, [row]);
  if (event === undefined) throw new Error("an event was lost");
  return {
    event,
    changes: changes.map((change) => shownChange(context, { names, currencyIn }, change)),
    more: countOf(context, row) - changes.length,
  };
}

type Told = ChangeOfEvent & { readonly did: Did; readonly isRedacted: boolean };

/** The changes of an event, the main one first: a deletion records the main record last. */
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
  return rows.map(({ did, is_redacted, ...change }) => ({
    eventId: id,
    ...changeOf(change),
    did,
    isRedacted: is_redacted === "yes",
  }));
}

type Known = { readonly names: Names; readonly currencyIn: CurrencyIn };

function shownChange(context: JournalContext, known: Known, change: Told) {
  const { type, id, did, isRedacted } = change;
  const { noun, page } = context.subjects[type];
  return {
    type,
    noun,
    id,
    name: known.names.get(id) ?? null,
    did,
    page: did === "deleted" || page === null ? null : page.replace(":id", id),
    fields: changedFields(context.subjects, known, change),
    isRedacted,
  };
}
