import { z } from "zod";
import type { ById } from "../core/fields.ts";
import { transaction } from "../db/transaction.ts";
import { Event, eventsOf } from "./event.ts";
import { lockEvent, requireEvent } from "./find-event.ts";
import { lockRowsOf } from "./held-rows.ts";
import { imageOf } from "./image.ts";
import { record } from "./journal.ts";
import { conflicting, DONE_ALREADY, notUndoable } from "./not-undoable.ts";
import { type Past, selectChanges } from "./past.ts";
import type { JournalContext } from "./subject.ts";
import { afterTables, aroundTables } from "./undo-hooks.ts";
import { neverOf, obstacleTo, TOO_OLD } from "./undo-state.ts";
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
    const past = await changesOf(context, id);
    const never = neverOf(context.subjects, past);
    if (never !== null) throw notUndoable(never);
    const steps = stepsOf(context, past, await lockRowsOf(context, past));
    if ("conflict" in steps) throw await conflicting(context, steps);
    await aroundTables(context, past, async () => take(context, steps));
    await afterTables(context, steps);
    const changes = steps.map(({ change }) => change);
    const undoingId = await record(context, changes, id);
    const [after, undoing] = await eventsOf(context, [
      await requireEvent(context, id),
      await requireEvent(context, undoingId),
    ]);
    if (after === undefined || undoing === undefined) throw new Error("an event was lost");
    return { event: after, undoing };
  });
}

/** @throws Refusal when the images were redacted meanwhile */
async function changesOf(context: JournalContext, id: string): Promise<readonly Past[]> {
  const rows = await selectChanges(context.db)
    .where("team_id", "=", context.team.id)
    .where("event_id", "=", id)
    .orderBy("position")
    .execute();
  if (rows.some(({ is_redacted }) => is_redacted === "yes")) throw notUndoable(TOO_OLD);
  return rows.map(({ type, id, before, after }) => ({
    type,
    id,
    before: imageOf(before),
    after: imageOf(after),
  }));
}
