import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../test/app.ts";
import { assertError, bearer, loggedApp, modern, read } from "../../test/mcp.ts";
import type { Begin } from "../db/connect.ts";
import { LEGACY_VERSIONS } from "./generations.ts";
import { SERVER_INFO } from "./server-info.ts";

onAnyDatabase((world) => {
  describe("initialize", () => {
    for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
      test(`echoes ${version}`, async () => {
        const { result } = await read(
          (await world.team()).rpc("initialize", { protocolVersion: version }),
        );
        assert.equal(result.protocolVersion, version);
      });
    }

    for (const version of ["2024-10-07", "2026-07-28", "2099-01-01", "", 1, null, undefined]) {
      test(`answers ${String(version)} with the newest legacy version`, async () => {
        const { result } = await read(
          (await world.team()).rpc("initialize", { protocolVersion: version }),
        );
        assert.equal(result.protocolVersion, "2025-11-25");
      });
    }

    test("answers the capabilities, the server's name and the instructions, and nothing modern", async () => {
      const { result } = await read(
        (await world.team()).rpc("initialize", { protocolVersion: "2025-11-25" }),
      );
      assert.deepEqual(Object.keys(result), [
        "protocolVersion",
        "capabilities",
        "serverInfo",
        "instructions",
      ]);
      assert.deepEqual(result.capabilities, {
        tools: {},
        prompts: {},
        resources: {},
        completions: {},
        extensions: { "io.modelcontextprotocol/skills": {} },
      });
      assert.deepEqual(result.serverInfo, SERVER_INFO);
    });

    test("is served whatever version the header names", async () => {
      const team = await world.team();
      const headers = { "MCP-Protocol-Version": "2024-10-07" };
      const { result } = await read(
        team.rpc("initialize", { protocolVersion: "2025-06-18" }, headers),
      );
      assert.equal(result.protocolVersion, "2025-06-18");
    });
  });

  describe("the client that initialize introduces", () => {
    const introduce = (clientInfo: unknown) => ({ protocolVersion: "2025-11-25", clientInfo });

    test("is journalled with the calls that follow under the same key, and no other", async () => {
      const team = await world.team();
      const other = await team.as("all");
      await team.rpc("initialize", introduce({ name: "Desk", version: "2.1", title: "The desk" }));
      await team.call("tags_create", { name: "One" });
      world.pass(1);
      await other.call("tags_create", { name: "Two" });
      const clients = (await team.journal())
        .filter(({ tool }) => tool === "tags_create")
        .map(({ changes, client_name, client_version }) => [
          Object(changes[0]?.after).name,
          client_name,
          client_version,
        ]);
      assert.deepEqual(clients, [
        ["One", "Desk", "2.1"],
        ["Two", null, null],
      ]);
    });

    test("is replaced by the next one, and kept by one that says no name", async () => {
      const team = await world.team();
      for (const clientInfo of [
        { name: "Desk", version: "1" },
        { name: "Desk", version: "2" },
        undefined,
        null,
        "Desk",
        {},
        { name: 1, version: "3" },
      ]) {
        assert.equal((await team.rpc("initialize", introduce(clientInfo))).status, 200);
      }
      assert.deepEqual(await clientOfKey(), { client_name: "Desk", client_version: "2" });
      await team.rpc("initialize", introduce({ name: "Phone" }));
      assert.deepEqual(await clientOfKey(), { client_name: "Phone", client_version: null });

      function clientOfKey() {
        return world.database.reader
          .selectFrom("api_keys")
          .select(["client_name", "client_version"])
          .where("team_id", "=", team.id)
          .executeTakeFirst();
      }
    });

    test("is written once, however often it says its name", async () => {
      const team = await world.team();
      const writes: unknown[] = [];
      const begin: Begin = (work) => {
        writes.push(work);
        return world.database.begin(work);
      };
      const { app } = loggedApp(world, { database: { ...world.database, begin } });
      const request = { jsonrpc: "2.0", id: 1, method: "initialize" };
      const body = JSON.stringify({
        ...request,
        params: introduce({ name: "Desk", version: "1" }),
      });
      const headers = { "Content-Type": "application/json", ...bearer(team.key) };
      for (let time = 0; time < 3; time += 1) {
        assert.equal((await app.request("/mcp", { method: "POST", headers, body })).status, 200);
      }
      assert.equal(writes.length, 1);
    });

    test("is cut to what can be kept and printed", async () => {
      const team = await world.team();
      const name = `\u0000\u001b[31m\u202eDesk\ud800 ${"x".repeat(200)}`;
      await team.rpc("initialize", introduce({ name, version: "🧭".repeat(200) }));
      await team.call("tags_create", { name: "One" });
      const event = (await team.journal()).find(({ tool }) => tool === "tags_create");
      assert.equal(event?.client_name, `[31mDesk\ufffd ${"x".repeat(90)}`.slice(0, 100));
      assert.equal(event?.client_version, "🧭".repeat(50));
    });
  });

  test("ping is answered with an empty result", async () => {
    assert.deepEqual(await read((await world.team()).rpc("ping")), {
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
  });

  test("a request may leave out initialize, and the version header too", async () => {
    const team = await world.team();
    for (const headers of [
      {},
      ...LEGACY_VERSIONS.map((version) => ({ "MCP-Protocol-Version": version })),
    ]) {
      const { result } = await read(team.rpc("tools/list", {}, headers));
      assert.ok(result.tools.length > 0);
    }
  });

  test("400 -32022 for a version in the header that is not served", async () => {
    const team = await world.team();
    for (const version of ["2024-10-07", "2025-11-26", "1.0", "2026-07-29", ""]) {
      const error = await assertError(
        team.rpc("ping", {}, { "MCP-Protocol-Version": version }),
        400,
        -32022,
      );
      assert.deepEqual(error.data, {
        supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        requested: version,
      });
    }
  });

  test("-32601 with status 200 for a method that there is not", async () => {
    const team = await world.team();
    for (const method of [
      "no/such",
      "",
      "constructor",
      "__proto__",
      "server/discovery",
      "subscriptions/listen",
      "resources/subscribe",
      "logging/setLevel",
    ]) {
      const error = await assertError(team.rpc(method), 200, -32601);
      assert.equal(error.message, `Method not found: ${method}`);
    }
  });

  test("a result has nothing that only modern clients know", async () => {
    const team = await world.team();
    for (const [method, params] of [
      ["tools/list", {}],
      ["tools/call", { name: "tags_list" }],
      ["tools/call", { name: "tags_list", arguments: { limit: 0 } }],
    ] as const) {
      const { result } = await read(team.rpc(method, params));
      for (const field of ["resultType", "ttlMs", "cacheScope", "_meta"]) {
        assert.equal(field in result, false, `${method} ${field}`);
      }
    }
  });

  test("a client of one generation and one of the other may use the same key", async () => {
    const team = await world.team();
    await team.rpc("initialize", { protocolVersion: "2025-03-26" });
    assert.equal((await modern(team, "tools/list")).status, 200);
    assert.equal((await team.rpc("ping")).status, 200);
  });
});
