import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mock, test } from "node:test";
import { sql } from "kysely";
import { onAnyDatabase, type Team, World } from "../../test/app.ts";
import { loggedApp, modern } from "../../test/mcp.ts";
import { App } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import type { Begin } from "../db/connect.ts";
import { millisecondsOf } from "../shared/time.ts";
import { CallLog } from "./call-log.ts";

onAnyDatabase(
  (world) => {
    test("a read is logged with its key, program, rows and time, and with nothing of its contents", async () => {
      const team = await world.team();
      await team.call("tags_create", { name: "Confidential" });
      await team.call("tags_create", { name: "Further" });
      await modern(team, "tools/call", { name: "tags_list", arguments: { limit: 1 } });
      await team.call("tags_list", {});
      const calls = await callsOf(team);
      const [key] = await keysOf(team);
      const common = {
        created_at: world.now,
        team_id: team.id,
        user_id: team.userId,
        credential_kind: "api_key",
        credential_id: key?.id,
        outcome: "done",
        reason: null,
        milliseconds: 0,
        calls: 1,
      };
      assert.deepEqual(sorted(calls), [
        { ...common, client_name: "Testing assistant", tool: "tags_list", row_count: 1 },
        { ...common, client_name: null, tool: "tags_create", row_count: null },
        { ...common, client_name: null, tool: "tags_create", row_count: null },
        { ...common, client_name: null, tool: "tags_list", row_count: 2 },
      ]);
      assert.doesNotMatch(JSON.stringify(calls), /Confidential|Further|limit/);
    });

    test("a call of an app is logged under its grant, which outlasts its tokens", async () => {
      const team = await world.team();
      const { access_token } = await (await App.register(world)).connect(team);
      await team.withKey(access_token).call("tags_list", {});
      const grants = world.database.reader.selectFrom("oauth_grants").select("id");
      const grant = await grants.where("team_id", "=", team.id).executeTakeFirstOrThrow();
      const [call] = await callsOf(team);
      assert.deepEqual([call?.credential_kind, call?.credential_id], ["oauth_grant", grant.id]);
    });

    test("prompts and resources are logged by their names", async () => {
      const team = await world.team();
      await team.rpc("prompts/get", { name: "review_my_week", arguments: {} });
      await team.rpc("resources/read", { uri: "ledgerport://team" });
      await team.rpc("resources/read", { uri: "ledgerport://nothing/secret" });
      await team.rpc("prompts/get", { name: "secret" });
      assert.deepEqual(await endsOf(team), [
        ["prompts/get review_my_week", "done", null],
        ["prompts/get", "refused", "invalid_request"],
        ["resources/read team", "done", null],
        ["resources/read", "refused", "invalid_request"],
      ]);
    });

    test("a refused call leaves its code in the log, and nothing else", async () => {
      const team = await world.team();
      const reader = await team.as("read");
      await reader.call("tags_list", {});
      await world.settled();
      const others = async () => {
        const { call_log: _, ...rows } = await allRows(world.database.reader);
        return rows;
      };
      const before = await others();
      await reader.refused("tags_create", { name: "Not this" });
      await reader.refused("tags_list", { cursor: "made up" });
      await reader.refused("customers_get", { id: "no id" });
      await reader.rpc("tools/call", { name: "my secret tool" });
      await reader.rpc("tools/call", { name: 7 });
      assert.deepEqual(await endsOf(team), [
        ["customers_get", "refused", "invalid_argument"],
        ["tags_create", "refused", "tool_not_available"],
        ["tags_list", "done", null],
        ["tags_list", "refused", "invalid_cursor"],
        ["tools/call", "refused", "invalid_request"],
        ["tools/call", "refused", "invalid_request"],
      ]);
      assert.deepEqual(await others(), before);
    });

    test("a call that met a bug is logged as failed", async (t) => {
      const broken = new World(world.dialect, { logsCalls: true });
      await broken.open();
      t.after(() => broken.close());
      const team = await broken.team();
      await broken.database.begin((db) => sql`alter table tags rename to elsewhere`.execute(db));
      assert.equal((await team.refused("tags_list")).code, "internal_error");
      assert.deepEqual(await endsOf(team), [["tags_list", "failed", null]]);
    });

    test("lists of tools, pings and calls without a valid key are not logged", async () => {
      const team = await world.team();
      await team.rpc("tools/list");
      await team.rpc("ping");
      await team.withKey(`${team.key}0`).rpc("tools/call", { name: "tags_list", arguments: {} });
      assert.deepEqual(await endsOf(team), []);
    });

    test("a call takes as long as its own work, also in a batch", async () => {
      const team = await world.team();
      let clock = millisecondsOf(world.now);
      const log = logOf(world, { clock: () => clock });
      const end = log.begin(await callerOf(team), null, "tags_list");
      clock += 40;
      end({ outcome: "done", reason: null, rows: 3 });
      const other = log.begin(await callerOf(team), null, "tags_list");
      clock -= 60_000;
      other({ outcome: "failed", reason: null, rows: null });
      await log.settled();
      const calls = await callsOf(team);
      assert.deepEqual(new Set(calls.map(({ milliseconds }) => milliseconds)), new Set([40, 0]));
    });

    test("calls that end within a second are written in one transaction", async () => {
      const caller = await callerOf(await world.team());
      mock.timers.enable({ apis: ["setTimeout"] });
      try {
        let writes = 0;
        // No database: its driver's own timers would be mocked too.
        const begin: Begin = () => {
          writes += 1;
          return Promise.reject(new Error("there is no database"));
        };
        const log = logOf(world, { begin, onError: () => {} });
        for (let call = 0; call < 3; call += 1) log.begin(caller, null, "tags_list")(DONE);
        mock.timers.tick(999);
        assert.equal(writes, 0);
        mock.timers.tick(1);
        assert.equal(writes, 1);
        await log.settled();
        mock.timers.tick(10_000);
        assert.equal(writes, 1, "nothing is written when nothing is called");
      } finally {
        mock.timers.reset();
      }
    });

    test("of more than 200 calls in a second the others are counted, by credential", async () => {
      const team = await world.team();
      const caller = await callerOf(team);
      const other = { ...caller, credential: { ...caller.credential, id: team.id } };
      const log = logOf(world);
      for (let call = 0; call < 230; call += 1) log.begin(caller, null, "tags_list")(DONE);
      for (let call = 0; call < 5; call += 1) log.begin(other, null, "tags_list")(DONE);
      await log.settled();
      const calls = await callsOf(team);
      assert.equal(calls.length, 202);
      const more = calls.filter(({ tool }) => tool === null);
      assert.deepEqual(
        new Set(more.map(({ credential_id, calls }) => `${credential_id} ${calls}`)),
        new Set([`${caller.credential.id} 30`, `${team.id} 5`]),
      );
      assert.ok(
        more.every(({ outcome, milliseconds }) => outcome === null && milliseconds === null),
      );
      log.begin(caller, null, "tags_list")(DONE);
      await log.settled();
      assert.equal((await callsOf(team)).length, 203, "the next second has room again");
    });

    test("while a write waits for the database no other one starts, and memory has its bound", async () => {
      const team = await world.team();
      const caller = await callerOf(team);
      const gate = Promise.withResolvers<null>();
      let begun = 0;
      const begin: Begin = async (work) => {
        begun += 1;
        await gate.promise;
        return world.database.begin(work);
      };
      const log = logOf(world, { begin });
      log.begin(caller, null, "tags_list")(DONE);
      const settled = log.settled();
      for (let call = 0; call < 250; call += 1) log.begin(caller, null, "tags_list")(DONE);
      assert.equal(begun, 1);
      gate.resolve(null);
      await settled;
      const calls = await callsOf(team);
      assert.equal(calls.length, 1 + 200 + 1);
      assert.equal(
        calls.reduce((sum, { calls }) => sum + calls, 0),
        251,
      );
    });

    test("calls that cannot be written are reported once, and later ones are written", async () => {
      const team = await world.team();
      const caller = await callerOf(team);
      const problem = new Error("the disk is full");
      const errors: unknown[] = [];
      let isFull = true;
      const begin: Begin = async (work) => {
        if (isFull) throw problem;
        return world.database.begin(work);
      };
      const log = logOf(world, { begin, onError: (error) => errors.push(error) });
      log.begin(caller, null, "tags_list")(DONE);
      await log.settled();
      isFull = false;
      log.begin(caller, null, "tags_create")(DONE);
      await log.settled();
      assert.deepEqual(errors, [problem]);
      assert.deepEqual(await endsOf(team), [["tags_create", "done", null]]);
    });

    test("switched off, calls are served and leave nothing", async () => {
      const team = await world.team();
      const { app } = loggedApp(world);
      const response = await app.request("/mcp", {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${team.key}` },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "tags_list", arguments: {} },
        }),
      });
      assert.equal(response.status, 200);
      assert.deepEqual(await endsOf(team), []);
    });
  },
  { logsCalls: true },
);

const DONE = { outcome: "done", reason: null, rows: 0 } as const;

function logOf(
  world: World,
  given: Partial<ConstructorParameters<typeof CallLog>[0]> = {},
): CallLog {
  return new CallLog({
    begin: world.database.begin,
    clock: () => millisecondsOf(world.now),
    randomBytes,
    onError: (error) => assert.fail(String(error)),
    ...given,
  });
}

async function keysOf(team: Team) {
  const keys = team.world.database.reader.selectFrom("api_keys").select("id");
  return keys.where("team_id", "=", team.id).execute();
}

async function callerOf(team: Team) {
  const [key] = await keysOf(team);
  return {
    team: { id: team.id, name: "", baseCurrency: "EUR" },
    actor: { id: team.userId, name: "", role: "owner", timeZone: "UTC" },
    credential: { kind: "api_key", id: key?.id ?? assert.fail() },
  } as const;
}

async function callsOf(team: Team) {
  await team.world.settled();
  const calls = team.world.database.reader.selectFrom("call_log").selectAll();
  return calls.where("team_id", "=", team.id).execute();
}

async function endsOf(team: Team) {
  const calls = await callsOf(team);
  const ends = calls.map(({ tool, outcome, reason }) => [tool, outcome, reason]);
  return ends.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
}

function sorted(calls: Awaited<ReturnType<typeof callsOf>>) {
  const keyOf = ({ client_name, tool }: (typeof calls)[number]) =>
    `${client_name === null} ${tool}`;
  const rest = calls.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return rest.map(({ id, ...call }) => {
    assert.match(id, /^[0-9a-f-]{36}$/);
    return call;
  });
}
