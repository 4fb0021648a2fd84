import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { loggedApp } from "../../test/mcp.ts";
import {
  App,
  assertNothingGranted,
  assertRefused,
  type Fields,
  grantsOf,
  statusOf,
  type TokenAnswer,
  tokensOf,
} from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { newSecret } from "../core/secrets.ts";
import { successorsOf } from "./tokens.ts";

const SECRET = "a secret of the tests, long enough";
const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

type Wrong = { readonly error: string; readonly status?: number; readonly fields: Fields };

/** Requests with a valid refresh token that are refused for another reason. */
const REFUSED: Readonly<Record<string, Wrong>> = {
  "a scope that was not approved": {
    error: "invalid_scope",
    fields: { scope: "tags.read customers.write" },
  },
  "a scope that contains the approved ones": {
    error: "invalid_scope",
    fields: { scope: "apis.all" },
  },
  "a scope that there is none": { error: "invalid_scope", fields: { scope: "tags.delete" } },
  "a foreign resource": { error: "invalid_target", fields: { resource: "https://evil.example" } },
  "no client": { error: "invalid_request", fields: { client_id: undefined } },
  "an unknown client": {
    error: "invalid_client",
    status: 401,
    fields: { client_id: "svc_client_unknown" },
  },
  "no refresh token": { error: "invalid_request", fields: { refresh_token: undefined } },
  "a refresh token that was not copied whole": {
    error: "invalid_grant",
    fields: { refresh_token: "svc_rt_x" },
  },
  "a refresh token that was never issued": {
    error: "invalid_grant",
    fields: { refresh_token: newSecret("svc_rt_", randomBytes) },
  },
  "refresh_token twice": { error: "invalid_request", fields: { refresh_token: ["x", "x"] } },
  "scope twice": { error: "invalid_request", fields: { scope: ["tags.read", "tags.read"] } },
};

