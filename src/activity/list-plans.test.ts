import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { World } from "../../test/app.ts";
import { planOf } from "../../test/plan.ts";
import { subjects } from "../api/subjects.ts";
import type { Role } from "../db/schema/accounts.ts";
import { type ListEvents, listEvents } from "./list-events.ts";
import { namesOf } from "./names.ts";

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const PLACE = { cursor: undefined, limit: 50 } as const;

const EVENTS = (index: string, columns: string) =>
  new RegExp(`SEARCH event USING (COVERING )?INDEX activity_events_${index} \\(${columns}`);
const SUBJECTS = /SEARCH subject USING PRIMARY KEY \(team_id=\? AND subject_type=\?/;

for (const [what, filter, index] of [
  ["no filter", {}, EVENTS("newest", "team_id=\\?\\)")],
  ["a person", { actor: ID }, EVENTS("by_actor", "team_id=\\? AND actor_id=\\?")],
  [
    "a key",
    { credential: `key:${ID}` },
    EVENTS("by_credential", "team_id=\\? AND credential_id=\\?"),
  ],
  ["the web app", { credential: "web" }, EVENTS("web", "team_id=\\?")],
  ["the command line", { credential: "command" }, EVENTS("command", "team_id=\\?")],
  ["what was refused", { outcome: "refused" }, EVENTS("refused", "team_id=\\?")],
  ["what was done", { outcome: "done" }, EVENTS("newest", "team_id=\\?")],
  [
    "days",
    { from: "2026-11-01", to: "2026-11-30" },
    EVENTS("newest", "team_id=\\? AND created_at>\\? AND created_at<\\?"),
  ],
  [
    "a person and days",
    { actor: ID, from: "2026-11-01" },
    EVENTS("by_actor", "team_id=\\? AND actor_id=\\? AND created_at>\\?"),
  ],
  [
    "a person and a key",
    { actor: ID, credential: `key:${ID}` },
    EVENTS("by_(actor|credential)", "team_id=\\? AND (actor|credential)_id=\\?"),
  ],
  ["a kind of thing", { subject: "customer" }, SUBJECTS],
  ["a kind of thing and a person", { subject: "customer", actor: ID }, SUBJECTS],
  ["a kind of thing and days", { subject: "customer", from: "2026-11-01" }, SUBJECTS],
  ["what is private", { subject: "api_key" }, SUBJECTS],
] as const satisfies readonly (readonly [string, Partial<ListEvents>, RegExp])[]) {
  for (const role of ["owner", "member"] as const) {
    test(`a page of ${what}, for ${role}s, comes from an index in its order, and each event by its id`, async () => {
      const plan = await planFor(role, { ...PLACE, ...filter });
      const [page = "", rest = ""] = plan.split(/^(?=SCAN page|SEARCH page)/m);
      assert.match(page, index, plan);
      assert.doesNotMatch(page, /TEMP B-TREE|SCAN/, plan);
      assert.doesNotMatch(rest.replace(/^SCAN page$/m, ""), /SCAN/, plan);
      for (const alias of ["event", "actor", "undoing"])
        assert.match(rest, new RegExp(`SEARCH ${alias} USING`), plan);
    });
  }
}

test("the names of deleted records come from the changes of these records alone", async () => {
  const { auditContext } = await world.team();
  const things = [{ type: "tag", id: ID }] as const;
  const plan = await planOf(world, (db) => namesOf({ ...auditContext, db, subjects }, things));
  assert.equal(
    plan,
    "SEARCH activity_changes USING INDEX activity_changes_by_subject (team_id=? AND subject_type=? AND subject_id=?)",
  );
});

async function planFor(role: Role, input: ListEvents): Promise<string> {
  const { auditContext } = await world.team();
  const actor = { id: ID, name: "", role, timeZone: "UTC" };
  return planOf(world, (db) =>
    listEvents({ ...auditContext, db, actor, subjects } as never, input),
  );
}
