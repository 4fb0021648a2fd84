import { clockText, type Minutes, readClock, type TypedClock } from "./clock.ts";
import { plain, readAs, type Reading, refusedFor } from "./reading.ts";
import { spokenToTheSecond } from "./words.ts";

/**
 * Reads `1h30`, `1:30`, `1.5`, `90m`, `9-10:30`, `+15m`. A number without a unit is hours, up to `mostHours`.
 * `+15m` and `-0:10` change the seconds of `from`.
 */
export function readDuration(text: string, { from = 0, mostHours = 24 } = {}): Reading<Duration> {
  const typed = plain(text).toLowerCase();
  if (typed === "") return { state: "empty" };
  if (/^[+-]/.test(typed)) return adjusted(from, typed);
  const range = readRange(typed);
  if (range !== null) return range;
  const bare = /^\d+$/.test(typed) ? Number(typed) : null;
  if (bare !== null && bare > mostHours) return tooManyHours(bare, mostHours);
  return lengthOf(typed);
}

/** Text of a field, `1:30` or `1:30:05`: reads back as the same duration. */
export function durationText(seconds: number): string {
  const rest = seconds % 60;
  const minutes = clockText(Math.floor(seconds / 60));
  return rest === 0 ? minutes : `${minutes}:${String(rest).padStart(2, "0")}`;
}

/** `1 h 30 (1.50)`: hours and minutes, and hours as a decimal. */
export function durationEcho({ seconds, range }: Duration): string {
  const told = `${spokenToTheSecond(seconds)} (${(seconds / 3600).toFixed(2)})`;
  if (range === undefined) return told;
  const { start, end, endsNextDay } = range;
  return `${clockText(start)} to ${clockText(end)}, ${told}${endsNextDay ? ", ends next day" : ""}`;
}

function tooManyHours(number: number, mostHours: number): Reading<Duration> {
  const why = `A number alone is hours, and ${number} hours is more than ${mostHours}.`;
  return number <= mostHours * 60 ? refusedFor(why, { seconds: number * 60 }) : refusedFor(why);
}

/** Changes what is there. A number without a unit is asked about: here people mean minutes as often. */
function adjusted(from: number, typed: string): Reading<Duration> {
  const sign = typed.startsWith("-") ? -1 : 1;
  const rest = typed.slice(1).trim();
  const shifted = (seconds: number) => ({ seconds: from + sign * seconds });
  if (/^\d+$/.test(rest)) {
    const readings = [60, 3600].map((unit) => shifted(Number(rest) * unit));
    const why = `Write the unit: ${typed.charAt(0)}${rest}m or ${typed.charAt(0)}${rest}h.`;
    return refusedFor(why, ...readings.filter(({ seconds }) => seconds >= 0));
  }
  const length = lengthOf(rest);
  if (length.state !== "read") return length;
  const changed = shifted(length.value.seconds);
  return changed.seconds < 0
    ? refusedFor(`There is only ${spokenToTheSecond(from)} to take away from.`)
    : readAs(changed);
}

const HOURS = String.raw`h(?:rs?|ours?)?\.?`;
const MINUTES = String.raw`m(?:ins?|inutes?)?\.?`;
const SECONDS = String.raw`s(?:ecs?|econds?)?\.?`;
const PARTS = new RegExp(
  String.raw`^(?:(\d+) ?${HOURS})? ?(?:(\d+)(?: ?${MINUTES}|$))? ?(?:(\d+) ?${SECONDS})?$`,
);
const DECIMAL = new RegExp(String.raw`^(\d*)[.,](\d{1,6}) ?(?:(${HOURS})|(${MINUTES}))?$`);
const COLONS = /^(\d*):(\d\d?)(?::(\d\d))?$/;

function lengthOf(typed: string): Reading<Duration> {
  if (/^\d+$/.test(typed)) return inBounds(Number(typed) * 3600);
  const colons = COLONS.exec(typed);
  if (colons !== null) return withColons(colons);
  const decimal = DECIMAL.exec(typed);
  if (decimal !== null) {
    const [, whole = "", fraction = "", , minutes] = decimal;
    return inBounds(unitsOf(whole, fraction, minutes === undefined ? 3600 : 60));
  }
  return withUnits(typed);
}

