import { addDays, momentIn, weekdayOf } from "../shared/calendar.ts";
import {
  addMilliseconds,
  type Day,
  dayIn,
  type Instant,
  millisecondsBetween,
} from "../shared/time.ts";
import type { Chance } from "./chance.ts";
import type { Person } from "./people.ts";

/** Stretch of work; the next may begin at its stop. The last may still run. */
export type Slot = { readonly ago: number; readonly start: Instant; readonly stop: Instant | null };

type Hours = { readonly from: Instant; readonly until: Instant };

const DAYS = 91;
const MINUTE = 60_000;

/**
 * A person's working hours in the last three months. The owner also works today, on any weekday,
 * and is still working.
 */
export function slotsOf(chance: Chance, person: Person, now: Instant): readonly Slot[] {
  const today = dayIn(person.timeZone, now);
  const slots: Slot[] = [];
  for (let ago = DAYS; ago > 0; ago -= 1) {
    const day = addDays(today, -ago);
    if (!isDayOff(person, today, day))
      slots.push(...slotsIn(chance, usualHours(chance, person, day), ago));
  }
  const usual = usualHours(chance, person, today);
  if (person.role !== "owner") {
    const hours = { from: usual.from, until: earlier(usual.until, now) };
    return isDayOff(person, today, today) ? slots : [...slots, ...slotsIn(chance, hours, 0)];
  }
  const midnight = momentIn(person.timeZone, today, 0);
  const running = later(midnight, addMilliseconds(now, -40 * MINUTE));
  const hours = hoursBefore(addMilliseconds(running, -5 * MINUTE), usual, midnight);
  return [...slots, ...slotsIn(chance, hours, 0), { ago: 0, start: running, stop: null }];
}

function isDayOff(
  { daysOff, holidays, leave: [first, last] }: Person,
  today: Day,
  day: Day,
): boolean {
  const onLeave = day >= addDays(today, -first) && day <= addDays(today, -last);
  return onLeave || daysOff.includes(weekdayOf(day)) || holidays.includes(day.slice(5));
}

function usualHours(chance: Chance, { timeZone }: Person, day: Day): Hours {
  return {
    from: momentIn(timeZone, day, chance.between(8 * 60 + 25, 9 * 60 + 40)),
    until: momentIn(timeZone, day, chance.between(16 * 60 + 40, 18 * 60 + 25)),
  };
}

/** The usual hours, cut off at `end`; moved to the hours before it when `end` is early in the day. */
function hoursBefore(end: Instant, { from, until }: Hours, midnight: Instant): Hours {
  return {
    from: later(midnight, earlier(from, addMilliseconds(end, -150 * MINUTE))),
    until: earlier(until, end),
  };
}

const SHORTEST = 15;
const LENGTHS = [20, 35, 45, 55, 70, 85, 100, 120, 150, 200];
const BEFORE_LUNCH = 170;

/** Slots of 15 minutes to some 3½ hours, with a lunch break and pauses. */
function slotsIn(chance: Chance, { from, until }: Hours, ago: number): readonly Slot[] {
  const slots: Slot[] = [];
  let hadLunch = false;
  for (let start = from; ;) {
    const left = Math.floor(millisecondsBetween(start, until) / MINUTE);
    const length = Math.min(chance.pick(LENGTHS) + chance.between(-4, 9), left);
    if (length < SHORTEST) return slots;
    const stop = addMilliseconds(start, length * MINUTE);
    slots.push({ ago, start, stop });
    const isLunch: boolean = !hadLunch && millisecondsBetween(from, stop) > BEFORE_LUNCH * MINUTE;
    hadLunch ||= isLunch;
    start = addMilliseconds(stop, MINUTE * (isLunch ? chance.between(35, 65) : pauseOf(chance)));
  }
}

function pauseOf(chance: Chance): number {
  return chance.often(0.5) ? 0 : chance.between(4, 20);
}

function earlier(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}

function later(one: Instant, other: Instant): Instant {
  return one > other ? one : other;
}
