import { LONGEST_PAUSE_MS } from "../../../src/shared/limits.ts";
import { clockTime } from "../../dates.ts";
import { counted } from "../../numbers.ts";
import type { Event } from "./event.ts";

/** True for neighbours of one session: calls of one credential and client with a short pause between. */
export function isOneSession(above: Event, below: Event): boolean {
  const { kind, id } = above.via;
  return (
    (kind === "key" || kind === "app") &&
    kind === below.via.kind &&
    id === below.via.id &&
    above.client?.name === below.client?.name &&
    Date.parse(above.at) - Date.parse(below.at) <= LONGEST_PAUSE_MS
  );
}

/** `10:02–10:06`: the times of the first and the last of events, which come newest first. */
export function sessionSpan(events: readonly Event[], timeZone: string): string {
  const [from, to] = [events.at(-1), events[0]].map((event) =>
    event === undefined ? "" : clockTime(event.at, timeZone),
  );
  return from === to ? `${from}` : `${from}–${to}`;
}

/** `12 changes, 2 undone, 1 refused`. */
export function countWords(events: readonly Event[]): string {
  const done = events.filter(({ outcome }) => outcome === "done");
  const undone = done.filter(({ undo }) => undo.state === "done").length;
  const refused = events.length - done.length;
  return [
    counted(done.length, "change"),
    ...(undone === 0 ? [] : [`${undone} undone`]),
    ...(refused === 0 ? [] : [`${refused} refused`]),
  ].join(", ");
}

export type Chosen = ReturnType<typeof chosenFrom>;
export type Left = Chosen["left"][number];

/** Refused attempts changed nothing, so they are left out. */
export function chosenFrom(events: readonly Event[]) {
  const done = events.filter(({ outcome }) => outcome === "done");
  return {
    possible: done.filter(({ undo }) => undo.state === "possible"),
    left: done.flatMap((event) =>
      event.undo.state === "not_possible"
        ? [{ event, because: event.undo.because ?? "Nothing was changed by it." }]
        : [],
    ),
    undoneBefore: done.filter(({ undo }) => undo.state === "done").length,
  };
}
