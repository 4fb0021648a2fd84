import { momentsAt } from "../../../../src/shared/calendar.ts";
import { dayIn } from "../../../../src/shared/time.ts";
import { minutesIn } from "../../../timer/clock.ts";
import { MINUTE_MS, type Times } from "./axis.ts";

type Written = {
  readonly day: string;
  /** Minutes after midnight. */
  readonly start: number;
  readonly seconds: number;
  /** True when the clock shows the start for the second time that day. */
  readonly isRepeated: boolean;
};

/** Times as the routes take them: a day, the start on the clock, and the exact length. */
function writtenTimes(timeZone: string, times: Times): Written {
  const { start, stop } = times;
  const at = new Date(start).toISOString();
  const [day, minutes] = [dayIn(timeZone, at), minutesIn(timeZone, at)];
  const [first = at] = momentsAt(timeZone, day, minutes);
  return {
    day,
    start: minutes,
    seconds: Math.floor((stop - start) / 1000),
    isRepeated: start - Date.parse(first) >= MINUTE_MS,
  };
}

/** Change of an entry's times. A start that stays is not sent: it stays to the second. */
export function changedTimes(timeZone: string, before: Times, after: Times): Partial<Written> {
  const written = writtenTimes(timeZone, after);
  return before.start === after.start ? { seconds: written.seconds } : written;
}

/** Times as the form of a new entry begins with them; the length where the clock shows the end twice. */
export function formTimes(timeZone: string, times: Times) {
  const { seconds, ...written } = writtenTimes(timeZone, times);
  const last = new Date(times.stop).toISOString();
  const end = minutesIn(timeZone, last);
  const isTwice = momentsAt(timeZone, dayIn(timeZone, last), end).length > 1;
  // The midnight at the end of the day.
  return isTwice ? { ...written, seconds } : { ...written, end: end === 0 ? 1440 : end };
}
