import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, onAnyDatabase } from "../../test/app.ts";
import { loggedApp, read } from "../../test/mcp.ts";
import { App, signedIn } from "../../test/oauth.ts";

const SERVER = "/.well-known/oauth-authorization-server";
const RESOURCE = "/.well-known/oauth-protected-resource";

onAnyDatabase((world) => {
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) {
    const own = `http://${host}`;
    const at = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("Host", host);
      return world.app.request(own + path, { ...init, headers });
    };

    test(`asked as ${host}, the server calls itself so, in all that a client compares`, async () => {
      const { resource, authorization_servers } = await read(at(RESOURCE));
      assert.deepEqual([resource, authorization_servers], [`${own}/mcp`, [own]]);
      const { issuer, token_endpoint } = await read(at(SERVER));
      assert.deepEqual([issuer, token_endpoint], [own, `${own}/api/oauth/token`]);
      const challenged = await at("/mcp", { method: "POST", headers: { Origin: own } });
      assert.equal(challenged.status, 401);
      assert.equal(
        challenged.headers.get("WWW-Authenticate"),
        `Bearer resource_metadata="${own}${RESOURCE}"`,
      );
    });

    test(`asked as ${host}, a person allows and denies, and the app gets that name as iss`, async () => {
      const team = await world.team();
      const site = { request: async (path: string, init?: RequestInit) => at(path, init) };
      const browser = await signedIn(team, { app: site }, own);
      const app = await App.register(world);
      const resource = `${own}/mcp`;
      const allowed = await app.allowed(browser, team, { resource });
      assert.equal(allowed.get("iss"), own);
      const fields = { resource };
      assert.equal((await app.redeem(allowed.get("code") ?? "", fields)).status, 200);
      const page = await browser.open(app.authorizePath({ resource }));
      const denied = app.cameBack(await browser.submit(page, {}, "Deny"));
      assert.deepEqual([denied.get("error"), denied.get("iss")], ["access_denied", own]);
      const mistaken = await browser.open(app.authorizePath({ prompt: "none" }));
      assert.equal(app.cameBack(mistaken).get("iss"), own);
    });
  }

  test("any other name or port is answered with the base URL", async () => {
    const odd = ["127.0.0.1", "127.0.0.1:4000", "127.0.0.2:3000", "127.1:3000", "LOCALHOST:3000"];
    const foreign = ["evil.example:3000", "localhost.evil.example:3000", "a@localhost:3000", ""];
    for (const Host of [...odd, ...foreign]) {
      const { issuer } = await read(world.app.request(SERVER, { headers: { Host } }));
      assert.equal(issuer, BASE_URL, Host);
    }
  });

  test("a base URL that is not on loopback is never replaced", async () => {
    for (const baseUrl of ["https://books.example", "http://10.0.0.7:3000"]) {
      const { app } = loggedApp(world, { baseUrl });
      for (const Host of ["localhost:3000", "127.0.0.1:3000", "localhost", "127.0.0.1"]) {
        const { issuer } = await read(app.request(SERVER, { headers: { Host } }));
        assert.equal(issuer, baseUrl);
        const challenged = await app.request("/mcp", { method: "POST", headers: { Host } });
        assert.ok(challenged.headers.get("WWW-Authenticate")?.includes(`"${baseUrl}/`));
      }
    }
  });

  test("a loopback name in the resource means this server at its port only", async () => {
    const browser = await signedIn(await world.team());
    const app = await App.register(world);
    const open = async (resource: string) => browser.open(app.authorizePath({ resource }));
    for (const resource of ["http://127.0.0.1:3000/mcp", "http://[::1]:3000", `${BASE_URL}/mcp/`])
      assert.equal((await open(resource)).status, 200);
    for (const resource of [
      "http://127.0.0.1:4000/mcp",
      "https://127.0.0.1:3000",
      "127.0.0.1:3000",
    ])
      assert.equal(app.cameBack(await open(resource)).get("error"), "invalid_target");
  });
});
