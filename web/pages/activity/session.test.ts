import assert from "node:assert/strict";
import { test } from "node:test";
import { anEvent } from "./event-for-tests.ts";
import { countWords, isOneSession, sessionSpan, chosenFrom } from "./session.ts";

const at = (time: string) => `2026-11-21T${time}.000Z`;
const KEY = anEvent().via;
const UNDONE = { state: "done", because: null, eventId: "other" } as const;
const NEVER = {
  state: "not_possible",
  because: "An account is not undone.",
  eventId: null,
} as const;

test("neighbours of one key and client within ten minutes are one session", () => {
  const below = anEvent({ at: at("09:00:00") });
  const isOne = (above: Parameters<typeof anEvent>[0]) => isOneSession(anEvent(above), below);
  assert.ok(isOne({ at: at("09:00:00") }));
  assert.ok(isOne({ at: at("09:10:00"), client: { name: "Claude Code", version: "2.1" } }));
  assert.ok(!isOne({ at: "2026-11-21T09:10:00.001Z" }));
  assert.ok(!isOne({ at: at("09:01:00"), client: { name: "Cursor", version: "2.0" } }));
  assert.ok(!isOne({ at: at("09:01:00"), client: null }));
  assert.ok(!isOne({ at: at("09:01:00"), via: { ...KEY, id: "other" } }));
});

test("people's own changes are no session", () => {
  for (const kind of ["web", "command", "folder", "mail"] as const) {
    const event = anEvent({ via: { kind, id: null, name: null, hint: null }, client: null });
    assert.ok(!isOneSession(event, event), kind);
  }
});

test("a session is told by its times in the reader's time zone, and its counts", () => {
  const events = [
    anEvent({ at: at("09:06:00"), undo: UNDONE }),
    anEvent({ at: at("09:04:00"), outcome: "refused" }),
    anEvent({ at: at("09:02:00") }),
  ];
  assert.equal(sessionSpan(events, "Europe/Berlin"), "10:02–10:06");
  assert.equal(sessionSpan(events.slice(2), "Europe/Berlin"), "10:02");
  assert.equal(countWords(events), "2 changes, 1 undone, 1 refused");
  assert.equal(countWords(events.slice(2)), "1 change");
});

test("changes to undo are told apart from others, and refused attempts are left out", () => {
  const [possible, never] = [anEvent({ id: "1" }), anEvent({ id: "2", undo: NEVER })];
  const refused = anEvent({ outcome: "refused", undo: NEVER });
  assert.deepEqual(chosenFrom([possible, never, refused, anEvent({ undo: UNDONE })]), {
    possible: [possible],
    left: [{ event: never, because: "An account is not undone." }],
    undoneBefore: 1,
  });
});
