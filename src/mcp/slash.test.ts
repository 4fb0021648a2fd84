import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL } from "../../test/app.ts";
import { assertUntouched, bearer, listen, loggedApp, read, worldOfFile } from "../../test/mcp.ts";

const world = worldOfFile();

const CREATE = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "tags_create", arguments: { name: "New" } },
};
const JSON_BODY = { "Content-Type": "application/json", Accept: "application/json" };

function init(headers: Readonly<Record<string, string>>) {
  return { method: "POST", headers: { ...JSON_BODY, ...headers }, body: JSON.stringify(CREATE) };
}

test("/mcp/ is served like /mcp, over a socket and within the process", async (t) => {
  const server = await listen(loggedApp(world).app);
  t.after(server.close);
  const overSocket = async (given: RequestInit) =>
    fetch(`http://localhost:${server.port}/mcp/`, given);
  const within = async (given: RequestInit) => world.app.request("/mcp/", given);
  for (const send of [overSocket, within]) {
    const { key } = await world.team();
    const { result } = await read(send(init(bearer(key))));
    assert.equal(result.structuredContent.name, "New");
  }
});

test("/mcp/ asks for a credential as /mcp does", async () => {
  const answer = await world.app.request("/mcp/", init({}));
  assert.equal(answer.status, 401);
  assert.equal(
    answer.headers.get("WWW-Authenticate"),
    `Bearer resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`,
  );
});

test("web pages of other origins may not call /mcp/ either, and nothing is done", async () => {
  const team = await world.team();
  const headers = { ...bearer(team.key), Origin: "https://evil.example" };
  const answer = await assertUntouched(team, async () => world.app.request("/mcp/", init(headers)));
  assert.equal(answer.status, 403);
});
