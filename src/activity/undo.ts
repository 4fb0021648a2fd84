import { z } from "zod";
import type { ById } from "../core/fields.ts";
import { transaction } from "../db/transaction.ts";
import { Event, eventsOf } from "./event.ts";
import { lockEvent, requireEvent } from "./find-event.ts";
import { holdRows } from "./held-rows.ts";
import { imageOf } from "./image.ts";
import { record } from "./journal.ts";
import { conflicting, DONE_ALREADY, notUndoable } from "./not-undoable.ts";
import { type Past, selectChanges } from "./past.ts";
import type { JournalContext } from "./subject.ts";
import { obstacleTo, TOO_OLD } from "./undo-state.ts";
import { stepsOf } from "./undo-steps.ts";
import { take } from "./undo-write.ts";

export const Undone = z.object({
  /** What was undone, as it is now. */
  event: Event,
  /** What undid it, which can be undone in turn. */
  undoing: Event,
});

export type Undone = z.output<typeof Undone>;

/**
 * Puts back all that one event changed, or nothing: only while every row is as the event left it, for
 * 30 days, and once. It is an event of its own, linked to the one that it undoes.
 * @throws Refusal `not_undoable` that says what is in the way, with both values where they differ
 */
export async function undoEvent(context: JournalContext, { id }: ById): Promise<Undone> {
  return transaction(context, async (context) => {
    const event = await lockEvent(context, id);
    if (event.undone_by !== null) throw notUndoable(DONE_ALREADY);
    const obstacle = obstacleTo(context, event);
    if (obstacle !== null) throw notUndoable(obstacle);
    const past = await changesOf(context, id);
    const steps = stepsOf(context, past, await holdRows(context, past));
    if ("conflict" in steps) throw await conflicting(context, steps);
    await take(context, steps);
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

/** @throws Refusal when the job that redacts has just been there */
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
