import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import { bearer, loggedApp } from "../../test/mcp.ts";
import type { Begin } from "../db/connect.ts";
import { listKeys } from "./api-keys.ts";
import { CredentialUse } from "./credential-use.ts";

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

/** An app whose writes of last uses are counted. */
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
    ping: async (team: Team) => {
      await app.request("/mcp", request(team));
      await credentialUse.settled();
    },
    lastUse: async (team: Team) => {
      const keys = await listKeys(team.signed);
      return keys.find(({ hint }) => hint === team.key.slice(-4))?.last_used_at;
    },
  };
}

function request(team: Team): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...bearer(team.key) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  };
}
