import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { loggedApp, modern } from "../../test/mcp.ts";
import { App } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";

const CALLS = "GET /api/teams/:team/calls";

onAnyDatabase(
  (world) => {
    test("owners and admins see the calls of all keys and apps, members those of their own alone", async () => {
      const team = await world.team();
      const admin = await team.member("admin", { name: "Ada Admin" });
      const mia = await team.member("member");
      await team.call("tags_list", {});
      await mia.call("customers_list", {});
      await mia.refused("tags_create", { name: "x" });
      await world.settled();
      const mias = [
        ["Mia Member", "customers_list", "done"],
        ["Mia Member", "tags_create", "refused"],
      ];
      const all = [...mias, ["Olga Owner", "tags_list", "done"]];
      assert.deepEqual(await seenBy(team), all);
      assert.deepEqual(await seenBy(admin), all);
      assert.deepEqual(await seenBy(mia), mias);
      const key = (await listOf(team)).calls.find(({ holder }) => holder.isYou)?.via.id;
      assert.deepEqual(
        await seenBy(mia, { credential: `key:${key}` }),
        [],
        "another person's key is for a member as one that does not exist",
      );
    });

    test("another team's calls are never seen", async () => {
      const [team, other] = [await world.team(), await world.team()];
      await other.call("tags_list", {});
      await world.settled();
      const key = (await listOf(other)).calls[0]?.via.id;
      assert.deepEqual(await seenBy(team), []);
      assert.deepEqual(await seenBy(team, { credential: `key:${key}` }), []);
    });

    test("a call is told with its key or app, its tool for people, and why it was refused", async () => {
      const team = await world.team();
      const { access_token } = await (
        await App.register(world, undefined, "My app")
      ).connect(team, { scope: "apis.read" });
      const app = team.withKey(access_token);
      await modern(team, "tools/call", { name: "tags_list", arguments: {} });
      world.pass(1);
      await app.call("customers_list", {});
      world.pass(1);
      await team.refused("tags_create", { name: "" });
      world.pass(1);
      await team.rpc("resources/read", { uri: "ledgerport://team" });
      await world.settled();
      const { isOn, calls, nextCursor } = await listOf(team);
      assert.deepEqual([isOn, nextCursor], [true, null]);
      assert.deepEqual(
        calls.map(({ via, client, tool, title, outcome, because, rows, calls }) =>
          [via.kind, via.name, client, tool, title, outcome, because, rows, calls].join("|"),
        ),
        [
          "key|Test key||resources/read team|resources/read team|done|||1",
          "key|Test key||tags_create|Create tag|refused|an argument was not valid||1",
          "app|My app||customers_list|List customers|done||0|1",
          "key|Test key|Testing assistant|tags_list|List tags|done||0|1",
        ],
      );
      assert.equal(calls[1]?.via.hint, team.key.slice(-4));
    });

    test("a list is narrowed by key, tool and outcome, and read page by page", async () => {
      const team = await world.team();
      const reader = await team.as("read");
      for (let call = 0; call < 5; call += 1) {
        await team.call("tags_list", {});
        world.pass(call % 2);
      }
      await reader.call("customers_list", {});
      await reader.refused("tags_list", { limit: 0 });
      await world.settled();
      const ids = new Set((await listOf(team)).calls.map(({ via }) => via.id));
      assert.equal(ids.size, 2);
      const sizes = [];
      for (const id of ids) sizes.push((await seenBy(team, { credential: `key:${id}` })).length);
      assert.deepEqual(new Set(sizes), new Set([2, 5]));
      assert.equal((await seenBy(team, { tool: "tags_list" })).length, 6);
      assert.equal((await seenBy(team, { tool: "tags_list", outcome: "refused" })).length, 1);
      assert.equal((await seenBy(team, { outcome: "failed" })).length, 0);
      const seen = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listOf>> = await listOf(team, {
          limit: 3,
          ...(cursor === null ? {} : { cursor }),
        });
        seen.push(...page.calls.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(
        seen,
        (await listOf(team)).calls.map(({ id }) => id),
      );
      assert.equal(seen.length, 7);
    });

    test("a list is narrowed to days of the reader's own time zone", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      await app.ask("PATCH /api/me", { timeZone: "Pacific/Auckland" });
      // In Auckland the 22nd began at 11:00 UTC.
      for (const at of ["2026-11-21T10:59:59Z", "2026-11-21T11:00:00Z", "2026-11-22T11:00:00Z"]) {
        world.at(at);
        await team.call("tags_list", {});
        await world.settled();
      }
      const daysOf = async (filters: Filters) =>
        (await listOf(team, filters)).calls.map(({ at }) => at.slice(0, 16));
      assert.deepEqual(await daysOf({ from: "2026-11-22", to: "2026-11-22" }), [
        "2026-11-21T11:00",
      ]);
      assert.equal((await daysOf({ from: "2026-11-22" })).length, 2);
      assert.equal((await daysOf({ to: "2026-11-21" })).length, 1);
    });

    test("a filter that is none and a foreign cursor are refused", async () => {
      const team = await world.team();
      await team.call("tags_list", {});
      await team.call("tags_list", {});
      await world.settled();
      const app = await WebApp.of(team);
      const { nextCursor } = await listOf(team, { limit: 1 });
      for (const odd of [
        { credential: "web" },
        { credential: "key:1" },
        { outcome: "both" },
        { from: "yesterday" },
        { to: "9999-12-31" },
        { cursor: nextCursor, tool: "tags_list" },
      ]) {
        const { status } = await app.refused(CALLS, { team: team.id, ...odd });
        assert.equal(status, 422, JSON.stringify(odd));
      }
    });

    test("a server that logs no calls says so", async () => {
      const team = await world.team();
      const { app } = loggedApp(world);
      const answer = await (await WebApp.of(team, { app })).ask(CALLS, { team: team.id });
      assert.deepEqual(answer, { isOn: false, calls: [], nextCursor: null });
    });
  },
  { logsCalls: true },
);

type Filters = Readonly<Record<string, string | number>>;

async function listOf(team: Team, filters: Filters = {}) {
  return (await WebApp.of(team)).ask(CALLS, { team: team.id, ...filters });
}

async function seenBy(team: Team, filters: Filters = {}) {
  const { calls } = await listOf(team, filters);
  const seen = calls.map(({ holder, tool, outcome }) => [holder.name, tool, outcome]);
  return seen.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
}
