import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf, plansOf } from "../../test/plan.ts";
import { subjects } from "../api/subjects.ts";
import type { Role } from "../db/schema/accounts.ts";
import { events } from "../events.ts";
import { findEvents } from "./find-events.ts";
import { type ListEvents, listEvents } from "./list-events.ts";
import { listFilters } from "./list-filters.ts";
import { namesOf } from "./names.ts";
import { neighbours } from "./session.ts";

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const PLACE = { cursor: undefined, limit: 50 } as const;

const DAYS = "created_at>? AND created_at<?";
const KIND = "PRIMARY KEY (team_id=? AND subject_type=?";

onEachSize((world, isLarge) => {
  for (const [what, filter, found] of [
    ["no filter", {}, { event: "newest (team_id=?)" }],
    ["a person", { actor: ID }, { event: "by_actor (team_id=? AND actor_id=?)" }],
    [
      "a key",
      { credential: `key:${ID}` },
      { event: "by_credential (team_id=? AND credential_id=?)" },
    ],
    ["the web app", { credential: "web" }, { event: "web (team_id=?)" }],
    ["the command line", { credential: "command" }, { event: "command (team_id=?)" }],
    ["the inbox folder", { credential: "folder" }, { event: "folder (team_id=?)" }],
    ["mails", { credential: "mail" }, { event: "mail (team_id=?)" }],
    ["what was refused", { outcome: "refused" }, { event: "refused (team_id=?)" }],
    ["what was done", { outcome: "done" }, { event: "newest (team_id=?)" }],
    ["days", { from: "2026-11-01", to: "2026-11-30" }, { event: `newest (team_id=? AND ${DAYS})` }],
    [
      "a person and days",
      { actor: ID, from: "2026-11-01", to: "2026-11-30" },
      { event: `by_actor (team_id=? AND actor_id=? AND ${DAYS})` },
    ],
    ["a kind of thing", { subject: "customer" }, { subject: `${KIND})` }],
    ["a kind of thing and a person", { subject: "customer", actor: ID }, { subject: `${KIND})` }],
    [
      "a kind of thing and days",
      { subject: "customer", from: "2026-11-01", to: "2026-11-30" },
      { subject: `${KIND} AND ${DAYS})` },
    ],
    ["what is private", { subject: "api_key" }, { subject: `${KIND})` }],
  ] as const satisfies readonly (readonly [string, Partial<ListEvents>, Readonly<object>])[]) {
    for (const role of ["owner", "member"] as const) {
      // Without statistics the days alone are taken for as few events.
      if (role === "member" && what === "a person and days" && !isLarge) continue;
      test(`a page of ${what}, for ${role}s, comes from an index in its order, and each event by its id`, async () => {
        const plan = await planFor(role, { ...PLACE, ...filter });
        const [page = "", rest = ""] = plan.split(/^(?=SCAN page|SEARCH page)/m);
        const event = "event" in found ? { event: `activity_events_${found.event}` } : found;
        assertSearches(page, event);
        assert.doesNotMatch(page, /TEMP B-TREE|SCAN/, plan);
        assert.doesNotMatch(rest.replace(/^SCAN page$/m, ""), /SCAN/, plan);
        assertSearches(rest, {
          event: "sqlite_autoindex_activity_events_1 (team_id=? AND id=?)",
          actor: "sqlite_autoindex_users_1 (id=?)",
          undoing: "activity_events_undoes (team_id=? AND undoes_id=?)",
        });
      });
    }
  }

  for (const side of ["newer", "older"] as const) {
    for (const viewer of [undefined, ID]) {
      test(`${side} events of a session come from the index of the credential, in its order, ${viewer === undefined ? "for owners" : "for members"}`, async () => {
        const { id: team } = await world.team();
        const event = { created_at: "2026-11-21T09:00:00.000Z", id: ID };
        const plan = await planOf(world, (db) =>
          neighbours(db, { team, credential: ID, viewer, event, side }),
        );
        assert.equal(
          plan,
          `SEARCH event USING INDEX activity_events_by_credential (team_id=? AND credential_id=? AND (created_at,id)${side === "newer" ? ">" : "<"}(?,?))`,
        );
      });
    }
  }

  test("a page of a session comes from the index of the credential, in its order", async () => {
    // Without statistics the days alone are taken for as few events.
    const found = isLarge ? "by_credential (team_id=? AND credential_id=?" : "newest (team_id=?";
    const slots = {
      viewer: undefined,
      own: undefined,
      actor: undefined,
      credential: ID,
      client: "Claude",
      no_client: undefined,
      only: undefined,
      web: undefined,
      command: undefined,
      folder: undefined,
      mail: undefined,
      subject: undefined,
      done: undefined,
      refused: undefined,
      first: "2026-11-21T09:00:00.000Z",
      end: "2026-11-21T10:00:00.000Z",
      after_created_at: undefined,
      after_id: undefined,
      rows: 51,
    };
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) => findEvents(db, { ...slots, team_id }));
    const [page = ""] = plan.split(/^(?=SCAN page|SEARCH page)/m);
    assertSearches(page, {
      event: `activity_events_${found} AND ${DAYS})`,
    });
    assert.doesNotMatch(page, /TEMP B-TREE|SCAN/, plan);
  });

  test("a choice of a filter is looked up in the index of its column alone", async () => {
    const { auditContext } = await world.team();
    for (const role of ["owner", "member"] as const) {
      const actor = { id: ID, name: "", role, timeZone: "UTC" };
      const plans = await plansOf(world, (db) =>
        listFilters({ ...auditContext, db, actor, subjects, events } as never),
      );
      const [people = "", keys = "", apps = "", web = "", command = "", ...more] = plans;
      const [folder = "", mail = "", kinds = ""] = more;
      const of = (column: string) => `(team_id=? AND ${column}>? AND ${column}<?)`;
      assertSearches(people, { event: `activity_events_by_actor ${of("actor_id")}` });
      for (const plan of [keys, apps])
        assertSearches(plan, { event: `activity_events_by_credential ${of("credential_id")}` });
      assertSearches(web, { event: "activity_events_web (team_id=?)" });
      assertSearches(command, { event: "activity_events_command (team_id=?)" });
      assertSearches(folder, { event: "activity_events_folder (team_id=?)" });
      assertSearches(mail, { event: "activity_events_mail (team_id=?)" });
      assertSearches(kinds, { subject: `PRIMARY KEY ${of("subject_type")}` });
      assert.equal(plans.length, 8);
    }
  });

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
      listEvents({ ...auditContext, db, actor, subjects, events } as never, input),
    );
  }
});
