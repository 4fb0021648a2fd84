import assert from "node:assert/strict";
import { it } from "node:test";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { modern } from "../../test/mcp.ts";
import { App } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";

const LATEST = "GET /api/teams/:team/connections";
const READS = { read: true, write: false, destructive: false };
const WRITES = { read: true, write: true, destructive: false };

onAnyDatabase((world) => {
  it("shows nothing before anything has come in", async () => {
    const team = await world.team();
    const answer = await (await WebApp.of(team)).ask(LATEST, { team: team.id });
    assert.deepEqual(answer, { now: world.now, latest: null });
  });

  it("shows the first call of a new key at once, with the program as it calls itself", async () => {
    const team = await world.team();
    world.pass(1000);
    const reader = await team.as("read");
    await introduce(reader, "Inspector");
    const seen = { name: "Inspector", via: "key", viaName: "Test key", opens: READS };
    assert.deepEqual(await latest(team), { at: world.now, ...seen });
    await modern(await team.as("all"), "tools/list");
    const modernly = { name: "Testing assistant", via: "key", viaName: "Test key", opens: WRITES };
    world.pass(1);
    await modern(await team.as("all"), "tools/list");
    assert.deepEqual(await latest(team), { at: world.now, ...modernly });
  });

  it("shows a program without a name by its key", async () => {
    const team = await world.team();
    await team.rpc("tools/list");
    assert.equal((await latest(team))?.name, "Test key");
  });

  it("shows the first call of an app", async () => {
    const team = await world.team();
    await team.rpc("tools/list");
    world.pass(1000);
    const { access_token } = await (
      await App.register(world, undefined, "My app")
    ).connect(team, { scope: "apis.read" });
    assert.equal((await latest(team))?.via, "key", "it has not come yet");
    await team.withKey(access_token).rpc("tools/list");
    const seen = { name: "My app", via: "app", viaName: "My app", opens: READS };
    assert.deepEqual(await latest(team), { at: world.now, ...seen });
    world.pass(1000);
    await modern(team.withKey(access_token), "tools/list");
    assert.equal((await latest(team))?.name, "Testing assistant");
    world.pass(60_000);
    await introduce(team, "Inspector");
    assert.equal((await latest(team))?.name, "Inspector");
  });

  it("shows at once that another program uses a key that was in use", async () => {
    const team = await world.team();
    await introduce(team, "Inspector");
    world.pass(1000);
    await modern(team, "tools/list");
    assert.partialDeepStrictEqual(await latest(team), {
      at: world.now,
      name: "Testing assistant",
    });
    world.pass(1000);
    await team.rpc("tools/list");
    assert.equal((await latest(team))?.name, "Inspector", "who introduced itself under the key");
  });

  it("shows members the calls of their own credentials only", async () => {
    const team = await world.team();
    const [admin, member] = [await team.member("admin"), await team.member("member")];
    await introduce(member, "Mia's assistant");
    world.pass(1000);
    await introduce(team, "Olga's assistant");
    assert.equal((await latest(member))?.name, "Mia's assistant");
    assert.equal((await latest(admin))?.name, "Olga's assistant");
    assert.equal(await latest(await world.team()), null);
  });

  it("shows no key that has ended, and no app that was disconnected", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const { access_token } = await (await App.register(world)).connect(team);
    await team.rpc("tools/list");
    world.pass(1000);
    await team.withKey(access_token).rpc("tools/list");
    assert.equal((await latest(team))?.via, "app");
    const { apps } = await app.ask("GET /api/teams/:team/apps", { team: team.id });
    for (const { id } of apps)
      await app.ask("DELETE /api/teams/:team/apps/:id", { team: team.id, id });
    assert.equal((await latest(team))?.via, "key");
    const { keys } = await app.ask("GET /api/teams/:team/keys", { team: team.id });
    for (const { id } of keys)
      await app.ask("DELETE /api/teams/:team/keys/:id", { team: team.id, id });
    assert.equal(await latest(team), null);
    const week = { name: "Week", preset: "read", expiresInDays: 7 } as const;
    const { secret } = await app.ask("POST /api/teams/:team/keys", { team: team.id, ...week });
    await team.withKey(secret).rpc("tools/list");
    assert.equal((await latest(team))?.viaName, "Week");
    world.pass(7 * 24 * 60 * 60_000);
    assert.equal(await latest(team), null);
  });

  /** The latest call as the person behind a key sees it. */
  async function latest(team: Team) {
    await world.settled();
    const { latest } = await (await WebApp.of(team)).ask(LATEST, { team: team.id });
    return latest;
  }

  async function introduce(team: Team, name: string): Promise<void> {
    const clientInfo = { name, version: "1" };
    await team.rpc("initialize", { protocolVersion: "2025-11-25", clientInfo });
  }
});