function withColons([
  ,
  hours = "",
  minutes = "",
  seconds = "0",
]: RegExpExecArray): Reading<Duration> {
  const whole = Number(hours) * 3600;
  if (minutes.length === 1) {
    const readings = [Number(minutes), Number(minutes) * 10].filter((each) => each < 60);
    return refusedFor(
      "Write the minutes with two digits.",
      ...readings.map((each) => ({ seconds: whole + each * 60 })),
    );
  }
  if (Number(minutes) > 59 || Number(seconds) > 59)
    return refusedFor("An hour has 60 minutes, and a minute 60 seconds.");
  return inBounds(whole + Number(minutes) * 60 + Number(seconds));
}

function withUnits(typed: string): Reading<Duration> {
  const [all, hours, minutes, seconds] = PARTS.exec(typed) ?? [];
  if (all === undefined || all === "") return refusedFor(EXAMPLES);
  if (hours !== undefined && Number(minutes ?? 0) > 59)
    return refusedFor("After hours, minutes go up to 59.");
  return inBounds(Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0));
}

const EXAMPLES = "Write a duration such as 1:30, 1h 30m, 90m or 1.5.";

/** Seconds of a decimal, cut to whole ones. Integers keep 1.15 hours from being 4139 seconds. */
function unitsOf(whole: string, fraction: string, unit: number): number {
  const scale = 10 ** fraction.length;
  const scaled = (Number(whole) * scale + Number(fraction)) * unit;
  return (scaled - (scaled % scale)) / scale;
}

function inBounds(seconds: number): Reading<Duration> {
  return seconds <= LONGEST ? readAs({ seconds }) : refusedFor("That is longer than ten years.");
}

const LONGEST = 10 * 366 * 24 * 3600;

/** Seconds are whole, and never rounded up. A range is one such as `9-10:30`. */
export type Duration = { readonly seconds: number; readonly range?: Range };

export type Range = {
  readonly start: Minutes;
  readonly end: Minutes;
  readonly endsNextDay: boolean;
};

const DAY = 24 * 60;
const HALF = DAY / 2;

/**
 * Reads `9-10:30`, `9–1030`, `9am to 5pm`; null for text that is no range. An end before the start is on
 * the next day. Where the other half of the day may be meant too, it asks.
 */
function readRange(typed: string): Reading<Duration> | null {
  const [all, first = "", second = ""] = /^(.+?) ?(?:-|–|—|\bto\b) ?(.+)$/.exec(typed) ?? [];
  if (all === undefined) return null;
  const [start, end] = [readClock(first), readClock(second)];
  if (start === null || end === null || start.minutes === DAY)
    return refusedFor("Write a range such as 9-10:30 or 9am-5pm.");
  if (start.minutes === end.minutes) return refusedFor("It ends when it starts.");
  const asRead = between(start.minutes, end.minutes);
  const other = otherHalf(start, end);
  if (other === null) return readAs(asRead);
  return refusedFor("Which time of day is meant?", ...bySeconds(asRead, other));
}

/** The range with the other half of the day, where a person may well mean that. */
function otherHalf(start: TypedClock, end: TypedClock): Duration | null {
  const laterEnd = end.minutes + HALF;
  // 9-5 and 9pm-10: an end without a mark before the start, which is no time of 24 hours.
  const isEndOpen = !end.isMarked && (start.isMarked || start.minutes < HALF);
  if (isEndOpen && end.minutes < start.minutes && laterEnd > start.minutes && laterEnd <= DAY)
    return between(start.minutes, laterEnd);
  // 1-5pm: a start without a mark, before an end with one.
  const laterStart = start.minutes + HALF;
  const isStartOpen = !start.isMarked && end.isMarked && start.minutes >= 60;
  return isStartOpen && laterStart < end.minutes ? between(laterStart, end.minutes) : null;
}

function between(start: number, end: number): Duration {
  const endsNextDay = end < start;
  const minutes = end - start + (endsNextDay ? DAY : 0);
  return { seconds: minutes * 60, range: { start, end, endsNextDay } };
}

function bySeconds(...durations: readonly Duration[]): readonly Duration[] {
  return durations.toSorted((one, other) => one.seconds - other.seconds);
}
