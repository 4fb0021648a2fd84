import { addDays, momentIn } from "../../shared/calendar.ts";
import { type Day, millisecondsOf } from "../../shared/time.ts";

export type DateOrder = "day first" | "month first";

/** Day of a text such as `2026-11-21`, `21.11.2026`, `11/21/2026` or `21/11/26`; null for no day. */
function readDay(text: string, order: DateOrder): Day | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return realDay(iso[1], iso[2], iso[3]);
  const other = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (other === null) return null;
  const [, first, sign, second, year = ""] = other;
  const whole = year.length === 2 ? `20${year}` : year;
  const isDayFirst = sign === "." || order === "day first";
  return isDayFirst ? realDay(whole, second, first) : realDay(whole, first, second);
}

function realDay(year = "", month = "", day = ""): Day | null {
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${written}T00:00:00.000Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written) return null;
  return isRealDay(written) ? written : null;
}

export function isRealDay(day: Day): boolean {
  return /^\d{4}-/.test(day) && day >= "1970-01-05" && day < "9999";
}

/** The order in which days and months stand in these texts; null when all of them fit both. */
export function orderOf(texts: Iterable<string>): DateOrder | null {
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[-/ ](\d{1,2})[-/ ]\d{2,4}$/.exec(text) ?? [];
    if (Number(first) > 12) return "day first";
    if (Number(second) > 12) return "month first";
  }
  return null;
}

/** True for a text that is another day, or none, when day and month change places. */
export function hasOrder(text: string): boolean {
  return readDay(text, "day first") !== readDay(text, "month first");
}

/** True for a text that is one day or another. */
export function isUnclear(text: string): boolean {
  const [one, other] = [readDay(text, "day first"), readDay(text, "month first")];
  return one !== null && other !== null && one !== other;
}

/** Seconds after midnight of `9:05`, `09:05:30`, `9.05` or `9:05 PM`; null for no time. */
export function clockOf(text: string): number | null {
  const [, hour = "", minute = "", second = "0", half = ""] =
    /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*([ap])?\.?\s*(?:m\.?)?$/i.exec(text) ?? [];
  if (hour === "" || Number(minute) > 59 || Number(second) > 59) return null;
  const hours = half === "" ? Number(hour) : hoursOf(Number(hour), half.toLowerCase() === "p");
  if (hours === null || hours > 23) return null;
  return hours * 3600 + Number(minute) * 60 + Number(second);
}

function hoursOf(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** Seconds of `1:30:00`, `1:30`, `1.5`, `1,5`, `1h 30m` or `90 min`; a bare number is hours. Null for none. */
export function durationOf(text: string): number | null {
  const clock = /^(\d{1,5}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(text);
  if (clock !== null) {
    const [, hours, minutes, seconds = "0"] = clock;
    if (Number(minutes) > 59 || Number(seconds) > 59) return null;
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  if (/^\d{1,5}(?:[.,]\d+)?$/.test(text)) return Math.round(Number(text.replace(",", ".")) * 3600);
  const words =
    /^(?:(\d+)\s*h(?:ours?|r?s?)?)?\s*(?:(\d+)\s*m(?:in(?:utes?)?)?)?\s*(?:(\d+)\s*s(?:ec)?)?$/i.exec(
      text,
    );
  if (words === null || text === "") return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = words;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const DAY_MS = 86_400_000;

/** Remembers the days of a file: to read and place one takes far longer than to look it up. */
export class LocalDays {
  readonly #read = new Map<string, Day | null>();
  readonly #after = new Map<Day, Day>();
  readonly #begins = new Map<string, number | null>();

  read(text: string, order: DateOrder): Day | null {
    return remembered(this.#read, `${order} ${text}`, () => readDay(text, order));
  }

  after(day: Day): Day {
    return remembered(this.#after, day, () => addDays(day, 1));
  }

  /** Milliseconds since 1970 at which clocks show that day and this many seconds after midnight. */
  at(zone: string, day: Day, seconds: number): number {
    const begins = remembered(this.#begins, `${zone} ${day}`, () => this.#evenDay(zone, day));
    if (begins !== null) return begins + seconds * 1000;
    const minute = momentIn(zone, day, Math.floor(seconds / 60));
    return millisecondsOf(minute) + (seconds % 60) * 1000;
  }

  /** First moment of a day of 24 hours; null where clocks change. */
  #evenDay(zone: string, day: Day): number | null {
    const begins = millisecondsOf(momentIn(zone, day, 0));
    const ends = millisecondsOf(momentIn(zone, this.after(day), 0));
    return ends - begins === DAY_MS ? begins : null;
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key);
  if (value !== undefined) return value;
  const found = find();
  known.set(key, found);
  return found;
}
