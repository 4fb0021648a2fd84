/** Minutes after midnight; 1440 is the midnight at the end of the day. */
export type Minutes = number;

/** `isMarked` when the text says which half of the day is meant. */
export type TypedClock = { readonly minutes: Minutes; readonly isMarked: boolean };

const CLOCK = /^(\d{1,2})(?:[:.]?(\d\d))?(?: ?([ap])\.?m?\.?)?$/;

/** Reads `9`, `930`, `9:30`, `9.30`, `9am`, `12:15 pm`, `24:00`; null for anything else. */
export function readClock(text: string): TypedClock | null {
  const [, hourText, minuteText = "0", half] = CLOCK.exec(text.toLowerCase().trim()) ?? [];
  if (hourText === undefined) return null;
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  if (half === undefined) return { minutes: hour * 60 + minute, isMarked: false };
  if (hour < 1 || hour > 12) return null;
  const since = (hour % 12) * 60 + minute;
  return { minutes: half === "p" ? since + 12 * 60 : since, isMarked: true };
}

/** `9:05`; 24:00 for the end of the day. */
export function clockText(minutes: Minutes): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
