import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { assertUntouched } from "../../test/mcp.ts";
import { connect, type Database } from "../db/connect.ts";
import { credentialVerifier } from "./credentials.ts";

const READ = { name: "tags_list" };
const WRITE = { name: "tags_create", arguments: { name: "Late" } };

onEachDatabase((world) => {
  const revoke = (database: Database, team: Team) =>
    database.begin((db) =>
      db
        .updateTable("api_keys")
        .set({ revoked_at: world.now })
        .where("team_id", "=", team.id)
        .execute(),
    );

  const statusOf = async (team: Team, call: object) => (await team.rpc("tools/call", call)).status;

  test("a key that this process revokes is out at once", async () => {
    const team = await world.team();
    assert.equal(await statusOf(team, READ), 200);
    await revoke(world.database, team);
    assert.equal(await statusOf(team, READ), 401);
  });

  test("a key that another process revokes writes nothing more, and reads for 5 seconds at most", async () => {
    const team = await world.team();
    const other = await connect(world.url, { onIdleError: assert.ifError });
    try {
      assert.equal(await statusOf(team, READ), 200);
      await revoke(other, team);
      if (world.dialect === "sqlite") assert.equal(await statusOf(team, READ), 401);
      await assertUntouched(team, async () => {
        assert.equal(await statusOf(team, WRITE), 401);
        assert.equal((await world.post([batched(WRITE)], bearerOf(team))).status, 401);
      });
      world.pass(5000);
      assert.equal(await statusOf(team, READ), 401);
    } finally {
      await other.close();
    }
  });

  test("a tool that another process has closed does not run", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("tags_create", { name: "Kept" });
    const other = await connect(world.url, { onIdleError: assert.ifError });
    try {
      await team.call("tags_list");
      await other.begin((db) =>
        db
          .updateTable("teams")
          .set({ destructive_ai_tools: false })
          .where("id", "=", team.id)
          .execute(),
      );
      const refused = await team.refused("tags_delete", { id });
      assert.equal(refused.code, "tool_not_available");
      assert.equal((await team.call("tags_list")).items.length, 1);
    } finally {
      await other.close();
    }
  });

  test("a row is not remembered when something was committed while it was read", async () => {
    const team = await world.team();
    const other = await connect(world.url, { onIdleError: assert.ifError });
    const versions = [1];
    const database = { ...world.database, version: () => versions.shift() ?? 2 };
    const verify = credentialVerifier(database)(team.key);
    const baseContext = { ...team.auditContext, db: world.database.reader, now: world.now };
    try {
      assert.ok("team" in (await verify(baseContext, "recent")));
      await revoke(other, team);
      assert.ok("invalid" in (await verify(baseContext, "recent")));
    } finally {
      await other.close();
    }
  });

  test("a revoked key is told so, whatever it sends", async () => {
    const team = await world.team();
    assert.equal(await statusOf(team, READ), 200);
    await revoke(world.database, team);
    for (const body of ["no JSON", "x".repeat(2_000_000), "{}"])
      assert.equal((await world.post(body, bearerOf(team))).status, 401);
    const text = { ...bearerOf(team), "Content-Type": "text/plain" };
    assert.equal((await world.post("{}", text)).status, 401);
    assert.equal((await world.app.request("/mcp", { headers: bearerOf(team) })).status, 401);
  });

  test("a clock that was set back makes nothing recent", async () => {
    const team = await world.team();
    const other = await connect(world.url, { onIdleError: assert.ifError });
    const now = world.now;
    try {
      assert.equal(await statusOf(team, READ), 200);
      await revoke(other, team);
      world.pass(-60_000);
      assert.equal(await statusOf(team, READ), 401);
    } finally {
      world.at(now);
      await other.close();
    }
  });

  test("a key that was remembered expires on time", async () => {
    const team = await world.team();
    const expires = new Date(Date.parse(world.now) + 1000).toISOString();
    await world.database.begin((db) =>
      db
        .updateTable("api_keys")
        .set({ expires_at: expires })
        .where("team_id", "=", team.id)
        .execute(),
    );
    assert.equal(await statusOf(team, READ), 200);
    world.pass(1000);
    assert.equal(await statusOf(team, READ), 401);
  });
});

function batched(params: object): object {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

function bearerOf({ key }: Team) {
  return { Authorization: `Bearer ${key}` };
}
