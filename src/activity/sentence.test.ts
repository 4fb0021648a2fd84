import assert from "node:assert/strict";
import { test } from "node:test";
import { pageEvents } from "../accounts/journal.ts";
import { commands } from "../admin/commands.ts";
import { routes } from "../api/routes.ts";
import { subjects } from "../api/subjects.ts";
import { events } from "../events.ts";
import { tools } from "../mcp/registry.ts";
import type { ChangedField } from "./changed-fields.ts";
import type { Value } from "./field.ts";
import { type Changed, deedOf, leadFirst } from "./sentence.ts";

type Named = Changed & { readonly name: string | null };

const journal = { subjects, events };

const ACME: Named = { type: "customer", id: "1", name: "Acme", did: "changed" };
const ENTRY: Named = { type: "tracker_entry", id: "2", name: "Relaunch", did: "changed" };

const DONE = { outcome: "done", reason: null, tool: "none", undoes_id: null } as const;

function told(tool: string, things: readonly Named[], snapshot: object | null = null): string {
  const lead = leadFirst(journal, tool, things)[0] ?? null;
  const event = { row: { ...DONE, tool }, lead, changeCount: things.length, fields: [] };
  return text(deedOf(journal, { ...event, snapshot: snapshot === null ? null : { ...snapshot } }));
}

function text(pieces: ReturnType<typeof deedOf>): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      return "name" in piece ? piece.name : JSON.stringify(Object.values(piece.value).slice(1));
    })
    .join("");
}

test("no two tools, routes, commands and pages have one name", () => {
  const names = [
    ...tools.map(({ name }) => name),
    ...routes.map(({ path }) => path),
    ...commands.map(({ name }) => name),
    ...Object.keys(pageEvents),
  ];
  assert.equal(new Set<string>(names).size, names.length);
});

test("a phrase has one place for the record at most", () => {
  const ofSubjects = Object.values(subjects).flatMap(({ noun, verbs = {} }) => [
    noun.named,
    noun.inFields ?? "",
    ...Object.values(verbs).flatMap(({ said, tried }) => [said, tried]),
  ]);
  const ofEvents = [...events.values()].flatMap(({ said = "", many = "", record }) => [
    record?.named ?? "",
    many,
    ...(typeof said === "string" ? [said] : [...Object.values(said.by), said.otherwise]),
  ]);
  for (const phrase of [...ofSubjects, ...ofEvents])
    assert.ok(phrase.split("*").length <= 2, phrase);
});

test("an event is told of the record that it was mainly about, not of those that went with it", () => {
  const cases: readonly (readonly [string, readonly Named[], string])[] = [
    [
      "customers_delete",
      [
        { ...ENTRY, did: "deleted" },
        { ...ACME, did: "deleted" },
      ],
      "deleted the customer Acme, with 1 more change",
    ],
    [
      "tracker_start_timer",
      [ENTRY, { ...ENTRY, id: "3", name: "Support", did: "created" }],
      "started a timer on Support, with 1 more change",
    ],
    ["tracker_stop_timer", [ENTRY], "stopped the timer on Relaunch"],
    ["tracker_delete_entry", [{ ...ENTRY, did: "deleted" }], "deleted a time entry on Relaunch"],
    ["tracker_stop_timer", [{ ...ENTRY, name: null }], "stopped a timer"],
    ["tags_create", [{ type: "tag", id: "4", name: null, did: "created" }], "added a tag"],
    [
      "POST /api/teams/:team/keys/:id/rotate",
      [{ type: "api_key", id: "5", name: "Laptop", did: "created" }],
      "rotated the API key Laptop",
    ],
    [
      "customers_update",
      [{ ...ACME, type: "customer_tag", did: "created" }],
      "added a tag of the customer Acme",
    ],
    [
      "user:add",
      [{ type: "membership", id: "6", name: "Mia", did: "created" }],
      "added Mia to the team",
    ],
    ["a_tool_of_an_earlier_version", [ACME], "changed the customer Acme"],
    ["customers_update", [], "changed nothing"],
  ];
  for (const [tool, things, deed] of cases) assert.equal(told(tool, things), deed);
});

test("words that depend on the new value say it, and stay true when the value is no longer known", () => {
  const team: Named = { type: "team", id: "7", name: "Studio", did: "changed" };
  const mia: Named = { type: "membership", id: "6", name: "Mia", did: "changed" };
  const DESTRUCTIVE = "PUT /api/teams/:team/destructive";
  const ROLE = "PATCH /api/teams/:team/members/:id";
  const cases: readonly (readonly [string, Named, object | null, string])[] = [
    [DESTRUCTIVE, team, { destructive_ai_tools: true }, "turned on deleting by assistants"],
    [DESTRUCTIVE, team, { destructive_ai_tools: false }, "turned off deleting by assistants"],
    [
      DESTRUCTIVE,
      team,
      { destructive_ai_tools_until: null },
      "changed the settings for deleting by assistants",
    ],
    [DESTRUCTIVE, team, null, "changed the settings for deleting by assistants"],
    [ROLE, mia, { role: "admin" }, "made Mia an admin"],
    [ROLE, mia, null, "changed the role of Mia"],
  ];
  for (const [tool, lead, snapshot, deed] of cases)
    assert.equal(told(tool, [lead], snapshot), deed);
});

