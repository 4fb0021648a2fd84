import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BASE_URL } from "../../test/app.ts";
import { loggedApp, read, worldOfFile } from "../../test/mcp.ts";
import { register } from "../../test/oauth.ts";
import { ALL_SCOPES } from "../accounts/scopes.ts";

/** Written out in full, so that the expected metadata does not come from the tested code. */
const SCOPES = [
  "bank-accounts.read",
  "bank-accounts.write",
  "customers.read",
  "customers.write",
  "documents.read",
  "documents.write",
  "inbox.read",
  "inbox.write",
  "invoices.read",
  "invoices.write",
  "notifications.read",
  "notifications.write",
  "tags.read",
  "tags.write",
  "teams.read",
  "teams.write",
  "tracker-entries.read",
  "tracker-entries.write",
  "tracker-projects.read",
  "tracker-projects.write",
  "transactions.read",
  "transactions.write",
  "users.read",
  "users.write",
  "reports.read",
  "search.read",
  "apis.read",
  "apis.all",
];

const AUTHORIZATION_SERVER = {
  issuer: BASE_URL,
  authorization_endpoint: `${BASE_URL}/oauth/authorize`,
  token_endpoint: `${BASE_URL}/api/oauth/token`,
  registration_endpoint: `${BASE_URL}/api/oauth/register`,
  revocation_endpoint: `${BASE_URL}/api/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["client_secret_post", "none"],
  revocation_endpoint_auth_methods_supported: ["client_secret_post", "none"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
};

const PROTECTED_RESOURCE = {
  resource: `${BASE_URL}/mcp`,
  resource_name: "Ledgerport",
  authorization_servers: [BASE_URL],
  bearer_methods_supported: ["header"],
  scopes_supported: ["apis.read", "apis.all"],
};

const PLACES: Readonly<Record<string, object>> = {
  "/.well-known/oauth-authorization-server": AUTHORIZATION_SERVER,
  "/.well-known/oauth-authorization-server/mcp": AUTHORIZATION_SERVER,
  "/.well-known/openid-configuration": AUTHORIZATION_SERVER,
  "/.well-known/openid-configuration/mcp": AUTHORIZATION_SERVER,
  "/mcp/.well-known/openid-configuration": AUTHORIZATION_SERVER,
  "/mcp/.well-known/oauth-authorization-server": AUTHORIZATION_SERVER,
  "/.well-known/oauth-protected-resource": PROTECTED_RESOURCE,
  "/.well-known/oauth-protected-resource/mcp": PROTECTED_RESOURCE,
};

const ENDPOINTS = ["/api/oauth/register", "/api/oauth/token", "/api/oauth/revoke"];
const ANY_PAGE = { Origin: "https://inspector.example" };

const world = worldOfFile();

describe("exactly what the contract says stands, for anybody, at", () => {
  for (const [path, metadata] of Object.entries(PLACES)) {
    test(path, async () => {
      const answer = await world.app.request(path);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get("Content-Type") ?? "", /^application\/json/);
      assert.equal(answer.headers.get("Cache-Control"), "public, max-age=300");
      assert.deepEqual(await read(answer), metadata);
    });

    test(`${path}, whatever Host is asked`, async () => {
      const { app } = loggedApp(world, { baseUrl: "https://books.example" });
      for (const headers of [
        { Host: "evil.example" },
        {
          Host: "books.example",
          "X-Forwarded-Host": "evil.example",
          Forwarded: "host=evil.example",
        },
      ]) {
        const answer = await app.request(`http://evil.example${path}`, { headers });
        const text = await answer.text();
        assert.ok(!text.includes("evil.example"), text);
        assert.equal(text, JSON.stringify(metadata).replaceAll(BASE_URL, "https://books.example"));
      }
    });
  }
});

test("every scope that can be granted is advertised", () => {
  assert.deepEqual(ALL_SCOPES, SCOPES);
});

test("a challenge of the MCP endpoint leads to the metadata of a resource that leads to the authorization server", async () => {
  const challenged = await world.app.request("/mcp", { method: "POST" });
  assert.equal(challenged.status, 401);
  const header = challenged.headers.get("WWW-Authenticate") ?? "";
  assert.equal(
    header,
    `Bearer resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`,
  );
  const { resource, authorization_servers } = await read(
    world.app.request("/.well-known/oauth-protected-resource"),
  );
  assert.equal(resource, `${BASE_URL}/mcp`);
  const { issuer } = await read(world.app.request("/.well-known/oauth-authorization-server"));
  assert.deepEqual(authorization_servers, [issuer]);
});

describe("any web page may ask, but never with a cookie:", () => {
  for (const path of [...Object.keys(PLACES), ...ENDPOINTS]) {
    test(path, async () => {
      const method = ENDPOINTS.includes(path) ? "POST" : "GET";
      const answer = await world.app.request(path, { method, headers: ANY_PAGE });
      assert.equal(answer.headers.get("Access-Control-Allow-Origin"), "*");
      assert.equal(answer.headers.get("Access-Control-Allow-Credentials"), null);
      assert.match(answer.headers.get("Access-Control-Expose-Headers") ?? "", /Retry-After/);
      const preflight = await world.app.request(path, {
        method: "OPTIONS",
        headers: {
          ...ANY_PAGE,
          "Access-Control-Request-Method": method,
          "Access-Control-Request-Headers": "content-type, mcp-protocol-version, authorization",
        },
      });
      assert.equal(preflight.status, 204);
      const { headers } = preflight;
      assert.equal(headers.get("Access-Control-Allow-Origin"), "*");
      assert.equal(headers.get("Access-Control-Allow-Credentials"), null);
      assert.ok(headers.get("Access-Control-Allow-Methods")?.split(",").includes(method));
      const allowed = headers.get("Access-Control-Allow-Headers")?.toLowerCase() ?? "";
      for (const name of ["content-type", "mcp-protocol-version", "authorization"])
        assert.ok(allowed.split(/, ?/).includes(name), allowed);
      assert.equal(headers.getSetCookie().length, 0);
    });
  }

  test("a good answer of an endpoint as well", async () => {
    const body = JSON.stringify({ client_name: "x", redirect_uris: ["https://app.example"] });
    const headers = { ...ANY_PAGE, "Content-Type": "application/json" };
    const answer = await world.app.request("/api/oauth/register", {
      method: "POST",
      headers,
      body,
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get("Access-Control-Allow-Origin"), "*");
    assert.equal((await register(world, "{")).headers.get("Access-Control-Allow-Origin"), "*");
  });
});

test("no web page may read the pages for people", async () => {
  for (const path of [
    "/oauth/authorize",
    "/oauth/consent",
    "/signin",
    "/setup",
    "/join",
    "/api/me",
    "/",
  ]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const answer = await world.app.request(path, { method, headers: ANY_PAGE });
      for (const [name] of answer.headers) assert.ok(!name.startsWith("access-control-"), path);
      assert.notEqual(answer.status, method === "POST" ? 200 : 204);
    }
  }
});
