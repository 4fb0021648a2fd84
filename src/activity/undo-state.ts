import { z } from "zod";
import { addMilliseconds } from "../core/time.ts";
import type { EventRow } from "./event-rows.ts";
import { byRank, type Instead, type JournalContext } from "./subject.ts";

/** Whether an event can be undone, as far as the event alone tells. Conflicts are told when it is tried. */
export const UndoState = z.object({
  state: z.enum(["possible", "done", "not_possible"]),
  /** Why it is not possible and what to do instead, as a sentence. */
  because: z.string().nullable(),
  /** The event that undid it. */
  eventId: z.string().nullable(),
});

export type UndoState = z.output<typeof UndoState>;

/** For how long an event can be undone, and its images are kept. */
export const UNDO_LASTS_MS = 30 * 24 * 60 * 60_000;

export function undoStateOf(context: JournalContext, row: EventRow): UndoState {
  if (row.undone_by !== null) return { state: "done", because: null, eventId: row.undone_by };
  const obstacle = obstacleTo(context, row);
  if (obstacle === null) return { state: "possible", because: null, eventId: null };
  const because = `${obstacle.because}; ${obstacle.next}.`;
  return { state: "not_possible", because, eventId: null };
}

/** What keeps an event from being undone that was not undone yet; null when nothing is known to. */
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
  because: "It is more than 30 days ago, and after that only that it happened is kept",
  next: "change by hand what should be as it was",
};
