import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { loggedApp, read } from "../../test/mcp.ts";
import { App, assertNothingGranted, assertRefused, register, signedIn } from "../../test/oauth.ts";
import { memoryRateLimit } from "../http/rate-limit.ts";

const REDIRECT_URI = "https://app.example/callback";
const GOOD = { client_name: "Good app", redirect_uris: [REDIRECT_URI] };

/** A few of each kind; `redirect-uri.test.ts` has all cases. */
const BAD_URIS: Readonly<Record<string, unknown>> = {
  "a wildcard host": "https://*.example.com/cb",
  "a wildcard path": "https://app.example/*",
  "a user name": "https://user@app.example/cb",
  "a user name that looks like a host": "https://localhost:pw@evil.example/cb",
  "a fragment": "https://app.example/cb#x",
  "a bare #": "https://app.example/cb#",
  "http beyond loopback": "http://app.example/cb",
  "a host that begins like loopback": "http://localhost.evil.example/cb",
  "a name that resolves to loopback": "http://127.0.0.1.nip.io/cb",
  "a short loopback address": "http://127.1/cb",
  "a hexadecimal address": "http://0x7f000001/cb",
  "a decimal address": "http://2130706433/cb",
  "the unspecified address": "http://0.0.0.0/cb",
  "a mapped address": "http://[::ffff:127.0.0.1]/cb",
  "a script": "javascript:alert(1)",
  data: "data:text/html,x",
  "a scheme of the web": "wss://app.example/cb",
  "a wildcard after an app's own scheme": "myapp://*",
  "a fragment after an app's own scheme": "myapp://callback#x",
  "a white space after an app's own scheme": "myapp://call back",
  "an address without a scheme": "//app.example/cb",
  "a path": "/callback",
  "a backslash": "https://app.example\\@evil.example/cb",
  "a space": "https://app.example/c b",
  "a tab": "http://127.0.0.1\t/cb",
  "a line break": "https://app.example/cb\r\nX: y",
  "a character beyond ASCII": "https://ledgerpört.example/cb",
  "a step up": "https://app.example/a/../cb",
  "an encoded step up": "https://app.example/a/%2e%2e/cb",
  "2,049 characters": `https://app.example/${"a".repeat(2029)}`,
  "a code in its query": "https://app.example/cb?code=x",
  "a state in its query": "http://127.0.0.1/cb?a=b&state=",
  "an empty text": "",
  "a number": 7,
  null: null,
  "a list": [REDIRECT_URI],
};