onAnyDatabase((world) => {
  /** A server on the same database without an overlap. */
  const strict = () => loggedApp(world, { refreshOverlapSeconds: 0 });

  describe("nothing is issued, and the refresh token is not spent, for", () => {
    for (const [what, { error, status, fields }] of Object.entries(REFUSED)) {
      test(what, async () => {
        const { team, app, tokens } = await connected(world, { scope: "tags.read tags.write" });
        await assertNothingGranted(world, () =>
          assertRefused(app.refresh(tokens.refresh_token, fields), error, status),
        );
        await assertRefreshes(team, app, tokens);
      });
    }

    test("another client", async () => {
      const { team, app, tokens } = await connected(world);
      const other = await App.register(world);
      await assertNothingGranted(world, () =>
        assertRefused(other.refresh(tokens.refresh_token), "invalid_grant"),
      );
      await assertRefreshes(team, app, tokens);
    });

    test("an access token or a code in its place", async () => {
      const { team, app, tokens } = await connected(world);
      await assertNothingGranted(world, async () => {
        await assertRefused(app.refresh(tokens.access_token), "invalid_grant");
        await assertRefused(app.refresh(newSecret("svc_ac_", randomBytes)), "invalid_grant");
      });
      await assertRefreshes(team, app, tokens);
    });

    test("a refresh token in the address", async () => {
      const { team, app, tokens } = await connected(world);
      await assertNothingGranted(world, async () => {
        const query = new URLSearchParams({ refresh_token: tokens.refresh_token }).toString();
        const answer = world.app.request(`/api/oauth/token?${query}`, {
          method: "POST",
          body: new URLSearchParams({ grant_type: "refresh_token", client_id: app.id }),
        });
        await assertRefused(await answer, "invalid_request");
      });
      await assertRefreshes(team, app, tokens);
    });
  });

  test("a refresh gives new tokens of the same grant, and the access token before lives on to its end", async () => {
    const { team, app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    assert.notEqual(next.access_token, tokens.access_token);
    assert.notEqual(next.refresh_token, tokens.refresh_token);
    assert.deepEqual(
      [next.token_type, next.expires_in, next.scope],
      ["Bearer", 3600, "apis.read apis.all"],
    );
    for (const { access_token } of [tokens, next])
      assert.equal(await statusOf(team, access_token), 200);
    assert.equal((await grantsOf(team)).length, 1);
  });

  test("fewer scopes hold for that access token, and not for the next", async () => {
    const { team, app, tokens } = await connected(world, { scope: "tags.read tags.write" });
    const fewer = await tokensOf(app.refresh(tokens.refresh_token, { scope: "tags.read" }));
    assert.equal(fewer.scope, "tags.read");
    const create = { name: "tags_create", arguments: { name: "New" } };
    const through = (secret: string) => team.withKey(secret).rpc("tools/call", create);
    assert.equal((await through(fewer.access_token)).status, 403);
    const next = await tokensOf(app.refresh(fewer.refresh_token));
    assert.equal(next.scope, "tags.read tags.write");
    assert.equal((await through(next.access_token)).status, 200);
  });

  test("unknown scopes are left out while a known one remains, and none is stored", async () => {
    const { team, app, tokens } = await connected(world);
    const scope = `openid apis.read offline_access invented.read ${"x".repeat(60_000)}`;
    const next = await tokensOf(app.refresh(tokens.refresh_token, { scope }));
    assert.equal(next.scope, "apis.read");
    const stored = await world.database.reader
      .selectFrom("oauth_access_tokens")
      .select("scopes")
      .where("team_id", "=", team.id)
      .execute();
    assert.deepEqual(stored.map(({ scopes }) => scopes.join(" ")).toSorted(), [
      "apis.read",
      "apis.read apis.all",
    ]);
  });

  test("the server's own resource is accepted, and scopes in any order", async () => {
    const { app, tokens } = await connected(world, { scope: "tags.read tags.write" });
    const fields = { resource: `${BASE_URL}/mcp`, scope: "tags.write  tags.read" };
    await tokensOf(app.refresh(tokens.refresh_token, fields));
  });

  test("a second use within 30 seconds answers the same tokens, as long as those are unused", async () => {
    const { team, app, tokens } = await connected(world);
    const first = await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(29_999);
    const again = await assertNothingGranted(world, () =>
      tokensOf(app.refresh(tokens.refresh_token)),
    );
    assert.deepEqual(again, { ...first, expires_in: 3570 });
    assert.equal(await statusOf(team, again.access_token), 200);
    const third = await tokensOf(app.refresh(again.refresh_token));
    assert.equal(await statusOf(team, third.access_token), 200);
    assert.equal((await grantsOf(team))[0]?.ended_at, null);
  });

  test("a second use after 30 seconds ends the access", async () => {
    const { team, app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(30 * SECOND_MS);
    await assertFamilyEnds(team, app, tokens, [tokens, next]);
  });

  test("a second use when the successor was used ends the access, within the 30 seconds too", async () => {
    const { team, app, tokens } = await connected(world);
    const second = await tokensOf(app.refresh(tokens.refresh_token));
    const third = await tokensOf(app.refresh(second.refresh_token));
    await assertFamilyEnds(team, app, tokens, [tokens, second, third]);
  });

  test("a second use ends the access at once where no overlap is configured", async () => {
    const server = strict();
    const { team, app, tokens } = await connected(world);
    const strictly = new App(server, app.id, app.redirectUri);
    const next = await tokensOf(strictly.refresh(tokens.refresh_token));
    await assertFamilyEnds(team, strictly, tokens, [tokens, next]);
  });

  test("two racing uses whose times are reversed get the same successors", async () => {
    const { app, tokens } = await connected(world);
    world.pass(SECOND_MS);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(-SECOND_MS);
    const again = await tokensOf(app.refresh(tokens.refresh_token));
    assert.deepEqual(
      [again.access_token, again.refresh_token],
      [next.access_token, next.refresh_token],
    );
  });

  test("a second use by a clock that was set back by more than the 30 seconds ends the access", async () => {
    const { team, app, tokens } = await connected(world);
    world.pass(30 * SECOND_MS);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(-30 * SECOND_MS);
    await assertFamilyEnds(team, app, tokens, [tokens, next]);
  });

  test("a token that was used and has expired since ends the access when it is used again", async () => {
    const { team, app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(31 * DAY_MS);
    await assertFamilyEnds(team, app, tokens, [tokens, next]);
  });

  test("an app that refreshes in a loop is stopped for a while, and keeps its access", async () => {
    const { team, app, tokens } = await connected(world);
    let { access_token, refresh_token } = tokens;
    for (let count = 1; count <= 600; count += 1)
      ({ access_token, refresh_token } = await tokensOf(app.refresh(refresh_token)));
    const refused = await app.refresh(refresh_token);
    assert.deepEqual([refused.status, refused.headers.get("Retry-After")], [429, "60"]);
    assert.equal(((await refused.json()) as { error: string }).error, "too_many_requests");
    assert.equal(await statusOf(team, access_token), 200);
    world.pass(60 * 60 * SECOND_MS);
    await tokensOf(app.refresh(refresh_token));
  });

  test("a scope that is part of a meta-scope narrows it", async () => {
    const { app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token, { scope: "customers.read" }));
    assert.equal(next.scope, "customers.read");
  });

  test("the end of one grant leaves the person's others alone", async () => {
    const { team, app, tokens } = await connected(world);
    const other = await app.connect(team);
    await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(30 * SECOND_MS);
    await assertRefused(app.refresh(tokens.refresh_token), "invalid_grant");
    assert.equal(await statusOf(team, other.access_token), 200);
    await tokensOf(app.refresh(other.refresh_token));
  });

  test("a spent refresh token from another client does not end the access", async () => {
    const { team, app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    const other = await App.register(world);
    world.pass(30 * SECOND_MS);
    await assertNothingGranted(world, () =>
      assertRefused(other.refresh(tokens.refresh_token), "invalid_grant"),
    );
    assert.equal(await statusOf(team, next.access_token), 200);
  });

  test("the successors follow from the server's secret, not from what is kept or known", async () => {
    const { app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    const elsewhere = loggedApp(world, {
      sealing: { secret: "another secret, long enough for it", isInDatabase: false },
    });
    const there = new App(elsewhere, app.id, app.redirectUri);
    const { error_description } = (await (
      await there.refresh(tokens.refresh_token)
    ).json()) as Record<string, string>;
    assert.match(error_description ?? "", /was used before/);
    assert.match(next.refresh_token, /^svc_rt_[0-9A-Za-z]{49}$/);
    const rows = JSON.stringify(
      await world.database.reader.selectFrom("oauth_refresh_tokens").selectAll().execute(),
    );
    assert.ok(!rows.includes(next.refresh_token) && !rows.includes(tokens.refresh_token));
  });

  test("the successors cannot be told from all that is kept, the server's secret included", async () => {
    const { app, tokens } = await connected(world);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    const derived = successorsOf(tokens.refresh_token, SECRET);
    assert.equal(derived.refresh, next.refresh_token, "so they are derived");
    const kept = JSON.stringify(await allRows(world.database.reader)).match(/[^"]+/g) ?? [];
    for (const value of new Set(kept)) {
      const { access, refresh } = successorsOf(value, SECRET);
      assert.notEqual(access, next.access_token);
      assert.notEqual(refresh, next.refresh_token);
    }
  });

  test("an access token tells nothing of the refresh token beside it", async () => {
    const { app, tokens } = await connected(world);
    for (const pair of [tokens, await tokensOf(app.refresh(tokens.refresh_token))]) {
      const [access, refresh] = [pair.access_token, pair.refresh_token].map((secret) =>
        secret.slice("svc_at_".length, -6),
      );
      assert.notEqual(access, refresh);
    }
  });

  test("a refresh token dies after 30 days without use, and each use is a new beginning", async () => {
    const { app, tokens } = await connected(world);
    world.pass(30 * DAY_MS - 1);
    const next = await tokensOf(app.refresh(tokens.refresh_token));
    world.pass(30 * DAY_MS);
    await assertNothingGranted(world, () =>
      assertRefused(app.refresh(next.refresh_token), "invalid_grant"),
    );
  });

  test("a grant ends after 180 days, with every token of it", async () => {
    const { team, app, tokens } = await connected(world);
    let last = tokens;
    for (let month = 1; month <= 7; month += 1) {
      world.pass(25 * DAY_MS);
      last = await tokensOf(app.refresh(last.refresh_token));
    }
    world.pass(5 * DAY_MS - 60 * SECOND_MS);
    last = await tokensOf(app.refresh(last.refresh_token));
    assert.equal(last.expires_in, 60, "no token outlives its grant");
    assert.equal(await statusOf(team, last.access_token), 200);
    world.pass(60 * SECOND_MS);
    const refused = await team.withKey(last.access_token).rpc("tools/list");
    assert.equal(refused.status, 401);
    assert.match(await refused.text(), /The app's access has ended after its longest time/);
    const reason = await assertNothingGranted(world, () =>
      assertRefused(app.refresh(last.refresh_token), "invalid_grant"),
    );
    assert.match(reason, /after 180 days/);
  });

  test("a refresh is refused after the person left the team, also when they join again", async () => {
    const { team, app, tokens } = await connected(world);
    const [membership] = await world.database.begin((db) =>
      db.deleteFrom("memberships").where("user_id", "=", team.userId).returningAll().execute(),
    );
    assert.ok(membership);
    await assertNothingGranted(world, () =>
      assertRefused(app.refresh(tokens.refresh_token), "invalid_grant"),
    );
    world.pass(SECOND_MS);
    const again = { ...membership, created_at: world.now };
    await world.database.begin((db) => db.insertInto("memberships").values(again).execute());
    await assertNothingGranted(world, () =>
      assertRefused(app.refresh(tokens.refresh_token), "invalid_grant"),
    );
    assert.equal(await statusOf(team, tokens.access_token), 401);
  });
});

async function connected(world: World, fields: Fields = {}) {
  const team = await world.team();
  const app = await App.register(world);
  return { team, app, tokens: await app.connect(team, fields) };
}

async function assertRefreshes(team: Team, app: App, { refresh_token }: TokenAnswer) {
  const { access_token } = await tokensOf(app.refresh(refresh_token));
  assert.equal(await statusOf(team, access_token), 200);
}

/** Asserts that using the spent token ends the grant with all of its tokens. */
async function assertFamilyEnds(
  team: Team,
  app: App,
  spent: TokenAnswer,
  family: readonly TokenAnswer[],
): Promise<void> {
  await assertRefused(app.refresh(spent.refresh_token), "invalid_grant");
  for (const { access_token, refresh_token } of family) {
    assert.equal(await statusOf(team, access_token), 401);
    await assertRefused(app.refresh(refresh_token), "invalid_grant");
  }
  const [grant] = await grantsOf(team);
  assert.equal(grant?.ended_because, "refresh_token_reused");
  const [event, ...more] = await team.journalOf("oauth/token");
  assert.deepEqual([event?.credential_id, event?.actor_id], [grant?.id, team.userId]);
  assert.deepEqual(more, []);
}
