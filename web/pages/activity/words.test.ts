import assert from "node:assert/strict";
import { test } from "node:test";
import { anEvent } from "./event-for-tests.ts";
import type { Event } from "./event.ts";
import { sentenceOf } from "./words.ts";

test("a sentence says which assistant did what for whom, with values as the reader reads them", () => {
  const from = { kind: "number", number: 14, unit: null } as const;
  const to = { kind: "number", number: 30, unit: "day" } as const;
  const deed = ["set payment terms of ", { name: "Acme" }, " from ", { value: from }, " to "];
  assert.equal(
    sentenceOf(anEvent({ deed: [...deed, { value: to }] }), "UTC"),
    "Claude Code, for Anna, set payment terms of Acme from 14 to 30 days",
  );
});

test("each way in is told in words, and a person who acted alone", () => {
  const through = (event: Partial<Event>) =>
    sentenceOf(anEvent(event), "UTC").replace(/ changed.*/, "");
  const none = { id: null, name: null, hint: null };
  const app = { kind: "app", id: "2", name: "Claude", hint: null } as const;
  const cases: readonly (readonly [Partial<Event>, string])[] = [
    [{ via: { kind: "web", ...none }, client: null }, "Anna"],
    [{ via: app, client: { name: "claude-ai", version: "1" } }, "Claude, for Anna,"],
    [{ via: app, client: null, actor: null }, "Claude, for a deleted account,"],
    [{ via: { ...app, name: null }, client: null }, "An app, for Anna,"],
    [{ client: null }, "The key Laptop, for Anna,"],
    [{ via: { kind: "key", ...none }, client: null }, "A key, for Anna,"],
    [{ via: { kind: "command", ...none }, client: null, actor: null }, "A command on the server"],
    [{ via: { kind: "command", ...none }, client: null }, "A command on the server, for Anna,"],
    [{ via: { kind: "web", ...none }, client: null, actor: null }, "Somebody with the set-up link"],
    [{ via: { kind: "folder", ...none }, client: null, actor: null }, "The inbox folder"],
    [{ via: { kind: "mail", ...none }, client: null, actor: null }, "A mail"],
  ];
  for (const [event, sentence] of cases) assert.equal(through(event), sentence);
});
