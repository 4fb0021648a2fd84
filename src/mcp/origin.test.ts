import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BASE_URL, type Team } from "../../test/app.ts";
import { assertUntouched, bearer, type Fields, worldOfFile } from "../../test/mcp.ts";

const world = worldOfFile();

const CREATE_TAG = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "tags_create", arguments: { name: "From a web page" } },
};

const ALLOWED = [
  BASE_URL,
  "https://app.example",
  "http://localhost",
  "http://localhost:5173",
  "https://localhost:8443",
  "http://127.0.0.1:6274",
  "http://[::1]:8080",
];

const FOREIGN = [
  "https://evil.example",
  "http://localhost.evil.example",
  "http://127.0.0.1.nip.io",
  "http://127.0.0.1.nip.io:3000",
  "http://evil.example/http://localhost",
  "http://localhost@evil.example",
  "http://localhost:3000@evil.example",
  "http://localhost:3000/",
  "http://127.1",
  "http://0x7f000001",
  "http://2130706433",
  "http://127.0.0.2",
  "http://0.0.0.0:3000",
  "http://[::ffff:127.0.0.1]",
  "http://xlocalhost",
  "http://localhost:",
  "http://localhost:3000 http://localhost:3000",
  "http://localhost, https://evil.example",
  "chrome-extension://localhost",
  "file://localhost",
  "app.example",
  "http://app.example",
  "https://app.example:8443",
  "https://app.example.evil.example",
  "https://sub.app.example",
  "HTTPS://APP.EXAMPLE",
  "null",
  "",
];

describe("an allowed origin", () => {
  for (const origin of ALLOWED) {
    test(`${origin} is served, and told so`, async () => {
      const response = await send(await world.team(), origin);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("Access-Control-Allow-Origin"), origin);
      assert.equal(response.headers.get("Vary"), "Origin");
      assert.equal(
        response.headers.get("Access-Control-Allow-Credentials"),
        null,
        "cookies are no credential here",
      );
    });
  }

  test("may read an error's headers too", async () => {
    const response = await world.app.request("/mcp", { headers: { Origin: BASE_URL } });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get("Access-Control-Allow-Origin"), BASE_URL);
    const exposed = response.headers.get("Access-Control-Expose-Headers")?.split(", ") ?? [];
    for (const name of ["WWW-Authenticate", "Retry-After", "RateLimit-Remaining"])
      assert.ok(exposed.includes(name), name);
  });

  test("asks before it calls, without a credential", async () => {
    const headers = {
      Origin: "http://localhost:5173",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
    };
    const response = await world.app.request("/mcp", { method: "OPTIONS", headers });
    assert.equal(response.status, 204);
    assert.equal(await response.text(), "");
    assert.equal(response.headers.get("Access-Control-Allow-Origin"), "http://localhost:5173");
    assert.equal(response.headers.get("Access-Control-Allow-Methods"), "POST");
    const allowed =
      response.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(", ") ?? [];
    for (const name of [
      "authorization",
      "x-api-key",
      "content-type",
      "mcp-protocol-version",
      "mcp-method",
      "mcp-name",
      "mcp-session-id",
      "last-event-id",
      "idempotency-key",
    ]) {
      assert.ok(allowed.includes(name), name);
    }
  });
});

describe("403 without CORS headers for the origin", () => {
  for (const origin of FOREIGN) {
    test(JSON.stringify(origin), async () => {
      const team = await world.team();
      await assertUntouched(team, async () => {
        assertForbidden(await send(team, origin));
        assertForbidden(
          await world.app.request("/mcp", { method: "OPTIONS", headers: { Origin: origin } }),
        );
        assertForbidden(await world.app.request("/mcp", { headers: { Origin: origin } }));
      });
    });
  }
});

test("a request without an Origin passes, and no CORS header is sent", async () => {
  const response = await world.post(CREATE_TAG, bearer((await world.team()).key));
  assert.equal(response.status, 200);
  assert.deepEqual(corsOf(response), []);
});

test("doors beside the MCP endpoint send no CORS headers", async () => {
  for (const path of ["/healthz", "/readyz", "/"]) {
    assert.deepEqual(corsOf(await world.app.request(path, { headers: { Origin: BASE_URL } })), []);
  }
});

async function send(team: Team, origin: string): Promise<Response> {
  const headers: Fields = { ...bearer(team.key), Origin: origin };
  return world.post(CREATE_TAG, headers);
}

function assertForbidden(response: Response): void {
  assert.equal(response.status, 403);
  assert.deepEqual(corsOf(response), []);
  assert.equal(response.headers.get("WWW-Authenticate"), null);
}

function corsOf({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith("access-control-"));
}
