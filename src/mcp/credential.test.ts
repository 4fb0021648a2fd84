import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, onAnyDatabase, type Team } from "../../test/app.ts";
import { assertUntouched, bearer, type Fields, META, modernHeaders } from "../../test/mcp.ts";
import { createKey, revokeKey } from "../accounts/api-keys.ts";
import { instantOf, millisecondsOf } from "../shared/time.ts";

const CHALLENGE = `Bearer resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`;

onAnyDatabase((world) => {
  test("401 without a credential", async () => {
    await assertRefused(await world.team(), {}, /No credential was sent/);
  });

  test("401 for an empty credential", async () => {
    const team = await world.team();
    await assertRefused(team, { "x-api-key": "" }, /No credential was sent/);
    await assertRefused(team, { Authorization: "Bearer" }, /does not have the form/);
    await assertRefused(team, { Authorization: "Bearer " }, /does not have the form/);
  });

  test("401 for a scheme other than Bearer", async () => {
    const team = await world.team();
    const basic = Buffer.from(`${team.key}:`).toString("base64");
    await assertRefused(team, { Authorization: `Basic ${basic}` }, /does not have the form/);
    await assertRefused(team, { Authorization: team.key }, /does not have the form/);
    await assertRefused(
      team,
      { Authorization: `Bearer ${team.key} ${team.key}` },
      /does not have the form/,
    );
  });

  test("401 for an incomplete credential", async () => {
    const team = await world.team();
    for (const wrong of [
      "svc_",
      "x",
      team.key.slice(0, -1),
      team.key.slice(1),
      `${team.key}0`,
      team.key.toLowerCase(),
      withOtherEnd(team.key),
      team.key.replace("svc_", "svc_at_"),
    ]) {
      await assertRefused(
        team,
        bearer(wrong),
        /is neither an API key nor an access token, or was not copied whole/,
      );
      await assertRefused(
        team,
        { "x-api-key": wrong },
        /is neither an API key nor an access token, or was not copied whole/,
      );
    }
  });

  test("401 for a key that was never made", async () => {
    const team = await world.team();
    const elsewhere = await world.team();
    await world.database.begin((db) =>
      db.deleteFrom("api_keys").where("team_id", "=", elsewhere.id).execute(),
    );
    await assertRefused(team, bearer(elsewhere.key), /No such API key exists/);
  });

  test("401 for a revoked key, at once", async () => {
    const team = await world.team();
    const { id, key } = await createKey(team.auditContext, {
      userId: team.userId,
      name: "Old",
      preset: "all",
    });
    assert.equal((await ping(team, bearer(key))).status, 200);
    await revokeKey(team.auditContext, id);
    await assertRefused(team, bearer(key), /was revoked/);
    assert.equal((await ping(team, bearer(team.key))).status, 200);
  });

  test("401 for a key from the moment it expires, also for a tool that its scopes do not open", async () => {
    const team = await world.team();
    const expiresAt = instantOf(millisecondsOf(world.now) + 60_000);
    const { key } = await createKey(team.auditContext, {
      userId: team.userId,
      name: "Guest",
      preset: "read",
      expiresAt,
    });
    world.pass(59_999);
    assert.equal((await ping(team, bearer(key))).status, 200);
    world.pass(1);
    await assertRefused(team, bearer(key), /has expired/);
  });

  test("401 for the key of somebody who left the team", async () => {
    const team = await world.team();
    const member = await team.member("admin", { preset: "all" });
    assert.equal((await ping(team, bearer(member.key))).status, 200);
    await world.database.begin((db) =>
      db
        .deleteFrom("memberships")
        .where("team_id", "=", team.id)
        .where("user_id", "=", member.userId)
        .execute(),
    );
    await assertRefused(team, bearer(member.key), /its holder has left the team/);
  });

  test("401 when Authorization and x-api-key disagree", async () => {
    const team = await world.team();
    const other = await team.mint("read");
    await assertRefused(team, { ...bearer(team.key), "x-api-key": other }, /different credentials/);
    await assertRefused(
      team,
      { Authorization: "Basic eA==", "x-api-key": team.key },
      /does not have the form/,
    );
  });

  test("401 for a key in the query string, which is not read", async () => {
    const team = await world.team();
    const { key } = team;
    for (const name of [
      "access_token",
      "api_key",
      "apiKey",
      "key",
      "token",
      "x-api-key",
      "Authorization",
    ]) {
      await assertRefused(team, {}, /No credential was sent/, `/mcp?${name}=${key}`);
    }
  });

  test("200 for a key as Bearer in any case, as x-api-key, or as both", async () => {
    const team = await world.team();
    for (const headers of [
      { Authorization: `Bearer ${team.key}` },
      { Authorization: `bearer ${team.key}` },
      { Authorization: `BEARER  ${team.key}` },
      { "x-api-key": team.key },
      { "X-API-Key": ` ${team.key} ` },
      { Authorization: `Bearer ${team.key}`, "x-api-key": team.key },
    ]) {
      assert.equal((await ping(team, headers)).status, 200, JSON.stringify(Object.keys(headers)));
    }
  });

  test("a call acts for the team and the person of its key", async () => {
    const team = await world.team();
    const other = await world.team();
    const mia = await team.member("admin", { preset: "all" });
    await mia.call("tags_create", { name: "Mine" });
    assert.deepEqual((await other.call("tags_list")).items, []);
    const event = (await team.journal()).find(({ tool }) => tool === "tags_create");
    assert.equal(event?.actor_id, mia.userId);
    assert.equal(event?.credential_kind, "api_key");
  });
});

/** Asserts the contract's 401 for every method and both generations, and that nothing changed. */
async function assertRefused(
  team: Team,
  headers: Fields,
  reason: RegExp,
  path = "/mcp",
): Promise<void> {
  await assertUntouched(team, async () => {
    for (const request of requests(headers)) {
      const response = await team.world.app.request(path, request);
      assert.equal(response.status, 401);
      assert.equal(response.headers.get("WWW-Authenticate"), CHALLENGE);
      assert.equal(
        response.headers.get("RateLimit-Limit"),
        null,
        "there is no budget without a credential",
      );
      const text = await response.text();
      const { error, error_description } = JSON.parse(text);
      assert.equal(error, "invalid_token");
      assert.match(error_description, reason);
      assert.ok(
        !text.includes(team.key) && !text.includes(team.key.slice(4, 20)),
        "the secret stays a secret",
      );
    }
  });
}

function requests(headers: Fields): RequestInit[] {
  const params = { name: "tags_create", arguments: { name: "Written without a credential" } };
  const post = (params: object, more: Fields = {}) => ({
    method: "POST",
    headers: { "Content-Type": "application/json", ...more, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return [
    post(params),
    post({ ...params, _meta: META }, modernHeaders("tools/call", params)),
    { method: "GET", headers },
    { method: "DELETE", headers },
  ];
}

async function ping(team: Team, headers: Fields): Promise<Response> {
  return team.world.post({ jsonrpc: "2.0", id: 1, method: "ping" }, headers);
}

/** A well-formed key with a wrong checksum. */
function withOtherEnd(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
}
