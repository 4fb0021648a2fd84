import { dayIn } from "../../../../src/shared/time.ts";
import { api, type Output } from "../../../api.ts";
import { clockTime } from "../../../dates.ts";
import type { FieldsOf } from "../../../form/field.ts";
import { minutesIn } from "../../../timer/clock.ts";

export type Entry = Output<"GET /api/teams/:team/entries/:id">;

type Fields = FieldsOf<"PATCH /api/teams/:team/entries/:id">;

/** Values of an entry as its form has them. */
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

/** The entry as it is now. */
export async function currentOf(team: string, id: string) {
  const entry = await api("GET /api/teams/:team/entries/:id", { team, id });
  return { values: entryFields(entry), seen: entry.version };
}

/** `09:00–10:30`, with the days that it goes beyond its own; null without a start. */
export function entryTimes({ start, stop, timeZone }: Entry): string | null {
  if (start === null) return null;
  const from = clockTime(start, timeZone);
  return stop === null ? `${from}–now` : `${from}–${clockTime(stop, timeZone)}`;
}

/** Calendar days on which entries are. */
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
