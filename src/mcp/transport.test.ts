import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Team } from "../../test/app.ts";
import {
  assertError,
  assertUntouched,
  bearer,
  type Fields,
  modern,
  read,
  worldOfFile,
} from "../../test/mcp.ts";

const world = worldOfFile();

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const PONG = { jsonrpc: "2.0", id: 1, result: {} };
const TAG = { name: "tags_create", arguments: { name: "New" } };
const CREATE_TAG = { jsonrpc: "2.0", id: 1, method: "tools/call", params: TAG };

for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD"]) {
  test(`405 with Allow for ${method}`, async () => {
    const team = await world.team();
    const response = await world.app.request("/mcp", { method, headers: bearer(team.key) });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get("Allow"), "POST");
  });
}

test("an event stream is not opened by a GET, nor resumed", async () => {
  const team = await world.team();
  const headers = {
    ...bearer(team.key),
    Accept: "text/event-stream",
    "Last-Event-ID": "1",
    "Mcp-Session-Id": "1",
  };
  assert.equal((await world.app.request("/mcp", { headers })).status, 405);
});

test("session and Last-Event-ID headers are ignored, and no session is made", async () => {
  const team = await world.team();
  for (const send of [
    () => team.rpc("ping", {}, { "Mcp-Session-Id": "no-such-session", "Last-Event-ID": "7" }),
    () =>
      team.rpc(
        "initialize",
        { protocolVersion: "2025-11-25" },
        { "Mcp-Session-Id": "no-such-session" },
      ),
    () => modern(team, "tools/list", {}, { "Mcp-Session-Id": "no-such-session" }),
  ]) {
    const response = await send();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Mcp-Session-Id"), null);
  }
});

describe("415 for a body of the type", () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "text/json",
    "",
  ]) {
    test(JSON.stringify(type), async () => {
      const team = await world.team();
      const response = await assertUntouched(team, () =>
        post(team, CREATE_TAG, { "Content-Type": type }),
      );
      assert.equal(response.status, 415);
    });
  }
});

test("application/json is taken in any case and with parameters", async () => {
  const team = await world.team();
  for (const type of [
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json ;v=1",
  ]) {
    assert.equal((await post(team, PING, { "Content-Type": type })).status, 200, type);
  }
});

describe("400 -32700 for a body that is", () => {
  for (const [name, body] of Object.entries({
    empty: "",
    "not JSON": "ping",
    "cut off": JSON.stringify(PING).slice(0, -1),
    "followed by more": `${JSON.stringify(PING)}{}`,
    "nested 65 deep": nested(65),
    "nested far deeper than a parser's stack": "[".repeat(500_000),
  })) {
    test(name, async () => {
      const team = await world.team();
      await assertUntouched(team, () => assertError(post(team, body), 400, -32700));
    });
  }

  test("not UTF-8", async () => {
    const team = await world.team();
    const [head = "", tail = ""] = JSON.stringify(CREATE_TAG).split("New");
    const body = Buffer.concat([Buffer.from(head), Buffer.from([0xc3, 0x28]), Buffer.from(tail)]);
    await assertUntouched(team, async () => {
      const headers = { "Content-Type": "application/json", ...bearer(team.key) };
      await assertError(
        await world.app.request("/mcp", { method: "POST", headers, body }),
        400,
        -32700,
      );
    });
  });
});

test("JSON may be nested 64 deep", async () => {
  const team = await world.team();
  assert.deepEqual(await read(post(team, nested(64))), PONG);
});

test("brackets inside strings do not count as nesting", async () => {
  const team = await world.team();
  for (const text of [
    "[".repeat(1000),
    '{"'.repeat(1000),
    `\\"${"[".repeat(100)}`,
    `${"\\".repeat(3)}${"{".repeat(100)}`,
  ]) {
    assert.deepEqual(
      await read(post(team, { ...PING, params: { text, _meta: { [text]: text } } })),
      PONG,
    );
  }
});

test("a body of 1 MiB is read, and 413 answers one that is a byte larger", async () => {
  const team = await world.team();
  const padded = (size: number) => JSON.stringify(PING).padEnd(size);
  assert.deepEqual(await read(post(team, padded(1024 * 1024))), PONG);
  const error = await assertError(post(team, padded(1024 * 1024 + 1)), 413, -32600);
  assert.match(error.message, /larger than 1048576 bytes/);
});

describe("an answer is JSON to a client that accepts", () => {
  for (const accept of [
    "application/json, text/event-stream",
    "text/event-stream, application/json;q=0.1",
    "application/json",
    "application/*",
    "*/*",
    "text/event-stream, */*;q=0.1",
    "text/html",
    "",
  ]) {
    test(JSON.stringify(accept), async () => {
      const response = await post(await world.team(), PING, { Accept: accept });
      assert.equal(response.headers.get("Content-Type"), "application/json");
      assert.equal(response.headers.get("Cache-Control"), "no-store");
      assert.deepEqual(await read(response), PONG);
    });
  }

  test("nothing in particular", async () => {
    const team = await world.team();
    const headers = { "Content-Type": "application/json", ...bearer(team.key) };
    const response = await world.app.request("/mcp", {
      method: "POST",
      headers,
      body: JSON.stringify(PING),
    });
    assert.equal(response.headers.get("Content-Type"), "application/json");
    assert.deepEqual(await read(response), PONG);
  });
});

test("a client that reads only event streams is answered with one event", async () => {
  const team = await world.team();
  for (const [sent, expected] of [
    [() => post(team, PING, { Accept: "text/event-stream" }), PONG],
    [() => modern(team, "server/discover", {}, { Accept: "text/event-stream" }), undefined],
  ] as const) {
    const response = await sent();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Content-Type"), "text/event-stream");
    assert.equal(response.headers.get("X-Accel-Buffering"), "no");
    const [, data = ""] = (await response.text()).match(/^event: message\ndata: (.*)\n\n$/) ?? [];
    const { id, result } = JSON.parse(data);
    assert.equal(id, 1);
    if (expected !== undefined) assert.deepEqual(result, expected.result);
  }
});

/** A ping with JSON nested `depth` levels deep. */
function nested(depth: number): string {
  const inner = depth - 2;
  return JSON.stringify({ ...PING, params: { deep: "DEEP" } }).replace(
    '"DEEP"',
    "[".repeat(inner) + "]".repeat(inner),
  );
}

async function post(team: Team, body: unknown, headers: Fields = {}): Promise<Response> {
  return world.post(body, { ...bearer(team.key), ...headers });
}
