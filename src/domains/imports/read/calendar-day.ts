import type { Day } from "../../../shared/time.ts";

/** Null for a day that no calendar has. Uses no clock and no time zone. */
export function realDay(year: number, month: number, day: number): Day | null {
  if (year < 1900 || year > 2199 || month < 1 || month > 12) return null;
  if (day < 1 || day > daysIn(year, month)) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Reads the first eight digits of `20091224120000[0:GMT]`. Null for zeros and for no day. */
export function compactDay(text: string): Day | null {
  const digits = /^\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(text);
  if (digits === null) return null;
  return realDay(Number(digits[1]), Number(digits[2]), Number(digits[3]));
}

/** Chooses the year nearest to today, at most a year in the future. */
export function nearYear(short: number, monthAndDay: string, today: Day): number {
  const thisYear = Number(today.slice(0, 4));
  const latest = `${thisYear + 1}${today.slice(4)}`;
  const century = thisYear - (thisYear % 100) + short;
  const [nearest = century] = [century + 100, century, century - 100]
    .filter((year) => `${year}-${monthAndDay}` <= latest)
    .toSorted((one, other) => Math.abs(one - thisYear) - Math.abs(other - thisYear));
  return nearest;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
