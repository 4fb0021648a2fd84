import { dayIn } from "../../../../src/shared/time.ts";
import { counted } from "../../../../src/shared/words.ts";
import type { Output } from "../../../api.ts";
import { clockTime } from "../../../dates.ts";
import type { FieldsOf } from "../../../form/field.ts";
import { minutesIn } from "../../../timer/clock.ts";

export type Entry = Output<"GET /api/teams/:team/entries/:id">;

export const NOT_YOURS = "Only owners and admins of the team change the time of other people.";

type Holder = NonNullable<Entry["invoice"]>;

/** Reason for which time on an invoice cannot be changed. */
export function onInvoice({ number }: Pick<Holder, "number">): string {
  return number === null
    ? "This time is on a draft invoice. To change it, take its line from the draft first."
    : `This time is on invoice ${number}. To change it, void the invoice first.`;
}

type Fields = FieldsOf<"PATCH /api/teams/:team/entries/:id">;

export function entryFields(entry: Entry): Partial<Fields> {
  const { project, description, day, start, stop, seconds, timeZone } = entry;
  const clock = (at: string | null) => (at === null ? null : minutesIn(timeZone, at));
  return {
    project: project.id,
    description,
    day,
    start: clock(start),
    end: clock(stop),
    seconds: start === null ? seconds : null,
  };
}

/** `09:00–10:30`, with the days that it goes beyond its own; null without a start. */
export function entryTimes({ start, stop, timeZone }: Entry): string | null {
  if (start === null) return null;
  const from = clockTime(start, timeZone);
  return stop === null ? `${from}–now` : `${from}–${clockTime(stop, timeZone)}`;
}

export function daysOf(entries: readonly Entry[]) {
  const days = Map.groupBy(entries, ({ day }) => day);
  return [...days].map(([day, entries]) => ({ day, entries }));
}

/** True for an entry that goes on past a midnight of its time zone. */
export function isOverMidnight({ day, stop, timeZone }: Entry): boolean {
  if (stop === null) return false;
  const lastMoment = new Date(Date.parse(stop) - 1).toISOString();
  return dayIn(timeZone, lastMoment) > day;
}

type Moved = { readonly moved: number; readonly gone: number; readonly to: string };

/** Tells a move of `chosen` entries: those moved, those that were there already, those deleted since. */
export function movedWords(chosen: number, { moved, gone, to }: Moved): string {
  const known = chosen - moved - gone;
  return [
    moved === 0 ? "" : `${entries(moved)} moved to ${to}.`,
    known === 0 ? "" : `${entries(known)} on ${to} already.`,
    gone === 0
      ? ""
      : `${counted(gone, "entry", "entries")} ${gone === 1 ? "was" : "were"} deleted meanwhile.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function entries(count: number): string {
  return `${counted(count, "entry", "entries")} ${count === 1 ? "is" : "are"}`;
}
