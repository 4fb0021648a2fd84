import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { LONGEST_PAUSE_MS } from "../shared/limits.ts";
import { MOST_READ } from "./session.ts";

const LIST = "GET /api/teams/:team/activity";

onEachDatabase((world) => {
  async function tag(team: Team, name: string, pause = 1000): Promise<void> {
    world.pass(pause);
    await team.call("tags_create", { name });
  }

  async function asClient(team: Team, name: string): Promise<void> {
    const clientInfo = { name, version: "1" };
    await team.rpc("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  }

  /** Names of the tags in the session of the event that created a tag. */
  async function sessionOf(activity: Activity, name: string): Promise<readonly string[]> {
    const events = await activity.list({ limit: 100 });
    const id = events.find((event) => event.subjects[0]?.name === name)?.id ?? "";
    return namesIn(await activity.list({ session: id, limit: 100 }));
  }

  function namesIn(events: Awaited<ReturnType<Activity["list"]>>): readonly string[] {
    return events.map(({ subjects }) => subjects[0]?.name ?? "");
  }

  describe("the session of an event", () => {
    test("ends where more than ten minutes pass between two calls", async () => {
      const team = await world.team();
      await tag(team, "before");
      await tag(team, "first", LONGEST_PAUSE_MS + 1);
      await tag(team, "second", LONGEST_PAUSE_MS);
      await tag(team, "third", LONGEST_PAUSE_MS);
      await tag(team, "after", LONGEST_PAUSE_MS + 1);
      const activity = await Activity.of(team);
      for (const name of ["first", "second", "third"])
        assert.deepEqual(await sessionOf(activity, name), ["third", "second", "first"], name);
      assert.deepEqual(await sessionOf(activity, "before"), ["before"]);
      assert.deepEqual(await sessionOf(activity, "after"), ["after"]);
    });

    test("has the calls of one client, with another client's in between", async () => {
      const team = await world.team();
      await tag(team, "nobody 1");
      await asClient(team, "Claude");
      await tag(team, "claude 1");
      await asClient(team, "Cursor");
      await tag(team, "cursor");
      await asClient(team, "Claude");
      await tag(team, "claude 2");
      const activity = await Activity.of(team);
      assert.deepEqual(await sessionOf(activity, "claude 1"), ["claude 2", "claude 1"]);
      assert.deepEqual(await sessionOf(activity, "cursor"), ["cursor"]);
      assert.deepEqual(await sessionOf(activity, "nobody 1"), ["nobody 1"]);
    });

    test("has the calls of one key or app alone", async () => {
      const team = await world.team();
      const [other, app] = [await team.as("all"), await throughApp(team, "apis.all")];
      for (const [name, by] of [
        ["key 1", team],
        ["other", other],
        ["app 1", app],
        ["key 2", team],
        ["app 2", app],
      ] as const)
        await tag(by, name);
      const activity = await Activity.of(team);
      assert.deepEqual(await sessionOf(activity, "key 1"), ["key 2", "key 1"]);
      assert.deepEqual(await sessionOf(activity, "other"), ["other"]);
      assert.deepEqual(await sessionOf(activity, "app 2"), ["app 2", "app 1"]);
    });

    test("is that event alone for the web app and the command line", async () => {
      const team = await world.team();
      await tag(team, "a");
      const activity = await Activity.of(team);
      await activity.undo(await activity.latest("tags_create"));
      await activity.undo(await activity.latest("POST /api/teams/:team/activity/:id/undo"));
      for (const credential of ["web", "command"]) {
        const events = await activity.list({ credential });
        assert.ok(events.length > 1);
        const session = await activity.list({ session: events[0]?.id });
        assert.deepEqual(session, events.slice(0, 1));
      }
    });

    test("comes on pages, and reads so many events on each side", async () => {
      const team = await world.team();
      for (let number = 0; number < MOST_READ + 2; number += 1) await tag(team, `tag ${number}`, 1);
      const activity = await Activity.of(team);
      const newest = await activity.latest("tags_create");
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await activity.page({ session: newest.id, limit: 100, cursor });
        seen.push(...namesIn(page.events));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      assert.deepEqual([seen.length, seen.at(-1)], [MOST_READ + 1, "tag 1"]);
    });

    test("leaves out what a member may not see, and is not reached through it", async () => {
      const team = await world.team();
      await tag(team, "first");
      await tag(team, "private", LONGEST_PAUSE_MS);
      await tag(team, "last", LONGEST_PAUSE_MS);
      const owner = await Activity.of(team);
      const { id } = await owner.latest("tags_create");
      const [, hidden] = await owner.list({ session: id });
      // No tool of an assistant changes a private record yet.
      await world.database.begin((db) =>
        db
          .updateTable("activity_events")
          .set({ is_private: true })
          .where("team_id", "=", team.id)
          .where("id", "=", hidden?.id ?? "")
          .execute(),
      );
      assert.deepEqual(await sessionOf(owner, "last"), ["last", "private", "first"]);
      const member = await Activity.of(await team.member("member"));
      assert.deepEqual(await sessionOf(member, "last"), ["last"]);
      const given = { team: team.id, session: hidden?.id };
      assert.equal((await member.app.refused(LIST, given)).status, 404);
    });

    test("is refused for an event of another team, and beside another filter", async () => {
      const [team, other] = [await world.team(), await world.team()];
      await tag(other, "a");
      const { id } = await (await Activity.of(other)).latest("tags_create");
      const { app } = await Activity.of(team);
      const foreign = await app.refused(LIST, { team: team.id, session: id });
      assert.deepEqual([foreign.status, foreign.code], [404, "not_found"]);
      const both = await app.refused(LIST, { team: team.id, session: id, outcome: "done" });
      assert.deepEqual([both.code, both.at], ["invalid_argument", ["/session"]]);
    });
  });
});
