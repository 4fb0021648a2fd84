import { z } from "zod";
import type { ById } from "../core/fields.ts";
import { transaction } from "../db/transaction.ts";
import { Event, eventsOf } from "./event.ts";
import { lockEvent, requireEvent } from "./find-event.ts";
import { holdFor, lockRowsOf } from "./held-rows.ts";
import type { Change } from "./journal.ts";
import { conflicting, DONE_ALREADY, notUndoable } from "./not-undoable.ts";
import type { Past } from "./past.ts";
import { Recording } from "./recording.ts";
import type { JournalContext } from "./subject.ts";
import { afterTables, aroundTables } from "./undo-hooks.ts";
import { partsOf } from "./undo-parts.ts";
import { neverOf, obstacleTo } from "./undo-state.ts";
import { stepsOf } from "./undo-steps.ts";
import { take } from "./undo-write.ts";

export const Undone = z.object({
  /** The undone event. */
  event: Event,
  /** The event of the undo, which can be undone in turn. */
  undoing: Event,
});

export type Undone = z.output<typeof Undone>;

/**
 * Puts back all changes of an event, or none. Possible once, for 30 days, and only while no row has
 * changed since. Recorded as an event of its own, linked to the undone one.
 * @throws Refusal `not_undoable` with the reason, and both values where they differ
 */
export async function undoEvent(context: JournalContext, { id }: ById): Promise<Undone> {
  return transaction(context, async (context) => {
    const event = await lockEvent(context, id);
    if (event.undone_by !== null) throw notUndoable(DONE_ALREADY);
    const obstacle = obstacleTo(context, event);
    if (obstacle !== null) throw notUndoable(obstacle);
    const parts = await partsOf(context, event);
    for await (const past of parts()) {
      const never = neverOf(context.subjects, past);
      if (never !== null) throw notUndoable(never);
      await holdFor(context, past);
    }
    const recording = new Recording(context, { undoes: id });
    for await (const past of parts()) await recording.add(await putBack(context, past));
    const undoingId = await recording.end();
    const [after, undoing] = await eventsOf(context, [
      await requireEvent(context, id),
      await requireEvent(context, undoingId),
    ]);
    if (after === undefined || undoing === undefined) throw new Error("an event was lost");
    return { event: after, undoing };
  });
}

/** Puts back some changes, once all later ones are back. */
async function putBack(context: JournalContext, past: readonly Past[]): Promise<readonly Change[]> {
  const steps = stepsOf(context, past, await lockRowsOf(context, past));
  if ("conflict" in steps) throw await conflicting(context, steps);
  await aroundTables(context, past, async () => take(context, steps));
  await afterTables(context, steps);
  return steps.map(({ change }) => change);
}