const days = (number: number): Value => ({ kind: "number", number, unit: "day" });
const words = (text: string): Value => ({ kind: "text", text });

function field(label: string, before: Value | null, after: Value | null): ChangedField {
  return { column: label, label, before, after };
}

/** The sentence of a change to Acme through a tool or route. */
function toldFields(fields: readonly ChangedField[], tool = "customers_update", lead = ACME) {
  const told = { row: { ...DONE, tool }, lead, changeCount: 1, snapshot: null, fields };
  return text(deedOf(journal, told));
}

test("a changed record is told by its fields: two with their values, the others counted", () => {
  const terms = field("Payment terms", days(14), days(30));
  const mail = field("E-mail", words("a@b"), words("c@d"));
  const added = field("VAT number", null, words("DE1"));
  const cleared = field("Phone", words("030"), null);
  const at: Value = { kind: "moment", at: "2026-11-01T09:00:00Z" };
  const password = { ...field("Date of the password", null, at), dates: "the password" };
  const more = [field("City", null, words("Ulm")), field("State", words("x"), words("y"))];
  const cases: readonly (readonly [readonly ChangedField[], string])[] = [
    [[terms], 'set payment terms of Acme from [14,null] to [30,"day"]'],
    [
      [mail, terms],
      'set e-mail of Acme from ["a@b"] to ["c@d"] and payment terms from [14,null] to [30,"day"]',
    ],
    [[added, cleared], 'set VAT number of Acme to ["DE1"] and cleared phone (was ["030"])'],
    [[cleared], 'cleared phone of Acme (was ["030"])'],
    [
      [cleared, added, ...more],
      'cleared phone of Acme (was ["030"]), set VAT number to ["DE1"], and 2 more',
    ],
    [
      [{ ...password, before: at }, terms],
      'changed the password of Acme and set payment terms from [14,null] to [30,"day"]',
    ],
    [[{ ...password, before: null }], "set the password of Acme"],
    [[], "changed the customer Acme"],
  ];
  for (const [fields, deed] of cases) assert.equal(toldFields(fields), deed);
});

test("a value that is too long for a sentence is left to the details", () => {
  const prose: Value = { kind: "long text", text: "a" };
  const many: Value = { kind: "list", items: ["a", "b", "c", "d"] };
  const yes: Value = { kind: "boolean", isTrue: true };
  const no: Value = { kind: "boolean", isTrue: false };
  const cases: readonly (readonly [ChangedField, string])[] = [
    [field("Note", prose, null), "changed note of Acme"],
    [field("Name", words("x"), words("x".repeat(61))), "changed name of Acme"],
    [field("Scopes", null, many), "changed scopes of Acme"],
    [field("Archived", no, yes), "set archived of Acme to yes"],
    [field("Archived", yes, no), "set archived of Acme to no"],
  ];
  for (const [changed, deed] of cases) assert.equal(toldFields([changed]), deed);
});

test("words of a door that say more than changed stay, and a record without a name is told by its noun", () => {
  const duration = field("Duration", null, { kind: "duration", seconds: 60 });
  assert.equal(
    toldFields([duration], "tracker_stop_timer", ENTRY),
    "stopped the timer on Relaunch",
  );
  assert.equal(
    toldFields([duration], "none", ENTRY),
    "set duration of a time entry on Relaunch to [60]",
  );
  assert.equal(
    toldFields([duration], "none", { ...ENTRY, name: null }),
    "set duration of a time entry to [60]",
  );
});

test("an undo is told by its effect", () => {
  const undone = (did: Named["did"]) =>
    text(
      deedOf(journal, {
        row: { ...DONE, undoes_id: "7" },
        lead: { ...ACME, did },
        changeCount: 1,
        snapshot: null,
        fields: [],
      }),
    );
  assert.equal(undone("created"), "undid a change: brought the customer Acme back");
  assert.equal(undone("changed"), "undid a change: changed the customer Acme back");
  assert.equal(undone("deleted"), "undid a change: removed the customer Acme again");
  assert.equal(
    text(
      deedOf(journal, {
        row: { ...DONE, undoes_id: "7" },
        lead: ACME,
        changeCount: 1,
        snapshot: null,
        fields: [field("E-mail", words("b"), words("a"))],
      }),
    ),
    'undid a change: set e-mail of Acme from ["b"] to ["a"]',
  );
});

test("a refused call is told with the reason, also by a tool or a code of an earlier version", () => {
  const refused = (tool: string, reason: string) =>
    text(
      deedOf(journal, {
        row: { ...DONE, outcome: "refused", tool, reason },
        lead: null,
        changeCount: 0,
        snapshot: null,
        fields: [],
      }),
    );
  assert.equal(
    refused("customers_delete", "tool_not_available"),
    "tried to delete a customer; refused because deleting was not allowed",
  );
  assert.equal(
    refused("tags_delete", "not_confirmed"),
    "tried to delete a tag; refused because nobody agreed to it",
  );
  assert.equal(
    refused("orders_void", "too_late"),
    "tried to use orders_void; refused because of this: too late",
  );
});
