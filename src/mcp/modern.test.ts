import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Team } from "../../test/app.ts";
import {
  assertError,
  assertUntouched,
  META,
  modern,
  read,
  VERSION,
  worldOfFile,
} from "../../test/mcp.ts";
import { SERVER_INFO } from "./server-info.ts";

const world = worldOfFile();

const { "io.modelcontextprotocol/protocolVersion": _version, ...NO_VERSION } = META;
const { "io.modelcontextprotocol/clientCapabilities": _capabilities, ...NO_CAPABILITIES } = META;
const { "io.modelcontextprotocol/clientInfo": _client, ...NO_CLIENT } = META;

const SUPPORTED = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const TAG = { name: "tags_create", arguments: { name: "New" } };

describe("server/discover", () => {
  test("answers versions, capabilities and instructions, and how long they keep", async () => {
    const { result } = await read(modern(await world.team(), "server/discover"));
    const { instructions, ttlMs, ...rest } = result;
    assert.deepEqual(rest, {
      supportedVersions: SUPPORTED,
      capabilities: {
        tools: { listChanged: true },
        prompts: {},
        resources: {},
        completions: {},
        extensions: { "io.modelcontextprotocol/skills": {} },
      },
      cacheScope: "private",
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": SERVER_INFO },
    });
    assert.ok(Number.isInteger(ttlMs) && ttlMs >= 0);
    assert.match(instructions, /Test team/);
  });

  test("is modern by itself, so it needs its version and capabilities", async () => {
    const team = await world.team();
    await assertError(team.rpc("server/discover"), 400, -32602);
    await assertError(
      team.rpc("server/discover", {}, { "MCP-Protocol-Version": "2025-11-25" }),
      400,
      -32602,
    );
  });
});

describe("400 -32602 for a request", () => {
  for (const [name, meta] of Object.entries({
    "without _meta": undefined,
    "whose _meta is no object": 1,
    "without a version": NO_VERSION,
    "whose version is no text": { ...META, "io.modelcontextprotocol/protocolVersion": 20260728 },
    "without capabilities": NO_CAPABILITIES,
    "whose capabilities are null": { ...META, "io.modelcontextprotocol/clientCapabilities": null },
    "whose capabilities are a text": {
      ...META,
      "io.modelcontextprotocol/clientCapabilities": "all",
    },
    "whose capabilities are a list": { ...META, "io.modelcontextprotocol/clientCapabilities": [] },
  })) {
    test(name, async () => {
      const team = await world.team();
      await assertUntouched(team, async () => {
        await assertError(modern(team, "tools/call", { ...TAG, _meta: meta }), 400, -32602);
        await assertError(modern(team, "server/discover", { _meta: meta }), 400, -32602);
      });
    });
  }
});

test("a request without clientInfo, or with one that says nothing, is fine", async () => {
  const team = await world.team();
  for (const info of [null, 1, {}, { version: "1" }]) {
    const meta = { ...NO_CLIENT, "io.modelcontextprotocol/clientInfo": info };
    assert.equal((await modern(team, "tools/list", { _meta: meta })).status, 200);
  }
  assert.equal((await modern(team, "tools/list", { _meta: NO_CLIENT })).status, 200);
});

test("the client that a request names is journalled with it, and not remembered", async () => {
  const team = await world.team();
  await modern(team, "tools/call", TAG);
  world.pass(1);
  await modern(team, "tools/call", {
    name: "tags_create",
    arguments: { name: "Nameless" },
    _meta: NO_CLIENT,
  });
  const clients = (await team.journal())
    .filter(({ tool }) => tool === "tags_create")
    .map(({ changes, client_name, client_version }) => [
      Object(changes[0]?.after).name,
      client_name,
      client_version,
    ]);
  assert.deepEqual(clients, [
    ["New", "Testing assistant", "7.1"],
    ["Nameless", null, null],
  ]);
});

describe("400 -32022 with the versions that are served", () => {
  for (const version of ["2099-01-01", "2025-11-25", "1900-01-01", "v999.0.0", ""]) {
    test(`for ${JSON.stringify(version)}`, async () => {
      const team = await world.team();
      const _meta = { ...META, "io.modelcontextprotocol/protocolVersion": version };
      await assertUntouched(team, async () => {
        const headers = { "MCP-Protocol-Version": version };
        const error = await assertError(
          modern(team, "tools/call", { ...TAG, _meta }, headers),
          400,
          -32022,
        );
        assert.deepEqual(error.data, { supported: SUPPORTED, requested: version });
      });
    });
  }

  test("also when the header is missing", async () => {
    const _meta = { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    await assertError((await world.team()).rpc("tools/list", { _meta }), 400, -32022);
  });
});

describe("404 -32601 for a method that is removed or never was", () => {
  for (const method of [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "tasks/list",
    "no/such",
    "constructor",
    "__proto__",
  ]) {
    test(method, async () => {
      await assertError(
        modern(await world.team(), method, { protocolVersion: VERSION }),
        404,
        -32601,
      );
    });
  }
});

test("every result is complete, says which server made it, and names no session", async () => {
  const team = await world.team();
  for (const send of [
    (team: Team) => modern(team, "server/discover"),
    (team: Team) => modern(team, "tools/list"),
    (team: Team) => modern(team, "tools/call", TAG),
    (team: Team) => modern(team, "tools/call", { name: "tags_create", arguments: {} }),
  ]) {
    const response = await send(team);
    assert.equal(response.headers.get("Mcp-Session-Id"), null);
    const { result } = await read(response);
    assert.equal(result.resultType, "complete");
    assert.deepEqual(result._meta, { "io.modelcontextprotocol/serverInfo": SERVER_INFO });
  }
});

test("only lists and discovery say how long they keep, and for this credential alone", async () => {
  const team = await world.team();
  for (const method of ["tools/list", "server/discover"]) {
    const { result } = await read(modern(team, method));
    assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0, method);
    assert.equal(result.cacheScope, "private", method);
  }
  const { result } = await read(modern(team, "tools/call", TAG));
  assert.equal("ttlMs" in result || "cacheScope" in result, false);
});
