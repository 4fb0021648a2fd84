import { exactly } from "../../../moments.ts";

/** When the switch goes off by itself, as the server is told it; never is for null. */
export type End = "hour" | "today" | "never";

type Ending = {
  readonly end: End;
  readonly label: string;
  /** Completes "assistants may delete …". */
  readonly until: string;
};

const HOUR_MS = 60 * 60 * 1000;

/** The choices, the shortest first. */
export function endingsAt(now: string, timeZone: string): readonly Ending[] {
  const inAnHour = new Date(Date.parse(now) + HOUR_MS).toISOString();
  return [
    { end: "hour", label: "For 1 hour", until: `until ${exactly(inAnHour, timeZone)}` },
    { end: "today", label: "For today", until: `until midnight in ${timeZone}` },
    { end: "never", label: "Until I turn it off", until: "until somebody turns it off" },
  ];
}
