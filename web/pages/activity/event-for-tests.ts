import type { Event } from "./event.ts";

/** An event for tests: Anna changed something through a key. */
export function anEvent(event: Partial<Event> = {}): Event {
  return {
    id: "event",
    at: "2026-11-21T09:00:00.000Z",
    actor: { id: "anna", name: "Anna" },
    via: { kind: "key", id: "laptop", name: "Laptop", hint: "ab12" },
    client: { name: "Claude Code", version: "2.0" },
    tool: "customers_update",
    outcome: "done",
    reason: null,
    deed: ["changed the customer ", { name: "Acme" }],
    subjects: [],
    changeCount: 1,
    undo: { state: "possible", because: null, eventId: null },
    undoes: null,
    ...event,
  };
}
