import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { BASE_URL, onAnyDatabase, type World } from "../../test/app.ts";
import { Browser, formOf, textOf } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import { allow, App, type Fields, register, signedIn, tokensOf } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";

const REDIRECT_URI = "https://app.example/callback?tenant=7";

/** Refusal of a redirect URI that the app has not registered. */
const FOREIGN_URIS: Readonly<Record<string, string>> = {
  "another host": "https://evil.example/callback?tenant=7",
  "a prefix of it": "https://app.example/callback",
  "more after it": "https://app.example/callback?tenant=77",
  "another parameter": "https://app.example/callback?tenant=7&next=https://evil.example",
  "another case of the path": "https://app.example/Callback?tenant=7",
  "another case of the host": "https://APP.example/callback?tenant=7",
  "a port": "https://app.example:8443/callback?tenant=7",
  "the usual port": "https://app.example:443/callback?tenant=7",
  "an encoded letter": "https://app.example/%63allback?tenant=7",
  "a subdomain": "https://evil.app.example/callback?tenant=7",
  "its host as a subdomain": "https://app.example.evil.example/callback?tenant=7",
  "its host as a user name": "https://app.example@evil.example/callback?tenant=7",
  "a fragment": "https://app.example/callback?tenant=7#",
  "a step up": "https://app.example/x/../callback?tenant=7",
  "a space before it": " https://app.example/callback?tenant=7",
  http: "http://app.example/callback?tenant=7",
  "a script": "javascript:alert(1)//https://app.example/callback?tenant=7",
  "a NUL after it": "https://app.example/callback?tenant=7\0",
};

/** Errors that are sent to the app by redirect. */
const REFUSED: Readonly<Record<string, { fields: Fields; error: string }>> = {
  "no PKCE": {
    fields: { code_challenge: undefined, code_challenge_method: undefined },
    error: "invalid_request",
  },
  "an empty challenge": { fields: { code_challenge: "" }, error: "invalid_request" },
  "the method plain": { fields: { code_challenge_method: "plain" }, error: "invalid_request" },
  "no method, which would mean plain": {
    fields: { code_challenge_method: undefined },
    error: "invalid_request",
  },
  "the method in lower case": {
    fields: { code_challenge_method: "s256" },
    error: "invalid_request",
  },
  "a challenge of 42 characters": {
    fields: { code_challenge: "a".repeat(42) },
    error: "invalid_request",
  },
  "a challenge of 44 characters": {
    fields: { code_challenge: `${"a".repeat(43)}=` },
    error: "invalid_request",
  },
  "a challenge in base64 instead of base64url": {
    fields: { code_challenge: `${"a".repeat(41)}+/` },
    error: "invalid_request",
  },
  "no response type": { fields: { response_type: undefined }, error: "invalid_request" },
  "the response type token": {
    fields: { response_type: "token" },
    error: "unsupported_response_type",
  },
  "the response type code id_token": {
    fields: { response_type: "code id_token" },
    error: "unsupported_response_type",
  },
  "another response mode": { fields: { response_mode: "fragment" }, error: "invalid_request" },
  "a scope that there is none": {
    fields: { scope: "customers.delete" },
    error: "invalid_scope",
  },
  "only scopes that there are none": {
    fields: { scope: "openid offline_access" },
    error: "invalid_scope",
  },
  "a scope in another case": { fields: { scope: "APIS.READ" }, error: "invalid_scope" },
  "scopes with commas": { fields: { scope: "tags.read,tags.write" }, error: "invalid_scope" },
  "a foreign resource": {
    fields: { resource: "https://evil.example/mcp" },
    error: "invalid_target",
  },
  "a foreign resource beside the own one": {
    fields: { resource: [`${BASE_URL}/mcp`, "https://evil.example/mcp"] },
    error: "invalid_target",
  },
  "a resource below the own one": {
    fields: { resource: `${BASE_URL}/mcp/other` },
    error: "invalid_target",
  },
  "a request object": { fields: { request: "e30.e30." }, error: "request_not_supported" },
  "the address of a request object": {
    fields: { request_uri: "https://evil.example/request" },
    error: "request_uri_not_supported",
  },
  "prompt=none": { fields: { prompt: "none" }, error: "interaction_required" },
  "prompt=none among others": { fields: { prompt: "login none" }, error: "interaction_required" },
  ...Object.fromEntries(
    ["response_type", "scope", "code_challenge", "code_challenge_method", "prompt"].map((name) => [
      `${name} twice`,
      { fields: { [name]: ["x", "y"] }, error: "invalid_request" },
    ]),
  ),
};

