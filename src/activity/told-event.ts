import { quoted, visible } from "../core/visible.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { eventsOf } from "./event.ts";
import { requireEvent } from "./find-events.ts";
import { getEvent } from "./get-event.ts";
import { spokenValue } from "./not-undoable.ts";
import { isOfStrangers, type JournalContext } from "./subject.ts";
import { maySee } from "./visibility.ts";

export type ToldEvent = {
  /** Deed without its subject: `deleted the customer "Acme", with 2 more changes`. */
  readonly deed: string;
  readonly canBeUndone: boolean;
  /** Numbers of changed records by their kind: `{ customer: 1, tracker_entry: 30 }`. */
  readonly counts: Readonly<Partial<Record<SubjectType, number>>>;
  /** True where words of strangers stand in the deed and the changes. */
  readonly isOfStrangers: boolean;
};

/** An event in words, for those who do not see the page of it. */
export async function toldEvent(context: JournalContext, id: string): Promise<ToldEvent> {
  const row = await requireEvent(context, id);
  const [event] = await eventsOf(context, [row]);
  if (event === undefined) throw new Error("an event was lost");
  const deed = event.deed.map((piece) => {
    if (typeof piece === "string") return piece;
    return "name" in piece ? quoted(piece.name) : spokenValue(context, piece.value);
  });
  const seen = row.subjects.filter(({ type }) => maySee(context, row, type));
  return {
    deed: deed.join(""),
    canBeUndone: event.undo.state === "possible",
    counts: Object.fromEntries(seen.map(({ type, changes }) => [type, changes])),
    isOfStrangers: seen.some(({ type }) => isOfStrangers(context.subjects, type)),
  };
}

/**
 * Tells the first changes of an event in words, the main one first. Changed fields have their old and new value. Those
 * that read alike are one, with `times`.
 */
export async function toldChanges(context: JournalContext, id: string, most: number) {
  const { changes } = await getEvent(context, { id });
  const told = changes.slice(0, most).map(({ type, did, name, fields }) => ({
    did,
    type,
    name: name === null ? null : visible(name),
    ...(did === "changed"
      ? {
          fields: fields.map(({ label, before, after }) => ({
            label,
            before: spokenValue(context, before),
            after: spokenValue(context, after),
          })),
        }
      : {}),
  }));
  const alike = Map.groupBy(told, (change) => JSON.stringify(change));
  return [...alike.values()].map(([change, ...others]) => ({
    ...change,
    ...(others.length === 0 ? {} : { times: 1 + others.length }),
  }));
}
