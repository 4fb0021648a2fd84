import { exactTime } from "../../../dates.ts";

/** Moment when the switch turns itself off; null for never. */
type End = "hour" | "today" | null;

type Ending = {
  readonly end: End;
  readonly label: string;
  /** Completes "assistants may delete …". */
  readonly until: string;
};

const HOUR_MS = 60 * 60 * 1000;

export function endingsAt(now: string, timeZone: string): readonly Ending[] {
  const inAnHour = new Date(Date.parse(now) + HOUR_MS).toISOString();
  return [
    { end: "hour", label: "For 1 hour", until: `until ${exactTime(inAnHour, timeZone)}` },
    { end: "today", label: "For today", until: `until midnight in ${timeZone}` },
    { end: null, label: "Until I turn it off", until: "until somebody turns it off" },
  ];
}
