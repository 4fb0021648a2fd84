import assert from "node:assert/strict";
import { test } from "node:test";
import { anEvent } from "../event-for-tests.ts";
import type { Event } from "../event.ts";
import { sentenceOf } from "./sentence-text.ts";

test("a sentence says who, through which program and key, did what to which record", () => {
  const deed = ["changed the customer ", { name: "Acme" }, ", with 2 more changes"];
  assert.equal(
    sentenceOf(anEvent({ deed })),
    "Anna (via Claude Code, key Laptop …ab12) changed the customer Acme, with 2 more changes",
  );
});

test("each way in is told in words", () => {
  const through = (event: Partial<Event>) => sentenceOf(anEvent(event)).replace(/ changed.*/, "");
  const none = { id: null, name: null, hint: null };
  const app = { kind: "app", id: "2", name: "Claude", hint: null } as const;
  const cases: readonly (readonly [Partial<Event>, string])[] = [
    [{ via: { kind: "web", ...none }, client: null }, "Anna (web app)"],
    [{ via: app, client: { name: "Claude", version: "1" } }, "Anna (app Claude)"],
    [
      { via: app, client: { name: "claude-ai", version: null } },
      "Anna (via claude-ai, app Claude)",
    ],
    [{ via: { ...app, name: null }, client: null }, "Anna (an app)"],
    [{ via: { kind: "key", ...none }, client: null }, "Anna (a key)"],
    [
      { via: { kind: "command", ...none }, client: null, actor: null },
      "The operator of the server (command line)",
    ],
    [
      { via: { kind: "web", ...none }, client: null, actor: null },
      "Somebody with the set-up link (web app)",
    ],
  ];
  for (const [event, sentence] of cases) assert.equal(through(event), sentence);
});
