import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { onAnyDatabase, type World } from "../../test/app.ts";
import {
  App,
  assertNothingGranted,
  assertRefused,
  type Fields,
  signedIn,
  statusOf,
  tokensOf,
} from "../../test/oauth.ts";
import { newSecret } from "../core/secrets.ts";
import { baseContextOf } from "../db/context.ts";
import { createConfidentialClient, storeDocument } from "./clients.ts";

const REDIRECT_URI = "https://app.example/cb";
const METADATA = {
  name: "Basic app",
  redirectUris: [REDIRECT_URI],
  clientUri: null,
  logoUri: null,
};

onAnyDatabase((world) => {
  test("a client with a secret gets, refreshes and revokes tokens by HTTP Basic, with or without its id in the body", async () => {
    const { team, app, code, secret } = await known(world);
    for (const client_id of [undefined, app.id]) {
      const authorization = basic(app.id, secret);
      const fields = { client_id };
      const first = client_id === undefined ? code : await app.code(await signedIn(team), team);
      const tokens = await tokensOf(post(world, authorization, redemption(app, first, fields)));
      assert.equal(await statusOf(team, tokens.access_token), 200);
      const refreshing = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
      const next = await tokensOf(post(world, authorization, { ...refreshing, ...fields }));
      const revoking = { token: next.access_token, ...fields };
      assert.equal((await post(world, authorization, revoking, "revoke")).status, 200);
      assert.equal(await statusOf(team, next.access_token), 401);
    }
  });

  test("a public client may send an empty password", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const code = await app.code(await signedIn(team), team);
    const { access_token } = await tokensOf(post(world, basic(app.id, ""), redemption(app, code)));
    assert.equal(await statusOf(team, access_token), 200);
  });

  test("a public client that sends a secret by HTTP Basic is refused, as it has none", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const code = await app.code(await signedIn(team), team);
    const answer = await assertNothingGranted(world, () =>
      post(world, basic(app.id, newSecret("svc_cs_", randomBytes)), redemption(app, code)),
    );
    await assertRefused(answer, "invalid_client", 401);
    assert.match(answer.headers.get("WWW-Authenticate") ?? "", /^Basic /);
    await tokensOf(post(world, basic(app.id, ""), redemption(app, code)));
  });

  test("both parts are form-decoded, as the id of a document needs", async () => {
    const team = await world.team();
    const id = "https://app.example/oauth/client+one.json";
    await storeDocument(contextOf(world), id, METADATA, { freshUntil: "2999-01-01T00:00:00.000Z" });
    const app = new App(world, id, REDIRECT_URI);
    const code = await app.code(await signedIn(team), team);
    assert.match(encodeURIComponent(id), /%3A.*%2B/);
    const { access_token } = await tokensOf(post(world, basic(id, ""), redemption(app, code)));
    assert.equal(await statusOf(team, access_token), 200);
  });

  describe("invalid_request, and the code is not spent, for HTTP Basic beside", () => {
    for (const [what, fieldsOf] of Object.entries({
      "a secret in the body": (app: App, secret: string) => ({
        client_id: app.id,
        client_secret: secret,
      }),
      "the id of another client": () => ({ client_id: "svc_client_other" }),
    })) {
      test(what, async () => {
        const { team, app, code, secret } = await known(world);
        const authorization = basic(app.id, secret);
        await assertNothingGranted(world, async () => {
          const fields = fieldsOf(app, secret);
          await assertRefused(
            post(world, authorization, redemption(app, code, fields)),
            "invalid_request",
          );
          const revoking = { token: code, ...fields };
          await assertRefused(post(world, authorization, revoking, "revoke"), "invalid_request");
        });
        const { access_token } = await tokensOf(post(world, authorization, redemption(app, code)));
        assert.equal(await statusOf(team, access_token), 200);
      });
    }
  });

  describe("invalid_client with a challenge, and the code is not spent, for HTTP Basic with", () => {
    for (const [what, headerOf] of Object.entries({
      "a wrong secret": (app: App) => basic(app.id, newSecret("svc_cs_", randomBytes)),
      "an empty password where the client has a secret": (app: App) => basic(app.id, ""),
      "an unknown id": (_: App, secret: string) => basic("svc_client_other", secret),
      "an empty id": (_: App, secret: string) => basic("", secret),
      "no colon": (app: App) => `Basic ${base64(app.id)}`,
      "a broken percent-encoding": (app: App) => `Basic ${base64(`${app.id}:%zz`)}`,
      "bytes that are not UTF-8": (app: App) => `Basic ${base64(`${app.id}:\u00ff`, "latin1")}`,
      "no base64": (app: App, secret: string) => `Basic ${app.id}:${secret}`,
      nothing: () => "Basic",
      "two headers": (app: App, secret: string) =>
        `${basic(app.id, secret)}, ${basic(app.id, secret)}`,
    })) {
      test(what, async () => {
        const { team, app, code, secret } = await known(world);
        await assertNothingGranted(world, async () => {
          const answer = await post(world, headerOf(app, secret), redemption(app, code));
          assert.equal(answer.headers.get("WWW-Authenticate"), 'Basic realm="Ledgerport"');
          await assertRefused(answer, "invalid_client", 401);
        });
        const { access_token } = await tokensOf(
          post(world, basic(app.id, secret), redemption(app, code)),
        );
        assert.equal(await statusOf(team, access_token), 200);
      });
    }
  });

  test("a client that sends its secret in the body is not asked for HTTP Basic", async () => {
    const { app, code } = await known(world);
    const answer = await app.redeem(code, { client_secret: "x" });
    assert.equal(answer.headers.get("WWW-Authenticate"), null);
    await assertRefused(answer, "invalid_client", 401);
  });
});

function basic(id: string, secret: string): string {
  return `Basic ${base64([id, secret].map(encodeURIComponent).join(":"))}`;
}

function base64(text: string, encoding: "utf8" | "latin1" = "utf8"): string {
  return Buffer.from(text, encoding).toString("base64");
}

function redemption(app: App, code: string, fields: Fields = {}): Fields {
  return {
    grant_type: "authorization_code",
    code,
    redirect_uri: app.redirectUri,
    code_verifier: app.verifier,
    ...fields,
  };
}

async function post(
  world: World,
  authorization: string,
  fields: Fields,
  endpoint: "token" | "revoke" = "token",
): Promise<Response> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return world.app.request(`/api/oauth/${endpoint}`, {
    method: "POST",
    headers: { Authorization: authorization },
    body: new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, String(value)]),
    ),
  });
}

function contextOf({ database, now }: World) {
  return baseContextOf({ database, clock: () => Date.parse(now), randomBytes });
}

/** A client that an administrator added, with a code. */
async function known(world: World) {
  const team = await world.team();
  const { clientId, clientSecret } = await createConfidentialClient(contextOf(world), METADATA);
  const app = new App(world, clientId, REDIRECT_URI, clientSecret);
  const code = await app.code(await signedIn(team), team);
  return { team, app, code, secret: clientSecret };
}
