import type { Event } from "../event.ts";

/** Events that can be undone, and events that cannot, each newest first. */
export type Chosen = {
  readonly possible: readonly Event[];
  readonly left: readonly Left[];
  /** Number of events that were undone before. */
  readonly undoneBefore: number;
};

/** An event that is not undone, and the reason. */
export type Left = { readonly event: Event; readonly because: string };

/** Refused attempts changed nothing, so they are left out. */
export function chosenFrom(events: readonly Event[]): Chosen {
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
