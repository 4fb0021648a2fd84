import { pause, ROWS_A_CHUNK } from "../db/chunks.ts";
import type { EventRow } from "./event-rows.ts";
import { imageOf } from "./image.ts";
import { notUndoable } from "./not-undoable.ts";
import { type Past, selectChanges } from "./past.ts";
import type { JournalContext } from "./subject.ts";
import { TOO_OLD } from "./undo-state.ts";

type Part = readonly Past[];

/**
 * The changes of an event in parts, from the last part to the first; in a part the first change comes
 * first. A large event is read anew each time, so that only one part of it is in memory.
 */
export async function partsOf(
  context: JournalContext,
  event: EventRow,
): Promise<() => Iterable<Part> | AsyncIterable<Part>> {
  const count = event.subjects.reduce((sum, { changes }) => sum + changes, 0);
  if (count > ROWS_A_CHUNK) return () => readParts(context, event, count);
  const { past } = await readPart(context, event, count);
  return () => [past];
}

async function* readParts(
  context: JournalContext,
  event: EventRow,
  count: number,
): AsyncGenerator<Part> {
  for (let from = count; from > 0;) {
    const { past, first } = await readPart(context, event, from);
    yield past;
    from = first;
    await pause(context);
  }
}

/** @throws Refusal when the images were redacted meanwhile */
async function readPart(context: JournalContext, { id }: EventRow, before: number) {
  const rows = await selectChanges(context.db)
    .where("team_id", "=", context.team.id)
    .where("event_id", "=", id)
    .where("position", "<", before)
    .orderBy("position", "desc")
    .limit(ROWS_A_CHUNK)
    .execute();
  if (rows.some(({ is_redacted }) => is_redacted === "yes")) throw notUndoable(TOO_OLD);
  const past = rows.toReversed().map(({ type, id, before, after }) => ({
    type,
    id,
    before: imageOf(before),
    after: imageOf(after),
  }));
  return { past, first: rows.at(-1)?.position ?? 0 };
}
