import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onAnyDatabase, type Team, type World } from "../../test/app.ts";
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

type Wrong = { readonly error: string; readonly status?: number; readonly fields: Fields };

/** Requests with a valid code that are refused for another reason. */
const REFUSED: Readonly<Record<string, Wrong>> = {
  "a wrong verifier": { error: "invalid_grant", fields: { code_verifier: "a".repeat(43) } },
  "an empty verifier": { error: "invalid_grant", fields: { code_verifier: "" } },
  "no verifier": { error: "invalid_grant", fields: { code_verifier: undefined } },
  "a verifier with a space after it": {
    error: "invalid_grant",
    fields: { code_verifier: `${"a".repeat(43)} ` },
  },
  "another redirect address": {
    error: "invalid_grant",
    fields: { redirect_uri: "http://127.0.0.1:4001/callback" },
  },
  "a redirect address with more after it": {
    error: "invalid_grant",
    fields: { redirect_uri: "http://127.0.0.1:4000/callback/" },
  },
  "no redirect address": { error: "invalid_request", fields: { redirect_uri: undefined } },
  "no code": { error: "invalid_request", fields: { code: undefined } },
  "an empty code": { error: "invalid_request", fields: { code: "" } },
  "a code that was not copied whole": { error: "invalid_grant", fields: { code: "svc_ac_x" } },
  "a code with NUL": { error: "invalid_grant", fields: { code: "svc_ac_\0" } },
  "a code that was never issued": {
    error: "invalid_grant",
    fields: { code: newSecret("svc_ac_", randomBytes) },
  },
  "an unknown client": {
    error: "invalid_client",
    status: 401,
    fields: { client_id: "svc_client_unknown" },
  },
  "a client id with NUL": { error: "invalid_client", status: 401, fields: { client_id: "\0" } },
  "no client": { error: "invalid_request", fields: { client_id: undefined } },
  "no grant type": { error: "invalid_request", fields: { grant_type: undefined } },
  "the grant type password": {
    error: "unsupported_grant_type",
    fields: { grant_type: "password", username: "olga@example.com", password: "secret" },
  },
  "the grant type client_credentials": {
    error: "unsupported_grant_type",
    fields: { grant_type: "client_credentials" },
  },
  "a grant type in another case": {
    error: "unsupported_grant_type",
    fields: { grant_type: "Authorization_Code" },
  },
  "the grant type of the other exchange": {
    error: "invalid_request",
    fields: { grant_type: "refresh_token" },
  },
  "a foreign resource": { error: "invalid_target", fields: { resource: "https://evil.example" } },
  "a foreign resource beside the own one": {
    error: "invalid_target",
    fields: { resource: [`${BASE_URL}/mcp`, "https://evil.example"] },
  },
  ...Object.fromEntries(
    ["code", "code_verifier", "client_id", "redirect_uri", "grant_type", "client_secret"].map(
      (name) => [`${name} twice`, { error: "invalid_request", fields: { [name]: ["x", "x"] } }],
    ),
  ),
};