onAnyDatabase((world) => {
  test("an app is registered with 201, as a public client with the name and the addresses it gave", async () => {
    const uris = [REDIRECT_URI, "http://127.0.0.1:4000/cb", "http://[::1]/cb", "http://localhost"];
    const answer = await register(world, {
      client_name: " Good app ",
      redirect_uris: uris,
      client_uri: "https://app.example",
      logo_uri: "http://app.example/logo.png",
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get("Cache-Control"), "no-store");
    const { client_id, ...body } = await read(answer);
    assert.match(client_id, /^svc_client_[0-9A-Za-z]{49}$/);
    assert.deepEqual(body, {
      client_id_issued_at: Date.parse(world.now) / 1000,
      client_name: "Good app",
      redirect_uris: uris,
      client_uri: "https://app.example",
      logo_uri: "http://app.example/logo.png",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
    const [row] = await clientsNamed("Good app");
    assert.deepEqual(
      [row?.id, row?.kind, row?.secret_hash, row?.approved_at, row?.redirect_uris],
      [client_id, "registered", null, null, uris],
    );
  });

  test("ten addresses, 100 characters and 500 characters are as much as an app may give", async () => {
    const redirect_uris = Array.from({ length: 10 }, (_, index) => `https://app.example/${index}`);
    const client_uri = `https://app.example/${"a".repeat(480)}`;
    const most = { client_name: "ñ".repeat(100), redirect_uris, client_uri, logo_uri: client_uri };
    const answer = await register(world, most);
    assert.equal(answer.status, 201);
    const { client_name, ...body } = await read(answer);
    assert.equal(client_name, most.client_name);
    assert.deepEqual(body.redirect_uris, redirect_uris);
  });

  describe("invalid_redirect_uri, and nothing is registered, for", () => {
    for (const [what, uri] of Object.entries(BAD_URIS)) {
      test(what, async () => {
        await assertNothingGranted(world, async () => {
          for (const redirect_uris of [[uri], [REDIRECT_URI, uri]])
            await assertRefused(
              register(world, { ...GOOD, redirect_uris }),
              "invalid_redirect_uri",
            );
        });
      });
    }

    for (const [what, redirect_uris] of Object.entries({
      none: undefined,
      "an empty list": [],
      eleven: Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`),
      "a text": REDIRECT_URI,
      null: null,
      "an object": { 0: REDIRECT_URI },
    })) {
      test(`${what} instead of 1 to 10 of them`, async () => {
        await assertNothingGranted(world, () =>
          assertRefused(register(world, { ...GOOD, redirect_uris }), "invalid_redirect_uri"),
        );
      });
    }
  });

  describe("invalid_client_metadata, and nothing is registered, for", () => {
    for (const [what, metadata] of Object.entries<object | string>({
      "no name": { redirect_uris: [REDIRECT_URI] },
      "an empty name": { ...GOOD, client_name: "" },
      "a blank name": { ...GOOD, client_name: " \u00a0\u2003" },
      "an invisible name": { ...GOOD, client_name: "\u200b" },
      "a name of 101 characters": { ...GOOD, client_name: "a".repeat(101) },
      "a name that is no text": { ...GOOD, client_name: 7 },
      "null as a name": { ...GOOD, client_name: null },
      "a name that turns text around": { ...GOOD, client_name: "Good\u202eppa" },
      "a name that isolates text": { ...GOOD, client_name: "Good\u2066app\u2069" },
      "a name with NUL": { ...GOOD, client_name: "Good\0app" },
      "a logo's address of 501 characters": { ...GOOD, logo_uri: "a".repeat(501) },
      "a website's address of 501 characters": { ...GOOD, client_uri: "a".repeat(501) },
      "a website that is no text": { ...GOOD, client_uri: ["https://app.example"] },
      "a website with NUL": { ...GOOD, client_uri: "https://app.example/\0" },
      "a list": [GOOD],
      "a text": '"client"',
      null: "null",
    })) {
      test(what, async () => {
        await assertNothingGranted(world, () =>
          assertRefused(register(world, metadata), "invalid_client_metadata"),
        );
      });
    }

    test("a body that is no JSON, not UTF-8, or nested deep", async () => {
      await assertNothingGranted(world, async () => {
        for (const body of ["", "{", "client_name=x", `${"[".repeat(17)}${"]".repeat(17)}`])
          await assertRefused(register(world, body), "invalid_client_metadata");
        const init = { method: "POST", body: Buffer.from([0x22, 0xff, 0x22]) };
        await assertRefused(
          world.app.request("/api/oauth/register", init),
          "invalid_client_metadata",
        );
      });
    });

    test("a body over 16 KB, with 413", async () => {
      const padding = "a".repeat(16 * 1024 - JSON.stringify({ ...GOOD, padding: "" }).length);
      assert.equal((await register(world, { ...GOOD, padding })).status, 201);
      await assertNothingGranted(world, () =>
        assertRefused(
          register(world, { ...GOOD, padding: `${padding}a` }),
          "invalid_client_metadata",
          413,
        ),
      );
    });
  });

  test("a website that is no web address, or has a user name, is left out", async () => {
    for (const client_uri of ["https://claude.ai@evil.example/", "javascript:alert(1)", "x"]) {
      const answer = await read(
        register(world, { ...GOOD, client_name: "No website", client_uri }),
      );
      assert.equal("client_uri" in answer, false);
    }
    const rows = await clientsNamed("No website");
    assert.deepEqual(new Set(rows.map(({ client_uri }) => client_uri)), new Set([null]));
  });

  describe("what a page of another site can send without asking registers nothing", () => {
    const evil = { Origin: "https://evil.example" };
    for (const headers of [
      { "Content-Type": "text/plain" },
      { "Content-Type": "text/plain", ...evil },
      { "Content-Type": "text/plain; application/json" },
      { "Content-Type": "application/x-www-form-urlencoded", ...evil },
      { "Content-Type": "multipart/form-data; boundary=x", ...evil },
      { "Content-Type": "" },
      evil,
      { Origin: "null" },
    ]) {
      test(JSON.stringify(headers), async () => {
        await assertNothingGranted(world, async () => {
          const description = await assertRefused(post(headers), "invalid_client_metadata");
          assert.match(description, /Content-Type: application\/json/);
        });
      });
    }
  });

  for (const headers of [
    {},
    { "Content-Type": "application/json" },
    { "Content-Type": "Application/JSON; charset=utf-8" },
    { "Content-Type": "application/client-metadata+json" },
    { "Content-Type": "application/json", Origin: "https://inspector.example" },
  ])
    test(`JSON is taken with ${JSON.stringify(headers)}`, async () => {
      assert.equal((await post(headers)).status, 201);
    });

  test("metadata other than name and URIs is ignored", async () => {
    const wanted = {
      client_id: "svc_client_mine",
      client_secret: "mine",
      kind: "confidential",
      secret_hash: "mine",
      approved_at: world.now,
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["client_credentials", "password"],
      response_types: ["token"],
      scope: "apis.all",
      client_name: "Greedy app",
      redirect_uris: [REDIRECT_URI],
    };
    const answer = await read(register(world, wanted));
    assert.notEqual(answer.client_id, "svc_client_mine");
    assert.equal(answer.token_endpoint_auth_method, "none");
    assert.deepEqual(answer.grant_types, ["authorization_code", "refresh_token"]);
    assert.deepEqual(answer.response_types, ["code"]);
    for (const field of ["client_secret", "scope", "kind"]) assert.equal(field in answer, false);
    const [row] = await clientsNamed("Greedy app");
    assert.deepEqual([row?.kind, row?.secret_hash, row?.approved_at], ["registered", null, null]);
  });

  test("each registration is a client of its own, whatever its name", async () => {
    const [one, other] = await Promise.all([register(world, GOOD), register(world, GOOD)]);
    assert.notEqual((await read(one)).client_id, (await read(other)).client_id);
  });

  test("a registration alone opens nothing", async () => {
    const team = await world.team();
    const app = await App.register(world);
    await assertNothingGranted(world, async () => {
      assert.equal((await team.withKey(app.id).rpc("tools/list")).status, 401);
      await assertRefused(app.redeem(app.id), "invalid_grant");
      await assertRefused(app.refresh(app.id), "invalid_grant");
    });
  });

  test("HTML in a name is shown as it is written, and a logo is neither fetched nor shown", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const name = `<script>alert("x")</script>'&amp;`;
    const registered = await read(
      register(world, {
        client_name: name,
        redirect_uris: ["https://app.example/cb?a=%3Cb%3E"],
        client_uri: `https://app.example/"><b>`,
        logo_uri: "https://logo.example/logo.png",
      }),
    );
    const app = new App(world, registered.client_id, "https://app.example/cb?a=%3Cb%3E");
    const { html, status } = await browser.open(app.authorizePath());
    assert.equal(status, 200);
    assert.ok(!/<script|<b>|logo\.example|<img/.test(html), html);
    assert.ok(html.includes("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;amp;"));
  });

  test("the sixth request of an address within the hour is 429, whatever came of the five, and nothing is registered", async () => {
    const { app } = loggedApp(world, {
      registrations: memoryRateLimit({ limit: 5, seconds: 3600 }),
    });
    const server = { app };
    for (const metadata of [GOOD, "{", GOOD, { ...GOOD, redirect_uris: [] }, GOOD])
      assert.notEqual((await register(server, metadata)).status, 429);
    await assertNothingGranted(world, async () => {
      const answer = await register(server, GOOD);
      assert.match(answer.headers.get("Retry-After") ?? "", /^(3600|35\d\d)$/);
      await assertRefused(answer, "too_many_requests", 429);
    });
  });

  test("other methods do not count, and a forged address is ignored", async () => {
    const { app } = loggedApp(world, {
      registrations: memoryRateLimit({ limit: 1, seconds: 3600 }),
    });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await app.request("/api/oauth/register", { method });
      assert.equal(answer.headers.get("Allow"), "POST");
      await assertRefused(answer, "invalid_request", 405);
    }
    assert.equal((await register({ app }, GOOD)).status, 201);
    const forged = await app.request("/api/oauth/register", {
      method: "POST",
      headers: { "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.8" },
      body: JSON.stringify(GOOD),
    });
    assert.equal(forged.status, 429);
  });

  test("behind a proxy that is trusted each address has its own five, an IPv6 network of 64 bits counting as one", async () => {
    const { app } = loggedApp(world, {
      trustedProxies: ["10.0.0.1"],
      registrations: memoryRateLimit({ limit: 1, seconds: 3600 }),
    });
    const from = async (address: string) => {
      const init = {
        method: "POST",
        headers: { "X-Forwarded-For": address, "Content-Type": "application/json" },
        body: JSON.stringify(GOOD),
      };
      const socket = { remoteAddress: "10.0.0.1" };
      return (await app.request("/api/oauth/register", init, { incoming: { socket } })).status;
    };
    assert.equal(await from("203.0.113.7"), 201);
    assert.equal(await from("203.0.113.8"), 201);
    assert.equal(await from("198.51.100.1, 203.0.113.7"), 429);
    assert.equal(await from("2001:db8::1"), 201);
    assert.equal(await from("2001:db8::ffff:1"), 429);
    assert.equal(await from("2001:db8:0:1::1"), 201);
  });

  test("a client survives a restart", async () => {
    const { client_id } = await read(register(world, GOOD));
    const restarted = loggedApp(world);
    const app = new App(restarted, client_id, REDIRECT_URI);
    const browser = await signedIn(await world.team(), restarted);
    assert.equal((await browser.open(app.authorizePath())).status, 200);
  });

  /** Sends bytes, to which no content type is added. */
  async function post(headers: Readonly<Record<string, string>>): Promise<Response> {
    const body = Buffer.from(JSON.stringify(GOOD));
    return world.app.request("/api/oauth/register", { method: "POST", headers, body });
  }

  async function clientsNamed(name: string) {
    const db = world.database.reader;
    return db.selectFrom("oauth_clients").selectAll().where("name", "=", name).execute();
  }
});
