import assert from "node:assert/strict";
import { test } from "node:test";
import { anEvent } from "../event-for-tests.ts";
import type { Event, Subject } from "../event.ts";
import { sentenceOf } from "./sentence-text.ts";

const ACME: Subject = {
  type: "customer",
  label: "Customer",
  id: "1",
  name: "Acme",
  did: "changed",
};

test("a sentence says who, through which program and key, did what to which record", () => {
  const event = anEvent({ subjects: [ACME], changeCount: 3 });
  assert.equal(
    sentenceOf(event),
    "Anna (via Claude Code, key Laptop …ab12) changed the customer Acme, with 2 more changes",
  );
});

test("each way in is told in words", () => {
  const through = (event: Partial<Event>) =>
    sentenceOf(anEvent({ subjects: [ACME], ...event })).replace(/ changed.*/, "");
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
      "Whoever runs the server (command line)",
    ],
    [
      { via: { kind: "web", ...none }, client: null, actor: null },
      "Somebody with the set-up link (web app)",
    ],
  ];
  for (const [event, sentence] of cases) assert.equal(through(event), sentence);
});

test("what was done is told of the record that it was about, not of what went with it", () => {
  const deleted = { ...ACME, did: "deleted" } as const;
  const entry = { type: "tracker_entry", label: "Time entry", id: "2", name: "Relaunch" } as const;
  const cases: readonly (readonly [string, readonly Subject[], string])[] = [
    [
      "customers_delete",
      [{ ...entry, did: "deleted" }, deleted],
      "deleted the customer Acme, with 1 more change",
    ],
    [
      "tracker_start_timer",
      [
        { ...entry, did: "changed" },
        { ...entry, id: "3", name: "Support", did: "created" },
      ],
      "started the time entry Support, with 1 more change",
    ],
    ["tracker_stop_timer", [{ ...entry, did: "changed" }], "stopped the time entry Relaunch"],
    [
      "tags_create",
      [{ type: "tag", label: "Tag", id: "4", name: null, did: "created" }],
      "added a tag",
    ],
    [
      "POST /api/teams/:team/keys/:id/rotate",
      [{ type: "api_key", label: "API key", id: "5", name: "Laptop", did: "created" }],
      "rotated the API key Laptop",
    ],
    [
      "customers_update",
      [{ ...ACME, type: "customer_tag", did: "created" }],
      "added a tag of the customer Acme",
    ],
    [
      "POST /api/teams/:team/later",
      [{ type: "purchase_order", label: "Purchase order", id: "6", name: "A 7", did: "created" }],
      "added the purchase order A 7",
    ],
  ];
  for (const [tool, subjects, deed] of cases)
    assert.equal(
      sentenceOf(anEvent({ tool, subjects: [...subjects], changeCount: subjects.length })).replace(
        /^.*\) /,
        "",
      ),
      deed,
    );
});

test("an undo is told as what it brought about", () => {
  const undone = (did: Subject["did"]) =>
    sentenceOf(anEvent({ subjects: [{ ...ACME, did }], undoes: "7" })).replace(/^.*\) /, "");
  assert.equal(undone("created"), "undid a change: brought the customer Acme back");
  assert.equal(undone("changed"), "undid a change: changed the customer Acme back");
  assert.equal(undone("deleted"), "undid a change: removed the customer Acme again");
});

test("an attempt says what was tried, and why it was refused", () => {
  const refused = (tool: string, reason: string) =>
    sentenceOf(anEvent({ tool, reason, outcome: "refused", changeCount: 0 })).replace(/^.*\) /, "");
  assert.equal(
    refused("customers_delete", "tool_not_available"),
    "tried to delete a customer; refused because deleting was not allowed",
  );
  assert.equal(
    refused("tags_delete", "not_confirmed"),
    "tried to delete a tag; refused because nobody agreed to it",
  );
  assert.equal(
    refused("invoices_void", "too_late"),
    "tried to use invoices_void; refused because of this: too late",
  );
});
