import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Team } from "../../test/app.ts";
import {
  assertError,
  assertUntouched,
  bearer,
  type Fields,
  read,
  worldOfFile,
} from "../../test/mcp.ts";

const world = worldOfFile();

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const PONG = { jsonrpc: "2.0", id: 1, result: {} };
const TAG = { name: "tags_create", arguments: { name: "New" } };

describe("400 -32600 for JSON that is no message:", () => {
  const request = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  for (const [name, body] of Object.entries({
    "no object": 1,
    null: null,
    "an empty object": {},
    "without jsonrpc": { id: 1, method: "tools/list" },
    "of another version of JSON-RPC": { ...request, jsonrpc: "1.0" },
    "without a method": { jsonrpc: "2.0", id: 1 },
    "whose method is no text": { ...request, method: 1 },
    "whose params are a list": { ...request, params: [] },
    "whose params are a text": { ...request, params: "" },
    "whose id is null": { ...request, id: null },
    "whose id is a boolean": { ...request, id: true },
    "whose id is an object": { ...request, id: {} },
    "whose result is no object": { jsonrpc: "2.0", id: 1, result: 1 },
  })) {
    test(name, async () => {
      await assertError(post(await world.team(), body), 400, -32600);
    });
  }
});

test("params that are null count as left out", async () => {
  const team = await world.team();
  assert.deepEqual(await read(post(team, { ...PING, params: null })), PONG);
  const { result } = await read(post(team, { ...PING, method: "tools/list", params: null }));
  assert.ok(result.tools.length > 0);
});

test("an answer has the id of its request, of the same type", async () => {
  const team = await world.team();
  for (const id of ["a", "", "1", 1, 0, -1, "ключ"]) {
    assert.deepEqual(await read(post(team, { ...PING, id })), { ...PONG, id });
    assert.equal((await read(post(team, { ...PING, id, method: "no/such" }))).id, id);
  }
});

describe("202 without a body for", () => {
  for (const [name, message] of Object.entries({
    "a notification": { jsonrpc: "2.0", method: "notifications/initialized" },
    "a notification whose params are null": {
      jsonrpc: "2.0",
      method: "notifications/initialized",
      params: null,
    },
    "a notification with params": {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    },
    "a notification nobody knows": { jsonrpc: "2.0", method: "no/such" },
    "a notification in the name of a request": {
      jsonrpc: "2.0",
      method: "tools/call",
      params: TAG,
    },
    "a response": { jsonrpc: "2.0", id: 1, result: {} },
    "an error response": { jsonrpc: "2.0", id: 1, error: { code: -1, message: "No" } },
  })) {
    test(name, async () => {
      const team = await world.team();
      for (const headers of [
        {},
        { "MCP-Protocol-Version": "2025-06-18" },
        { "MCP-Protocol-Version": "2026-07-28" },
      ]) {
        const response = await assertUntouched(team, () => post(team, message, headers));
        assert.equal(response.status, 202);
        assert.equal(await response.text(), "");
        assert.equal(response.headers.get("Content-Type"), null);
      }
    });
  }
});

test("400 -32022 for a notification of a version that is not served", async () => {
  const team = await world.team();
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  const error = await assertError(
    post(team, notification, { "MCP-Protocol-Version": "2024-10-07" }),
    400,
    -32022,
  );
  assert.equal(error.data.requested, "2024-10-07");
});

async function post(team: Team, body: unknown, headers: Fields = {}): Promise<Response> {
  return world.post(body, { ...bearer(team.key), ...headers });
}
