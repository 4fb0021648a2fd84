import type { CallEvent } from "../../core/event.ts";
import { spoken } from "../../shared/words.ts";

/** Events of the timer, for assistants and people. It is a time entry that runs. */

export const TIMER = { one: "a timer", named: "a timer on *" };

export const STARTED: CallEvent = {
  of: "tracker_entry",
  did: "created",
  said: "started *",
  record: TIMER,
  // A finished entry never ran.
  sentence: ({ values, count, names }) => {
    const { duration, project_id } = values;
    const project = names.get(String(project_id));
    if (typeof duration !== "number" || project === undefined || count > 1) return null;
    return [`added ${spoken(duration)} on `, { name: project }];
  },
  tried: "start a timer",
};

export const STOPPED: CallEvent = {
  of: "tracker_entry",
  did: "changed",
  said: "stopped *",
  record: { ...TIMER, named: "the timer on *" },
  tried: "stop a timer",
};