onAnyDatabase((world) => {
  describe("an error page without a redirect, and no stored request, for", () => {
    for (const [what, uri] of Object.entries(FOREIGN_URIS)) {
      test(`${what} instead of the registered redirect address`, async () => {
        const { app, browser } = await visited(world);
        await assertStays(world, browser, app.authorizePath({ redirect_uri: uri }));
      });
    }

    for (const [what, fields] of Object.entries<Fields>({
      "no client": { client_id: undefined },
      "an empty client": { client_id: "" },
      "an unknown client": { client_id: "svc_client_unknown" },
      "a client with NUL in its id": { client_id: "svc_client_\0" },
      "a client id of 3,000 characters": { client_id: "x".repeat(3000) },
      "a client id that is the address of a document that cannot be had": {
        client_id: "https://app.example/client.json",
      },
      "two clients": { client_id: ["svc_client_a", "svc_client_b"] },
      "no redirect address": { redirect_uri: undefined },
      "an empty redirect address": { redirect_uri: "" },
      "two redirect addresses": { redirect_uri: [REDIRECT_URI, REDIRECT_URI] },
    })) {
      test(what, async () => {
        const { app, browser } = await visited(world);
        await assertStays(world, browser, app.authorizePath(fields));
      });
    }

    test("the same client twice", async () => {
      const { app, browser } = await visited(world);
      for (const client_id of [
        [app.id, app.id],
        [app.id, "svc_client_b"],
      ])
        await assertStays(world, browser, app.authorizePath({ client_id }));
    });

    test("another app's redirect address", async () => {
      const { app, browser } = await visited(world);
      const other = await App.register(world, "https://other.example/cb");
      await assertStays(world, browser, app.authorizePath({ redirect_uri: other.redirectUri }));
    });

    test("somebody who is not signed in as well", async () => {
      const app = await App.register(world, REDIRECT_URI);
      const nobody = new Browser(world.app, BASE_URL);
      await assertStays(world, nobody, app.authorizePath({ client_id: "svc_client_unknown" }));
      await assertStays(world, nobody, app.authorizePath({ redirect_uri: "https://evil.example" }));
    });
  });

  describe("a redirect with error, state and iss, and no stored request, for", () => {
    for (const [what, { fields, error }] of Object.entries(REFUSED)) {
      test(what, async () => {
        const { app, browser } = await visited(world);
        for (const visitor of [browser, new Browser(world.app, BASE_URL)])
          await assertSentBack(world, visitor, app, fields, error);
      });
    }

    test("two states, of which the first comes back", async () => {
      const { app, browser } = await visited(world);
      await assertSentBack(world, browser, app, { state: [app.state, "x"] }, "invalid_request");
    });
  });

  test("a refusal quotes an unknown scope as plain text", async () => {
    const { app, browser } = await visited(world);
    const page = await browser.open(app.authorizePath({ scope: `"<b>\\é\r\nX:` }));
    const description = new URL(page.leftTo ?? "").searchParams.get("error_description") ?? "";
    assert.match(description, /^Unknown scope \?<b>\?\?\?\?X:/);
    assert.ok(!/[\r\n]/.test(page.leftTo ?? ""));
  });

  test("a loopback redirect URI may differ in its port, but not in host, path or scheme", async () => {
    const browser = await signedIn(await world.team());
    const app = await App.register(world, "http://127.0.0.1:4000/callback");
    for (const good of ["http://127.0.0.1:9/callback", "http://127.0.0.1/callback"]) {
      const page = await browser.open(app.authorizePath({ redirect_uri: good }));
      assert.equal(page.status, 200);
      const denied = await browser.submit(page, {}, "Deny");
      assert.ok(denied.leftTo?.startsWith(`${good}?`), "the answer goes to the port that asked");
    }
    for (const bad of [
      "http://localhost:4000/callback",
      "http://127.0.0.1:4000/other",
      "https://127.0.0.1:4000/callback",
      "http://127.0.0.1:4000@evil.example/callback",
      "http://127.0.0.1:99999/callback",
    ])
      await assertStays(world, browser, app.authorizePath({ redirect_uri: bad }));
  });

  describe("the state comes back byte for byte", () => {
    for (const [what, raw] of Object.entries({
      "a space as %20": "a%20b",
      "a space as +": "a+b",
      "an encoded plus": "a%2Bb",
      "lower-case digits": "%c3%a9",
      "upper-case digits": "%C3%A9",
      "bytes that are no UTF-8": "%FF%fe",
      NUL: "%00",
      "line breaks": "%0D%0AX-Injected:%20yes",
      "an ampersand and an equals sign": "a%26code=mine&",
      "an encoded hash": "%23fragment",
      "a percent sign alone": "100%",
      "what needs no encoding": "-._~!$()*,;:@/?",
      empty: "",
      "2 KB": "s".repeat(2048),
    })) {
      test(what, async () => {
        const { team, app, browser } = await visited(world);
        const path = app.authorizePath({ state: undefined });
        const state = raw.replace(/&$/, "");
        const allowed = await allow(browser, await browser.open(`${path}&state=${raw}`), team);
        const denied = await browser.submit(await browser.open(`${path}&state=${raw}`), {}, "Deny");
        const refused = await browser.open(`${path}&state=${raw}&prompt=none`);
        for (const { leftTo } of [allowed, denied, refused]) {
          assert.ok(leftTo?.startsWith(`${REDIRECT_URI}&`), leftTo ?? "it stays");
          assert.ok(leftTo?.endsWith(`&state=${state}`), leftTo ?? "it stays");
          assert.equal(leftTo?.match(/[?&]code=/g)?.length ?? 0, leftTo === allowed.leftTo ? 1 : 0);
        }
      });
    }

    test("none when none was sent", async () => {
      const { team, app, browser } = await visited(world);
      const page = await browser.open(app.authorizePath({ state: undefined }));
      const { leftTo } = await allow(browser, page, team);
      assert.ok(!leftTo?.includes("state"), leftTo ?? "it stays");
    });

    test("also for somebody who signs in on the way", async () => {
      const app = await App.register(world, REDIRECT_URI);
      const browser = new Browser(world.app, BASE_URL);
      const path = `${app.authorizePath({ state: undefined })}&state=a%20b+c%FF%26`;
      const signIn = await browser.open(path);
      const back = formOf(signIn).fields.find(([name]) => name === "return")?.[1];
      assert.equal(back, path);
    });
  });

  test("the redirect keeps the query of the redirect URI, and adds iss", async () => {
    const { team, app, browser } = await visited(world);
    const { leftTo, status } = await allow(browser, await browser.open(app.authorizePath()), team);
    assert.equal(status, 303);
    assert.ok(leftTo?.startsWith(`${REDIRECT_URI}&code=svc_ac_`), leftTo ?? "it stays");
    const query = new URL(leftTo ?? "").searchParams;
    assert.deepEqual([...query.keys()], ["tenant", "code", "iss", "state"]);
    assert.equal(query.get("iss"), BASE_URL);
    assert.equal(query.get("state"), app.state);
  });

  test("the server is meant by its address and by that of its endpoint, with or without a slash at the end, or by none", async () => {
    const { app, browser } = await visited(world);
    const own = [BASE_URL, `${BASE_URL}/`, `${BASE_URL}/mcp`, `${BASE_URL}/mcp/`];
    for (const resource of [undefined, ...own, own])
      assert.equal((await browser.open(app.authorizePath({ resource }))).status, 200);
  });

  test("the default scope is apis.read, and repeated scopes count once", async () => {
    const { app, browser } = await visited(world);
    const scopesOf = async (scope: string | undefined) => {
      const { html } = await browser.open(app.authorizePath({ scope }));
      return [...html.matchAll(/<li data-scope="([^"]*)">/g)].map(([, name]) => name);
    };
    assert.deepEqual(await scopesOf(undefined), ["apis.read"]);
    assert.deepEqual(await scopesOf(""), ["apis.read"]);
    assert.deepEqual(await scopesOf(" "), ["apis.read"]);
    assert.deepEqual(await scopesOf("tags.write  tags.read tags.write"), [
      "tags.write",
      "tags.read",
    ]);
  });

  test("unknown scopes are left out while a known one remains", async () => {
    const { team, app, browser } = await visited(world);
    const fields = { scope: `openid tags.read offline_access ${"x".repeat(2000)} TAGS.WRITE` };
    const { html } = await browser.open(app.authorizePath(fields));
    const shown = [...html.matchAll(/<li data-scope="([^"]*)">/g)].map(([, name]) => name);
    assert.deepEqual(shown, ["tags.read"]);
    const { scope } = await tokensOf(app.redeem(await app.code(browser, team, fields)));
    assert.equal(scope, "tags.read");
  });

  test("a request stores nothing before sign-in, and grants nothing", async () => {
    const { team, app, browser } = await visited(world);
    const before = await allRows(world.database.reader);
    const nobody = new Browser(world.app, BASE_URL);
    assert.match((await nobody.open(app.authorizePath())).path, /^\/signin\?return=/);
    assert.deepEqual(await allRows(world.database.reader), before);
    const asked = await browser.open(app.authorizePath());
    const { oauth_requests: questions, ...after } = await allRows(world.database.reader);
    const { oauth_requests: earlier, ...rest } = before;
    assert.deepEqual(after, rest);
    assert.equal(questions?.length, (earlier?.length ?? 0) + 1);
    const secret = formOf(asked).fields.find(([name]) => name === "request")?.[1] ?? "";
    assert.ok(!JSON.stringify(questions).includes(secret), "it is kept as a hash");
    assert.ok(JSON.stringify(questions).includes(hash("sha256", secret, "hex")));
    assert.equal(team.world, world);
  });

  test("the consent page is neither cached nor framed, and sends no referrer", async () => {
    const { app, browser } = await visited(world);
    const { headers } = await browser.open(app.authorizePath());
    const policy = headers.get("Content-Security-Policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split("; ").includes(part), part);
    assert.ok(!policy.includes("form-action"), "it would keep a browser from going to the app");
    assert.ok(!/script|unsafe/.test(policy));
    assert.equal(headers.get("Referrer-Policy"), "same-origin");
    assert.equal(headers.get("X-Frame-Options"), "DENY");
    assert.equal(headers.get("Cache-Control"), "no-store");
    assert.equal(headers.get("Access-Control-Allow-Origin"), null);
  });

  test("the Host of a request changes nothing", async () => {
    const { app, browser } = await visited(world);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await world.app.request(
      `http://evil.example${app.authorizePath({ prompt: "none" })}`,
      {
        headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example", Cookie: cookie },
      },
    );
    const location = answer.headers.get("Location") ?? "";
    assert.equal(new URL(location).searchParams.get("iss"), BASE_URL);
    assert.ok(!location.includes("evil"));
    const { status, headers } = await world.app.request(
      `http://evil.example${app.authorizePath()}`,
    );
    assert.equal(status, 303);
    assert.match(headers.get("Location") ?? "", /^\/signin\?/);
  });

  test("a document or a request object is fetched for nobody by the tests' own server", async () => {
    let fetched = 0;
    const { app: own } = loggedApp(world, {
      fetchClientDocument: async () => {
        fetched += 1;
        return { problem: "no host is reached" };
      },
    });
    const browser = await signedIn(await world.team(), { app: own });
    const app = await App.register({ app: own }, REDIRECT_URI);
    await browser.open(app.authorizePath({ request_uri: "https://evil.example/request" }));
    await browser.open(app.authorizePath({ client_id: "http://app.example/client.json" }));
    await register(
      { app: own },
      { client_name: "x", redirect_uris: ["https://a.example"], jwks_uri: "https://evil.example" },
    );
    assert.equal(fetched, 0);
    await browser.open(app.authorizePath({ client_id: "https://app.example/client.json" }));
    assert.equal(fetched, 1);
  });
});

async function visited(world: World) {
  const team = await world.team();
  return {
    team,
    app: await App.register(world, REDIRECT_URI),
    browser: await signedIn(team),
  };
}

/** Asserts an error page without a redirect, and that nothing changed. */
async function assertStays(world: World, browser: Browser, path: string): Promise<void> {
  const before = await allRows(world.database.reader);
  const page = await browser.open(path);
  assert.equal(page.status, 400, page.html);
  assert.equal(page.leftTo, null);
  assert.equal(page.headers.get("Refresh"), null);
  assert.ok(!/evil|<meta http-equiv|<script/.test(page.html), page.html);
  assert.match(textOf(page.html), /You were not sent back to it|describes itself in a document/);
  assert.deepEqual(await allRows(world.database.reader), before);
}

async function assertSentBack(
  world: World,
  browser: Browser,
  app: App,
  fields: Fields,
  error: string,
): Promise<void> {
  const before = await allRows(world.database.reader);
  const page = await browser.open(app.authorizePath(fields));
  const back = app.cameBack(page);
  assert.equal(page.status, 303);
  assert.equal(back.get("error"), error);
  assert.ok(back.get("error_description"));
  assert.equal(back.get("state"), app.state);
  assert.equal(back.get("iss"), BASE_URL);
  assert.equal(back.get("code"), null);
  assert.deepEqual(await allRows(world.database.reader), before);
}
