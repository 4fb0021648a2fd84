import type { EventRow } from "./event-rows.ts";
import { imageOf } from "./image.ts";
import { type PastOf, selectChanges } from "./past.ts";
import type { Changed } from "./sentence.ts";
import type { JournalContext } from "./subject.ts";

type Shown = { readonly row: EventRow; readonly first: readonly Changed[] };

/** By event: the change of its main record, if that record was changed and not created or deleted. */
export async function leadChangesOf(
  { db, team }: JournalContext,
  shown: readonly Shown[],
): Promise<ReadonlyMap<string, PastOf>> {
  const leads = new Map(
    shown.flatMap(({ row, first: [lead] }) =>
      lead?.did === "changed" ? [[row.id, lead] as const] : [],
    ),
  );
  if (leads.size === 0) return new Map();
  const changes = await selectChanges(db)
    .select("event_id")
    .where("team_id", "=", team.id)
    .where("event_id", "in", [...leads.keys()])
    .where("subject_id", "in", [...new Set([...leads.values()].map(({ id }) => id))])
    .execute();
  return new Map(
    changes.flatMap(({ event_id, type, id, before, after }) => {
      const lead = leads.get(event_id);
      return lead?.type === type && lead.id === id
        ? [
            [
              event_id,
              { eventId: event_id, type, id, before: imageOf(before), after: imageOf(after) },
            ],
          ]
        : [];
    }),
  );
}
