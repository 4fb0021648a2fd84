import type { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { noticesOf, type Undoable, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { keepProject, noProject } from "../projects/project.ts";
import { refuseOther, writeEntry } from "../timesheet/change-entry.ts";
import { entryOf } from "../timesheet/entry.ts";
import { lockEntry, requireReach } from "../timesheet/tracked-time.ts";
import { type StartedTimer, StartTimer, startTimer } from "./start-timer.ts";
import { alreadyStopped, correctedTimer, keepMinute, namedTimer } from "./stop-timer.ts";
import { completedNotices, overlapNotices } from "./time-notices.ts";

export const StartOrChange = StartTimer.extend({
  entry_id: uuid.nullish().describe("a running timer to change"),
});

type ChangeTimer = StartTimer & { readonly entry_id: string };

export async function startOrChange(
  context: Context,
  { entry_id, ...input }: z.output<typeof StartOrChange>,
): Promise<StartedTimer & Undoable> {
  if (typeof entry_id !== "string") return startTimer(context, input);
  return changeTimer(context, { ...input, entry_id });
}

/**
 * Changes the project of a running timer, its description and its start where they are given, and starts
 * and stops nothing.
 */
async function changeTimer(
  context: Context,
  { entry_id, project_id, ...input }: ChangeTimer,
): Promise<StartedTimer & Undoable> {
  return transaction(context, async (context) => {
    const timer = await namedTimer(context, entry_id, input);
    if (typeof input.stop === "string") throw stopsNothing(entry_id);
    requireReach(context, timer.assigned_id);
    await lockMember(context, timer.assigned_id);
    const project = await keepProject(context, project_id);
    if (project === undefined) throw noProject(project_id);
    const before = await lockEntry(context, entry_id);
    if (before.stop !== null) throw alreadyStopped(entry_id);
    const after = correctedTimer(context, { ...before, project_id }, input);
    keepMinute(before, after, context.now);
    if (after.date !== before.date) await refuseOther(context, after, "start");
    const change = await writeEntry(context, before, after);
    const entry = { ...timer, ...after, project_name: project.name };
    const isMoved = after.start !== before.start;
    return {
      ...entryOf(entry),
      event: change === null ? null : await record(context, [change]),
      stopped: null,
      ...noticesOf([
        ...completedNotices(project),
        ...(isMoved ? await overlapNotices(context, entry) : []),
      ]),
    };
  });
}

function stopsNothing(id: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "stop",
    message: "With entry_id a running timer is changed, and runs on; stop was given too",
    next: `leave stop out; tracker_stop_timer with entry_id ${id} stops it, with description and start in the same call`,
  });
}
