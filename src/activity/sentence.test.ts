import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "../admin/commands.ts";
import { routes } from "../api/routes.ts";
import { subjects } from "../api/subjects.ts";
import { tools } from "../mcp/registry.ts";
import { type Changed, deedOf, doorOf, leadFirst } from "./sentence.ts";

type Named = Changed & { readonly name: string | null };

const ACME: Named = { type: "customer", id: "1", name: "Acme", did: "changed" };
const ENTRY: Named = { type: "tracker_entry", id: "2", name: "Relaunch", did: "changed" };

const DONE = { outcome: "done", reason: null, tool: "none", undoes_id: null } as const;

function told(tool: string, things: readonly Named[], image: object | null = null): string {
  const lead = leadFirst(subjects, tool, things)[0] ?? null;
  const event = { row: { ...DONE, tool }, lead, changeCount: things.length };
  return text(deedOf(subjects, { ...event, image: image === null ? null : { ...image } }));
}

function text(pieces: ReturnType<typeof deedOf>): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("");
}

/** Write no events, or events about different kinds of records. */
const WITHOUT_WORDS = new Set([
  "DELETE /api/me/session",
  "DELETE /api/me/sessions",
  "DELETE /api/me/sessions/:id",
  "POST /api/me/confirm",
  // Told as an undo, whatever it undid.
  "POST /api/teams/:team/activity/:id/undo",
]);

test("each tool and each route that writes has its words", () => {
  const doors = [
    ...tools.filter(({ tier }) => tier !== "read").map(({ name }) => name),
    ...routes.map(({ path }) => path).filter((path) => !path.startsWith("GET ")),
  ];
  const silent = doors.filter((door) => doorOf(subjects, door) === null);
  assert.deepEqual(new Set(silent), WITHOUT_WORDS);
});

/** Admin commands that only read, concern no team, or make a whole team of many events. */
const OTHER_COMMANDS = /:list$|^(client:create|demo|migrate|backup|restore|doctor)$/;

test("each admin command that changes a team has its words", () => {
  const names = commands.map(({ name }) => name).filter((name) => !OTHER_COMMANDS.test(name));
  assert.deepEqual(
    names.filter((name) => doorOf(subjects, name) === null),
    [],
  );
});

test("the words of a door stand once, and none is left of a tool, route or command that is gone", () => {
  const known = new Set<string>([
    ...tools.map(({ name }) => name),
    ...routes.map(({ path }) => path),
    ...commands.map(({ name }) => name),
    "join",
    "oauth/authorize",
    "oauth/revoke",
    "oauth/token",
    "setup",
  ]);
  const named = Object.values(subjects).flatMap(({ doors }) => Object.keys(doors));
  assert.equal(new Set(named).size, named.length);
  assert.deepEqual(
    named.filter((door) => !known.has(door)),
    [],
  );
});

test("a phrase has one place for the record at most", () => {
  const phrases = Object.values(subjects).flatMap(({ noun, verbs, doors }) => [
    noun.named,
    ...Object.values(verbs),
    ...Object.values(doors).flatMap(({ said }) =>
      typeof said === "string" ? [said] : [...Object.values(said.by), said.otherwise],
    ),
  ]);
  for (const phrase of phrases) assert.ok(phrase.split("*").length <= 2, phrase);
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
      "started the time entry Support, with 1 more change",
    ],
    ["tracker_stop_timer", [ENTRY], "stopped the time entry Relaunch"],
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
  for (const [tool, lead, image, deed] of cases) assert.equal(told(tool, [lead], image), deed);
});

test("an undo is told by its effect", () => {
  const undone = (did: Named["did"]) =>
    text(
      deedOf(subjects, {
        row: { ...DONE, undoes_id: "7" },
        lead: { ...ACME, did },
        changeCount: 1,
        image: null,
      }),
    );
  assert.equal(undone("created"), "undid a change: brought the customer Acme back");
  assert.equal(undone("changed"), "undid a change: changed the customer Acme back");
  assert.equal(undone("deleted"), "undid a change: removed the customer Acme again");
});

test("a refused call is told with the reason, also by a tool or a code of an earlier version", () => {
  const refused = (tool: string, reason: string) =>
    text(
      deedOf(subjects, {
        row: { ...DONE, outcome: "refused", tool, reason },
        lead: null,
        changeCount: 0,
        image: null,
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