onAnyDatabase((world) => {
  describe("nothing is issued, and the code is not spent, for", () => {
    for (const [what, { error, status, fields }] of Object.entries(REFUSED)) {
      test(what, async () => {
        const { team, app, code } = await coded(world);
        await assertNothingGranted(world, () =>
          assertRefused(app.redeem(code, fields), error, status),
        );
        await assertWorks(team, app, code);
      });
    }

    test("another client, also when it knows the verifier", async () => {
      const { team, app, code } = await coded(world);
      const other = await App.register(world);
      await assertNothingGranted(world, async () => {
        await assertRefused(app.redeem(code, { client_id: other.id }), "invalid_grant");
        await assertRefused(other.redeem(code, { code_verifier: app.verifier }), "invalid_grant");
      });
      await assertWorks(team, app, code);
    });

    test("the challenge in place of the verifier", async () => {
      const { team, app, code } = await coded(world);
      const challenge = hash("sha256", app.verifier, "base64url");
      await assertNothingGranted(world, () =>
        assertRefused(app.redeem(code, { code_verifier: challenge }), "invalid_grant"),
      );
      await assertWorks(team, app, code);
    });

    test("a body that is no form", async () => {
      const { team, app, code } = await coded(world);
      const fields = {
        grant_type: "authorization_code",
        code,
        redirect_uri: app.redirectUri,
        client_id: app.id,
        code_verifier: app.verifier,
      };
      const form = new URLSearchParams(fields).toString();
      await assertNothingGranted(world, async () => {
        for (const [type, body, status] of [
          ["application/json", JSON.stringify(fields), 400],
          ["text/plain", form, 400],
          ["application/x-www-form-urlencodedx", form, 400],
          ["multipart/form-data; boundary=x", "--x--", 400],
          ["application/x-www-form-urlencoded", `${form}&x=${"x".repeat(65_536)}`, 413],
        ] as const)
          await assertRefused(send(world, { type, body }), "invalid_request", status);
        await assertRefused(
          world.app.request("/api/oauth/token", { method: "POST" }),
          "invalid_request",
        );
      });
      await assertWorks(team, app, code);
    });

    test("a secret in the address, which is not read", async () => {
      const { team, app, code } = await coded(world);
      const form = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: app.redirectUri,
        client_id: app.id,
        code_verifier: app.verifier,
      });
      const type = "application/x-www-form-urlencoded";
      await assertNothingGranted(world, async () => {
        for (const name of ["code", "code_verifier", "client_secret", "refresh_token", "token"])
          await assertRefused(
            send(world, { type, body: form.toString(), query: `?${name}=x` }),
            "invalid_request",
          );
        const query = `?${form.toString()}`;
        await assertRefused(send(world, { type, body: "", query }), "invalid_request");
        await assertRefused(
          send(world, { type, body: "", query: `?grant_type=authorization_code` }),
          "invalid_request",
        );
      });
      await assertWorks(team, app, code);
    });

    test("another method than POST", async () => {
      const { team, app, code } = await coded(world);
      await assertNothingGranted(world, async () => {
        for (const method of ["GET", "PUT", "PATCH", "DELETE"])
          await assertRefused(
            world.app.request(`/api/oauth/token?code=${code}`, { method }),
            "invalid_request",
            405,
          );
      });
      await assertWorks(team, app, code);
    });
  });

  test("a code lives for 60 seconds", async () => {
    const { team, app, code } = await coded(world);
    const late = await coded(world);
    world.pass(59_999);
    await assertWorks(team, app, code);
    world.pass(1);
    await assertNothingGranted(world, async () => {
      await assertRefused(late.app.redeem(late.code), "invalid_grant");
      await assertRefused(late.app.redeem(late.code), "invalid_grant");
    });
  });

  test("a second use of a code is refused, and ends the grant", async () => {
    const { team, app, code } = await coded(world);
    const first = await tokensOf(app.redeem(code));
    const second = await tokensOf(app.refresh(first.refresh_token));
    world.pass(1);
    const untouched = await app.connect(team);
    await assertRefused(app.redeem(code), "invalid_grant");
    for (const { access_token } of [first, second])
      assert.equal(await statusOf(team, access_token), 401);
    for (const { refresh_token } of [first, second])
      await assertRefused(app.refresh(refresh_token), "invalid_grant");
    const [ended, other] = await grantsOf(team);
    assert.deepEqual([ended?.ended_because, ended?.ended_at], ["code_replayed", world.now]);
    assert.equal(other?.ended_at, null);
    assert.equal(await statusOf(team, untouched.access_token), 200);
    const [event] = await team.journalOf("oauth/token");
    assert.deepEqual(
      [event?.credential_kind, event?.credential_id, event?.actor_id],
      ["oauth_grant", ended?.id, team.userId],
    );
  });

  test("a code that comes again ends the access whatever else is wrong with it, but not for another client", async () => {
    const { team, app, code } = await coded(world);
    const { access_token } = await tokensOf(app.redeem(code));
    const other = await App.register(world);
    await assertNothingGranted(world, () =>
      assertRefused(app.redeem(code, { client_id: other.id }), "invalid_grant"),
    );
    assert.equal(await statusOf(team, access_token), 200);
    await assertRefused(app.redeem(code, { code_verifier: "stolen".repeat(8) }), "invalid_grant");
    assert.equal(await statusOf(team, access_token), 401);
  });

  test("a code that comes a third time changes nothing more", async () => {
    const { app, code } = await coded(world);
    await tokensOf(app.redeem(code));
    await assertRefused(app.redeem(code), "invalid_grant");
    world.pass(1000);
    await assertNothingGranted(world, () => assertRefused(app.redeem(code), "invalid_grant"));
  });

  test("a code of a disconnected app is refused, and does not count as a replay", async () => {
    const { team, app, code } = await coded(world);
    const ended = { ended_at: world.now, ended_because: "disconnected" } as const;
    await world.database.begin((db) =>
      db.updateTable("oauth_grants").set(ended).where("team_id", "=", team.id).execute(),
    );
    const reason = await assertNothingGranted(world, () =>
      assertRefused(app.redeem(code), "invalid_grant"),
    );
    assert.match(reason, /The access was ended before the code was used/);
  });

  test("a code is refused after the person left the team, also when they join again", async () => {
    const { team, app, code } = await coded(world);
    const [membership] = await world.database.begin((db) =>
      db.deleteFrom("memberships").where("user_id", "=", team.userId).returningAll().execute(),
    );
    await assertNothingGranted(world, () => assertRefused(app.redeem(code), "invalid_grant"));
    world.pass(1000);
    assert.ok(membership);
    const again = { ...membership, created_at: world.now };
    await world.database.begin((db) => db.insertInto("memberships").values(again).execute());
    await assertNothingGranted(world, () => assertRefused(app.redeem(code), "invalid_grant"));
  });

  test("the tokens are opaque, kept as hashes, and live for an hour and 30 days", async () => {
    const { team, app, code } = await coded(world);
    const answer = await app.redeem(code);
    assert.equal(answer.headers.get("Cache-Control"), "no-store");
    assert.equal(answer.headers.get("Pragma"), "no-cache");
    assert.match(answer.headers.get("Content-Type") ?? "", /^application\/json/);
    const tokens = await tokensOf(answer);
    assert.deepEqual(Object.keys(tokens), [
      "access_token",
      "token_type",
      "expires_in",
      "refresh_token",
      "scope",
    ]);
    assert.match(tokens.access_token, /^svc_at_[0-9A-Za-z]{49}$/);
    assert.match(tokens.refresh_token, /^svc_rt_[0-9A-Za-z]{49}$/);
    assert.deepEqual([tokens.token_type, tokens.expires_in], ["Bearer", 3600]);
    const db = world.database.reader;
    for (const [table, secret, lives] of [
      ["oauth_access_tokens", tokens.access_token, 3_600_000],
      ["oauth_refresh_tokens", tokens.refresh_token, 30 * 24 * 3_600_000],
    ] as const) {
      const rows = await db.selectFrom(table).selectAll().where("team_id", "=", team.id).execute();
      assert.equal(rows.length, 1);
      assert.equal(rows[0]?.token_hash, hash("sha256", secret));
      assert.ok(!JSON.stringify(rows).includes(secret));
      const issued = Date.parse(rows[0]?.created_at ?? "");
      assert.equal(Date.parse(rows[0]?.expires_at ?? "") - issued, lives);
    }
    world.pass(3_599_999);
    assert.equal(await statusOf(team, tokens.access_token), 200);
    world.pass(1);
    assert.equal(await statusOf(team, tokens.access_token), 401);
  });

  test("unknown fields and the server's own resource are accepted", async () => {
    const { team, app, code } = await coded(world);
    await assertWorks(team, app, code, { audience: "x", resource: `${BASE_URL}/mcp/` });
  });

  test("a client that an administrator has added proves itself with its secret, in the body", async () => {
    const team = await world.team();
    const { clientId, clientSecret } = await confidential(world);
    const app = new App(world, clientId, "https://app.example/cb", clientSecret);
    const other = await confidential(world);
    const code = await app.code(await signedIn(team), team);
    const wrong = [undefined, "", "x", newSecret("svc_cs_", randomBytes), other.clientSecret];
    await assertNothingGranted(world, async () => {
      for (const client_secret of wrong)
        await assertRefused(app.redeem(code, { client_secret }), "invalid_client", 401);
    });
    await assertRefused(app.redeem(code, { code_verifier: undefined }), "invalid_grant");
    await assertWorks(team, app, code);
  });
});

async function coded(world: World) {
  const team = await world.team();
  const app = await App.register(world);
  return { team, app, code: await app.code(await signedIn(team), team) };
}

async function confidential(world: World) {
  const sources = { database: world.database, clock: () => Date.parse(world.now), randomBytes };
  return createConfidentialClient(baseContextOf(sources), {
    name: "Known app",
    redirectUris: ["https://app.example/cb"],
    clientUri: null,
    logoUri: null,
  });
}

/** Asserts that the code still works for its client. */
async function assertWorks(team: Team, app: App, code: string, fields: Fields = {}) {
  const { access_token } = await tokensOf(app.redeem(code, fields));
  assert.equal(await statusOf(team, access_token), 200);
}

function send(
  world: World,
  { type, body, query = "" }: { type: string; body: string; query?: string },
): Promise<Response> {
  return Promise.resolve(
    world.app.request(`/api/oauth/token${query}`, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
    }),
  );
}
