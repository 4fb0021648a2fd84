import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { onAnyDatabase, type World } from "../../test/app.ts";
import {
  App,
  assertNothingGranted,
  assertRefused,
  type Fields,
  grantsOf,
  signedIn,
  statusOf,
  tokensOf,
} from "../../test/oauth.ts";
import { newSecret } from "../core/secrets.ts";
import { baseContextOf } from "../db/context.ts";
import { createConfidentialClient } from "./clients.ts";

onAnyDatabase((world) => {
  for (const kind of ["access_token", "refresh_token"] as const) {
    test(`revoking an ${kind} ends every token of that grant, and of no other`, async () => {
      const { team, app, tokens } = await connected(world);
      const next = await tokensOf(app.refresh(tokens.refresh_token));
      world.pass(1);
      const other = await app.connect(team);
      const answer = await app.revoke(next[kind], { token_type_hint: "nonsense" });
      assert.equal(answer.status, 200);
      assert.equal(await answer.text(), "{}");
      assert.match(answer.headers.get("Content-Type") ?? "", /^application\/json/);
      assert.equal(answer.headers.get("Cache-Control"), "no-store");
      for (const { access_token, refresh_token } of [tokens, next]) {
        assert.equal(await statusOf(team, access_token), 401);
        await assertRefused(app.refresh(refresh_token), "invalid_grant");
      }
      assert.equal(await statusOf(team, other.access_token), 200);
      await tokensOf(app.refresh(other.refresh_token));
      const [grant] = await grantsOf(team);
      assert.deepEqual([grant?.ended_because, grant?.ended_at], ["revoked", world.now]);
      const [event] = await team.journalOf("oauth/revoke");
      assert.deepEqual([event?.credential_kind, event?.credential_id], ["oauth_grant", grant?.id]);
    });
  }

  test("an expired or spent token can still revoke its grant", async () => {
    for (const pick of ["access_token", "refresh_token"] as const) {
      const { team, app, tokens } = await connected(world);
      const next = await tokensOf(app.refresh(tokens.refresh_token));
      world.pass(3_600_000);
      assert.equal((await app.revoke(tokens[pick])).status, 200);
      assert.equal((await grantsOf(team))[0]?.ended_because, "revoked");
      await assertRefused(app.refresh(next.refresh_token), "invalid_grant");
    }
  });

  test("a public app may revoke with the token alone", async () => {
    const { team, app, tokens } = await connected(world);
    const answer = await app.revoke(tokens.refresh_token, { client_id: undefined });
    assert.equal(answer.status, 200);
    assert.equal(await statusOf(team, tokens.access_token), 401);
  });

  describe("200, and nothing ends, for", () => {
    test("another app's token", async () => {
      const { team, app, tokens } = await connected(world);
      const other = await App.register(world);
      await assertNothingGranted(world, async () => {
        for (const secret of [tokens.access_token, tokens.refresh_token])
          assert.equal((await other.revoke(secret)).status, 200);
      });
      assert.equal(await statusOf(team, tokens.access_token), 200);
      await tokensOf(app.refresh(tokens.refresh_token));
    });

    test("a token that there is none, an API key, a code, or a token that is revoked", async () => {
      const { team, app, tokens } = await connected(world);
      const code = await app.code(await signedIn(team), team);
      const gone = await app.connect(team);
      await app.revoke(gone.access_token);
      world.pass(1000);
      await assertNothingGranted(world, async () => {
        for (const secret of [
          "x",
          "\0",
          "svc_at_",
          newSecret("svc_at_", randomBytes),
          newSecret("svc_rt_", randomBytes),
          team.key,
          code,
          gone.access_token,
          gone.refresh_token,
        ])
          assert.equal((await app.revoke(secret)).status, 200, secret);
      });
      assert.equal(await statusOf(team, team.key), 200);
      assert.equal(await statusOf(team, tokens.access_token), 200);
      await tokensOf(app.redeem(code));
    });

    test("the token of a client with a secret, from somebody who does not say who they are", async () => {
      const { team, app } = await known(world);
      const tokens = await app.connect(team);
      await assertNothingGranted(world, async () => {
        const fields = { client_id: undefined, client_secret: undefined };
        assert.equal((await app.revoke(tokens.refresh_token, fields)).status, 200);
      });
      assert.equal(await statusOf(team, tokens.access_token), 200);
      assert.equal((await app.revoke(tokens.refresh_token)).status, 200);
      assert.equal(await statusOf(team, tokens.access_token), 401);
    });
  });

  describe("refused, and nothing ends, for", () => {
    for (const [what, [error, status, fields]] of Object.entries<[string, number, Fields]>({
      "no token": ["invalid_request", 400, { token: undefined }],
      "two tokens": ["invalid_request", 400, { token: ["x", "x"] }],
      "two clients": ["invalid_request", 400, { client_id: ["x", "x"] }],
      "an unknown client": ["invalid_client", 401, { client_id: "svc_client_unknown" }],
    })) {
      test(what, async () => {
        const { team, app, tokens } = await connected(world);
        await assertNothingGranted(world, () =>
          assertRefused(app.revoke(tokens.access_token, fields), error, status),
        );
        assert.equal(await statusOf(team, tokens.access_token), 200);
      });
    }

    test("a client whose secret is missing or wrong", async () => {
      const { team, app } = await known(world);
      const tokens = await app.connect(team);
      await assertNothingGranted(world, async () => {
        for (const client_secret of [undefined, "x", newSecret("svc_cs_", randomBytes)])
          await assertRefused(
            app.revoke(tokens.access_token, { client_secret }),
            "invalid_client",
            401,
          );
      });
      assert.equal(await statusOf(team, tokens.access_token), 200);
    });

    test("JSON, a token in the address, and other methods", async () => {
      const { team, app, tokens } = await connected(world);
      const { access_token } = tokens;
      await assertNothingGranted(world, async () => {
        const path = "/api/oauth/revoke";
        const body = JSON.stringify({ token: access_token, client_id: app.id });
        const headers = { "Content-Type": "application/json" };
        const json = await world.app.request(path, { method: "POST", headers, body });
        await assertRefused(json, "invalid_request");
        const address = `${path}?token=${access_token}`;
        const form = new URLSearchParams({ client_id: app.id });
        const exposed = await world.app.request(address, { method: "POST", body: form });
        await assertRefused(exposed, "invalid_request");
        for (const method of ["GET", "DELETE"])
          await assertRefused(await world.app.request(address, { method }), "invalid_request", 405);
      });
      assert.equal(await statusOf(team, access_token), 200);
    });
  });
});

async function connected(world: World) {
  const team = await world.team();
  const app = await App.register(world);
  return { team, app, tokens: await app.connect(team) };
}

/** A confidential client, added by an administrator. */
async function known(world: World) {
  const sources = { database: world.database, clock: () => Date.parse(world.now), randomBytes };
  const redirectUri = "https://app.example/cb";
  const { clientId, clientSecret } = await createConfidentialClient(baseContextOf(sources), {
    name: "Known app",
    redirectUris: [redirectUri],
    clientUri: null,
    logoUri: null,
  });
  return { team: await world.team(), app: new App(world, clientId, redirectUri, clientSecret) };
}
