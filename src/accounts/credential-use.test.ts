import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import { bearer, loggedApp, META, modernHeaders } from "../../test/mcp.ts";
import type { Begin } from "../db/connect.ts";
import { CredentialUse } from "./call-log.ts";

onEachDatabase((world) => {
  test("a key's last use is written with its first call, and then once a minute at the most", async () => {
    const team = await world.team();
    const { ping, written, lastUse } = counted(world);
    assert.equal(await lastUse(team), null);
    await ping(team);
    const first = world.now;
    assert.equal(await lastUse(team), first);
    for (let call = 0; call < 59; call += 1) {
      world.pass(1000);
      await ping(team);
    }
    world.pass(999);
    await ping(team);
    assert.equal(await lastUse(team), first);
    assert.equal(written(), 1);
    world.pass(1);
    await ping(team);
    assert.equal(await lastUse(team), world.now);
    assert.equal(written(), 2);
  });

  test("the program that uses a key is written when it is another one, and once a second at the most", async () => {
    const team = await world.team();
    const { ping, written, lastUse, lastUsedBy } = counted(world);
    await ping(team, "One");
    assert.deepEqual([await lastUsedBy(team), written()], ["One", 2]);
    world.pass(1000);
    await ping(team, "One");
    assert.equal(written(), 2);
    await ping(team, "Two");
    assert.deepEqual([await lastUsedBy(team), await lastUse(team)], ["Two", world.now]);
    for (let call = 0; call < 10; call += 1) {
      world.pass(99);
      await ping(team, call % 2 === 0 ? "One" : "Two");
    }
    assert.equal(written(), 3);
    world.pass(10);
    await ping(team, "One");
    assert.deepEqual([await lastUsedBy(team), written()], ["One", 4]);
  });

  test("a program that names itself with every call signs no call that comes without a name", async () => {
    const team = await world.team();
    const { ping, lastUsedBy } = counted(world);
    await ping(team, "One");
    world.pass(60_000);
    await ping(team);
    assert.equal(await lastUsedBy(team), "One", "nobody else has said who they are");
    await team.call("tags_create", { name: "Nameless" });
    assert.equal((await team.journalOf("tags_create"))[0]?.client_name, null);
  });

  test("each key has a last use of its own", async () => {
    const team = await world.team();
    const other = await team.as("read");
    const { ping, lastUse } = counted(world);
    await ping(team);
    assert.equal(await lastUse(other), null);
    await ping(other);
    assert.equal(await lastUse(other), world.now);
  });

  test("a call that is turned away is no use", async () => {
    const team = await world.team();
    const { ping, written } = counted(world);
    await ping(team.withKey(`${team.key}0`));
    assert.equal(written(), 0);
  });

  test("a call with a key that has just been revoked is no use", async () => {
    const team = await world.team();
    const { ping, lastUse } = counted(world);
    await ping(team);
    const last = await lastUse(team);
    world.pass(2 * 60_000);
    await world.database.begin((db) =>
      db
        .updateTable("api_keys")
        .set({ revoked_at: world.now })
        .where("team_id", "=", team.id)
        .execute(),
    );
    await ping(team);
    assert.equal(await lastUse(team), last);
  });

  test("a call whose body takes long happens when the body is whole", async () => {
    const team = await world.team();
    const { app } = loggedApp(world);
    const params = { name: "tags_create", arguments: { name: "Slow" } };
    const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    async function* slowly() {
      yield Buffer.from(call.slice(0, 9));
      world.pass(30_000);
      yield Buffer.from(call.slice(9));
    }
    const body = ReadableStream.from(slowly());
    const sent: RequestInit = { ...request(team), body, duplex: "half" };
    assert.equal((await app.request("/mcp", sent)).status, 200);
    const tags = world.database.reader.selectFrom("tags").select("created_at");
    const written = await tags.where("team_id", "=", team.id).execute();
    assert.deepEqual(written, [{ created_at: world.now }]);
  });

  test("a use that cannot be written is logged, and the call is served", async () => {
    const team = await world.team();
    const errors: unknown[] = [];
    const problem = new Error("the disk is full");
    const credentialUse = new CredentialUse(
      () => Promise.reject(problem),
      (error) => errors.push(error),
    );
    const { app } = loggedApp(world, { credentialUse });
    assert.equal((await app.request("/mcp", request(team))).status, 200);
    await credentialUse.settled();
    assert.deepEqual(errors, [problem]);
  });
});

/** An app with a counter of its writes of last uses. */
function counted(world: World) {
  let writes = 0;
  const begin: Begin = (work) => {
    writes += 1;
    return world.database.begin(work);
  };
  const credentialUse = new CredentialUse(begin, (error) => assert.fail(String(error)));
  const { app } = loggedApp(world, { credentialUse });
  return {
    written: () => writes,
    /** Calls as the named program, if a name is given. */
    ping: async (team: Team, name?: string) => {
      await app.request("/mcp", name === undefined ? request(team) : requestOf(team, name));
      await credentialUse.settled();
    },
    lastUse: async (team: Team) => (await keyOf(team))?.last_used_at,
    lastUsedBy: async (team: Team) => (await keyOf(team))?.last_used_by,
  };
}

async function keyOf({ id, key, world }: Team) {
  const keys = world.database.reader.selectFrom("api_keys").selectAll();
  return keys.where("team_id", "=", id).where("hint", "=", key.slice(-4)).executeTakeFirst();
}

function request(team: Team): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...bearer(team.key) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  };
}

function requestOf(team: Team, name: string): RequestInit {
  const _meta = { ...META, "io.modelcontextprotocol/clientInfo": { name, version: "1" } };
  const method = "tools/list";
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...bearer(team.key),
      ...modernHeaders(method),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta } }),
  };
}
