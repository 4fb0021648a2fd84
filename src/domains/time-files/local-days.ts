import { addDays, momentIn } from "../../shared/calendar.ts";
import { type Day, millisecondsOf } from "../../shared/time.ts";
import { type DateOrder, readDay } from "./written-times.ts";

const DAY_MS = 86_400_000;

/** Remembers the days of a file: reading and placing one takes far longer than looking it up. */
export class LocalDays {
  readonly #read = new Map<string, Day | null>();
  readonly #after = new Map<Day, Day>();
  readonly #begins = new Map<string, number | null>();

  /** Day of a text; null for no day. */
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
