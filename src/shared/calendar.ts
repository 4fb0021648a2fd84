import {
  type Day,
  dayIn,
  formatterOf,
  type Instant,
  instantOf,
  millisecondsBetween,
  millisecondsOf,
} from "./time.ts";

export function addDays(day: Day, days: number): Day {
  return instantOf(millisecondsOf(`${day}T00:00:00.000Z`) + days * 86_400_000).slice(0, 10);
}

/** Negative when `to` is the earlier day. */
export function daysBetween(from: Day, to: Day): number {
  return millisecondsBetween(`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`) / 86_400_000;
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay();
}

export function weekdayName(day: Day): string {
  return WEEKDAYS[weekdayOf(day)] ?? "";
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** Moment at which clocks in a time zone show that day and this many minutes after midnight. */
export function momentIn(timeZone: string, day: Day, minutes: number): Instant {
  const shown = millisecondsOf(`${day}T00:00:00.000Z`) + minutes * 60_000;
  // The offset depends on the moment, which is not known yet; the second look corrects a change in
  // between.
  const near = shown - offsetAt(timeZone, shown);
  return instantOf(shown - offsetAt(timeZone, near));
}

/** First moment of a day in a time zone; not midnight where clocks are set forward then. */
export function startOfDay(timeZone: string, day: Day): Instant {
  const midnight = millisecondsOf(`${day}T00:00:00.000Z`);
  // No place is further from UTC.
  let [before, within] = [midnight - FURTHEST_MS, midnight + FURTHEST_MS];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayIn(timeZone, instantOf(middle)) < day) before = middle;
    else within = middle;
  }
  return instantOf(within);
}

/** In seconds: 23, 24 or 25 hours, or half an hour more or less. */
export function dayLength(timeZone: string, day: Day): number {
  const [start, next] = [startOfDay(timeZone, day), startOfDay(timeZone, addDays(day, 1))];
  return (millisecondsOf(next) - millisecondsOf(start)) / 1000;
}

/**
 * Moments of a day at which its clocks show so many minutes after midnight: two where clocks are set back,
 * none where they are set forward.
 */
export function momentsAt(timeZone: string, day: Day, minutes: number): readonly Instant[] {
  const near = millisecondsOf(momentIn(timeZone, day, minutes));
  const shown = instantOf(millisecondsOf(`${day}T00:00:00.000Z`) + minutes * 60_000).slice(0, 16);
  return SHIFTS.map((shift) => instantOf(near + shift * 60_000)).filter((moment) =>
    shownIn(timeZone, moment).startsWith(shown),
  );
}

/** Minutes by which clocks change. */
const SHIFTS = [-60, -30, 0, 30, 60];

const FURTHEST_MS = 15 * 60 * 60_000;

/** Moment on the clocks of a time zone: `2026-11-21T10:00:00+01:00`. Fractions of a second are cut. */
export function shownIn(timeZone: string, instant: Instant): string {
  const milliseconds = millisecondsOf(instant);
  const minutes = Math.round(offsetAt(timeZone, milliseconds) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const shown = instantOf(milliseconds + minutes * 60_000).slice(0, 19);
  return `${shown}${minutes < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** Milliseconds by which a time zone is ahead of UTC. */
function offsetAt(timeZone: string, milliseconds: number): number {
  const whole = Math.floor(milliseconds / 1000) * 1000;
  const shown = clockOf(timeZone).format(whole).replace(" ", "T");
  return millisecondsOf(`${shown}.000Z`) - whole;
}

const clockOf = formatterOf({ dateStyle: "short", timeStyle: "medium" });
