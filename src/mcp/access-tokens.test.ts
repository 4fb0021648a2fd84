import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onEachDatabase, type Team, type World } from "../../test/app.ts";
import { done, keyedCalls } from "../../test/keyed.ts";
import {
  assertUntouched,
  bearer,
  type Fields,
  listed,
  loggedApp,
  META,
  modernHeaders,
  read,
} from "../../test/mcp.ts";
import { App, grantsOf, signedIn, statusOf, throughApp, tokensOf } from "../../test/oauth.ts";
import { newSecret } from "../core/secrets.ts";
import { connect } from "../db/connect.ts";
import { memoryRateLimit } from "../http/rate-limit.ts";

const METADATA = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`;
const CHALLENGE = `Bearer ${METADATA}`;

onEachDatabase((world) => {
  test("an app disconnected by another process can read for 5 seconds at most, on SQLite not at all", async () => {
    const app = await remembered();
    await disconnectedElsewhere(app);
    if (world.dialect === "sqlite") assert.equal((await app.rpc("tools/list")).status, 401);
    world.pass(5000);
    assert.equal((await app.rpc("tools/list")).status, 401);
  });

  if (world.isSecond) return;

  describe("401 with exactly the contract's header, and nothing happens, for", () => {
    test("a refresh token, a code, a session, a client, a question, or a part of an access token", async () => {
      const team = await world.team();
      const app = await App.register(world);
      const browser = await signedIn(team);
      const code = await app.code(browser, team);
      const tokens = await app.connect(team);
      const asked = await browser.open(app.authorizePath());
      const question = /name="request" value="([^"]*)"/.exec(asked.html)?.[1] ?? assert.fail();
      const { access_token } = tokens;
      for (const [secret, reason] of [
        [tokens.refresh_token, /This is a refresh token/],
        [code, /This is an authorization code/],
        [browser.cookies.get("session") ?? "", /neither an API key nor an access token/],
        [app.id, /neither an API key nor/],
        [question, /neither an API key nor/],
        [access_token.slice(0, -1), /not copied whole/],
        [`${access_token}x`, /not copied whole/],
        [access_token.replace("svc_at_", "svc_"), /not copied whole/],
        [access_token.replace("svc_at_", "svc_rt_"), /not copied whole/],
        [access_token.toLowerCase(), /not copied whole/],
        [newSecret("svc_at_", randomBytes), /No such access token exists/],
      ] as const) {
        await assertChallenged(team, bearer(secret), reason);
        await assertChallenged(team, { "x-api-key": secret }, reason);
      }
      assert.equal(await statusOf(team, access_token), 200);
      assert.equal((await app.redeem(code)).status, 200);
      await tokensOf(app.refresh(tokens.refresh_token));
    });

    test("a token that has expired, also when a scope is missing", async () => {
      const app = await throughApp(await world.team(), "tags.read");
      world.pass(3_600_000);
      await assertChallenged(app, bearer(app.key), /The access token has expired; refresh it/);
    });

    test("a token whose app was disconnected", async () => {
      const app = await throughApp(await world.team(), "apis.all");
      await endGrants(world, app);
      await assertChallenged(app, bearer(app.key), /was disconnected, or gave its access back/);
    });

    test("a token in the address", async () => {
      const app = await throughApp(await world.team(), "apis.all");
      for (const name of ["access_token", "token", "authorization"])
        await assertChallenged(app, {}, /No credential was sent/, `/mcp?${name}=${app.key}`);
    });

    test("a token beside another credential", async () => {
      const app = await throughApp(await world.team(), "apis.all");
      const other = await throughApp(await world.team(), "apis.all");
      for (const alias of [other.key, await app.mint("all"), "x"]) {
        const both = { ...bearer(app.key), "x-api-key": alias };
        await assertChallenged(app, both, /different credentials/);
      }
      const same = { ...bearer(app.key), "x-api-key": app.key };
      assert.equal((await world.post(PING, same)).status, 200);
      assert.equal((await world.post(PING, { "x-api-key": app.key })).status, 200);
    });

    test("a person removed from the team, at once, and also after they join again", async () => {
      const team = await world.team();
      const member = await team.member("admin");
      const app = await throughApp(member, "apis.all");
      assert.equal((await app.rpc("tools/list")).status, 200);
      const memberships = await world.database.begin((db) =>
        db.deleteFrom("memberships").where("user_id", "=", member.userId).returningAll().execute(),
      );
      await assertChallenged(app, bearer(app.key), /its holder has left the team/);
      world.pass(1);
      const again = memberships.map((row) => ({ ...row, created_at: world.now }));
      await world.database.begin((db) => db.insertInto("memberships").values(again).execute());
      await assertChallenged(app, bearer(app.key), /its holder has left the team/);
      assert.equal((await (await throughApp(member, "apis.all")).rpc("ping")).status, 200);
    });
  });

  test("a demoted person loses the role's access with the next call", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const admin = await team.member("admin");
    const app = await throughApp(admin, "apis.all");
    const { id } = await team.call("tags_create", { name: "Kept" });
    assert.ok((await listed(app)).includes("tags_delete"));
    await world.database.begin((db) =>
      db
        .updateTable("memberships")
        .set({ role: "member" })
        .where("user_id", "=", admin.userId)
        .execute(),
    );
    assert.ok(!(await listed(app)).includes("tags_delete"));
    const answer = await app.rpc("tools/call", { name: "tags_delete", arguments: { id } });
    assert.equal(answer.status, 200, "no scope would open it");
    assert.match((await read(answer)).result.content[0].text, /members' credentials do not get/);
    assert.equal((await team.call("tags_list")).items.length, 1);
  });

  test("an app disconnected by another process can no longer write", async () => {
    const app = await remembered();
    await disconnectedElsewhere(app);
    const write = { name: "tags_create", arguments: { name: "Late" } };
    await assertUntouched(app, async () =>
      assert.equal((await app.rpc("tools/call", write)).status, 401),
    );
  });

  test("each access token has its own budget, and a refreshed token starts with a full one", async () => {
    const { app: own } = loggedApp(world, { rateLimit: memoryRateLimit({ limit: 2 }) });
    const team = await world.team();
    const app = await App.register({ app: own });
    const one = await app.connect(team);
    const other = await app.connect(team);
    const remaining = async (secret: string) => {
      const init = {
        method: "POST",
        headers: { ...JSON_BODY, ...bearer(secret) },
        body: PING_BODY,
      };
      const answer = await own.request("/mcp", init);
      return [answer.status, answer.headers.get("RateLimit-Remaining")];
    };
    assert.deepEqual(await remaining(one.access_token), [200, "1"]);
    assert.deepEqual(await remaining(one.access_token), [200, "0"]);
    assert.deepEqual(await remaining(one.access_token), [429, "0"]);
    assert.deepEqual(await remaining(other.access_token), [200, "1"]);
    assert.deepEqual(await remaining(team.key), [200, "1"]);
    const next = await tokensOf(app.refresh(one.refresh_token));
    assert.deepEqual(await remaining(next.access_token), [200, "1"]);
    assert.deepEqual(await remaining(one.access_token), [429, "0"]);
    const again = await tokensOf(app.refresh(one.refresh_token));
    assert.deepEqual(await remaining(again.access_token), [200, "0"], "the same tokens again");
  });

  test("the journal names the grant and the person for each of the grant's tokens", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const first = await app.connect(team, { scope: "tags.write" });
    await team.withKey(first.access_token).call("tags_create", { name: "First" });
    const second = await tokensOf(app.refresh(first.refresh_token));
    await team.withKey(second.access_token).call("tags_create", { name: "Second" });
    const refused = { name: "tags_delete", arguments: { id: team.userId } };
    assert.equal((await team.withKey(second.access_token).rpc("tools/call", refused)).status, 403);
    const [grant] = await grantsOf(team);
    const events = [
      ...(await team.journalOf("tags_create")),
      ...(await team.journalOf("tags_delete")),
    ];
    assert.deepEqual(
      events.map(({ credential_kind, credential_id, actor_id, outcome }) => [
        credential_kind,
        credential_id,
        actor_id,
        outcome,
      ]),
      ["done", "done", "refused"].map((outcome) => [
        "oauth_grant",
        grant?.id,
        team.userId,
        outcome,
      ]),
    );
  });

  test("a client's name is stored with its grant, and stays after a refresh", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const first = await app.connect(team, { scope: "tags.write" });
    await team.withKey(first.access_token).rpc("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "Assistant", version: "3" },
    });
    await world.settled();
    const second = await tokensOf(app.refresh(first.refresh_token));
    await team.withKey(second.access_token).call("tags_create", { name: "Made" });
    const [event] = await team.journalOf("tags_create");
    assert.deepEqual([event?.client_name, event?.client_version], ["Assistant", "3"]);
    const [grant] = await grantsOf(team);
    assert.deepEqual([grant?.client_name, grant?.client_version], ["Assistant", "3"]);
  });

  test("an app's last use is stored with its grant, at most once a minute", async () => {
    const team = await world.team();
    const app = await throughApp(team, "tags.read");
    assert.equal((await grantsOf(team))[0]?.last_used_at, null);
    const first = world.now;
    await app.rpc("ping");
    world.pass(59_999);
    await app.rpc("ping");
    await world.settled();
    assert.equal((await grantsOf(team))[0]?.last_used_at, first);
    world.pass(1);
    await app.rpc("ping");
    await world.settled();
    assert.equal((await grantsOf(team))[0]?.last_used_at, world.now);
  });

  test("an idempotency key stays valid after a refresh, and is separate for each app", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const call = keyedCalls(world.app);
    const create = (secret: string) =>
      done(call(team.withKey(secret), "tags_create", { name: "Once" }, { header: "k" }));
    const first = await app.connect(team, { scope: "tags.write" });
    const answer = await create(first.access_token);
    const second = await tokensOf(app.refresh(first.refresh_token));
    assert.equal(await create(second.access_token), answer);
    assert.equal((await team.journalOf("tags_create")).length, 1);
    const other = await throughApp(team, "tags.write");
    const refused = await read(call(other, "tags_create", { name: "Once" }, { header: "k" }));
    assert.match(refused.result.content[0].text, /already/);
  });

  test("a call acts for the team and the person of the grant alone", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const app = await throughApp(team, "apis.all");
    await other.call("tags_create", { name: "Theirs" });
    await app.call("tags_create", { name: "Ours" });
    assert.deepEqual(
      (await team.call("tags_list")).items.map(({ name }: { name: string }) => name),
      ["Ours"],
    );
    assert.equal((await other.call("tags_list")).items.length, 1);
  });

  /** An app whose token is in the cache; nothing was committed since. */
  async function remembered(): Promise<Team> {
    const app = await throughApp(await world.team(), "apis.all");
    await app.rpc("tools/list");
    await world.settled();
    assert.equal((await app.rpc("tools/list")).status, 200);
    return app;
  }

  async function disconnectedElsewhere(app: Team): Promise<void> {
    const other = await connect(world.url, { onIdleError: assert.ifError });
    try {
      await endGrants({ database: other, now: world.now }, app);
    } finally {
      await other.close();
    }
  }
});

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const PING_BODY = JSON.stringify(PING);
const JSON_BODY = { "Content-Type": "application/json" };

async function endGrants({ database, now }: Pick<World, "database" | "now">, team: Team) {
  const ended = { ended_at: now, ended_because: "disconnected" } as const;
  await database.begin((db) =>
    db.updateTable("oauth_grants").set(ended).where("team_id", "=", team.id).execute(),
  );
}

/** Asserts the contract's 401 for every method and both generations, and that nothing changed. */
async function assertChallenged(
  team: Team,
  headers: Fields,
  reason: RegExp,
  path = "/mcp",
): Promise<void> {
  const params = { name: "tags_create", arguments: { name: "Written without a credential" } };
  const post = (params: object, more: Fields = {}) => ({
    method: "POST",
    headers: { ...JSON_BODY, ...more, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const requests: RequestInit[] = [
    post(params),
    post({ ...params, _meta: META }, modernHeaders("tools/call", params)),
    { method: "GET", headers },
    { method: "DELETE", headers },
  ];
  await assertUntouched(team, async () => {
    for (const request of requests) {
      const answer = await team.world.app.request(path, request);
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get("WWW-Authenticate"), CHALLENGE);
      const text = await answer.text();
      assert.match(text, reason);
      assert.equal(JSON.parse(text).error, "invalid_token");
      assert.ok(!/svc_/.test(text), "the secret stays a secret");
    }
  });
}
