import type { CallEvent } from "../../core/event.ts";

/** Events of the timer, for assistants and people. It is a time entry that runs. */

export const TIMER = { one: "a timer", named: "a timer on *" };

export const STARTED: CallEvent = {
  of: "tracker_entry",
  did: "created",
  said: "started *",
  record: TIMER,
  tried: "start a timer",
};

export const STOPPED: CallEvent = {
  of: "tracker_entry",
  did: "changed",
  said: "stopped *",
  record: { ...TIMER, named: "the timer on *" },
  tried: "stop a timer",
};
