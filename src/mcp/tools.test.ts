import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Team } from "../../test/app.ts";
import { assertError, assertUntouched, GENERATIONS, read, worldOfFile } from "../../test/mcp.ts";
import { addProject } from "../../test/tracker.ts";

const world = worldOfFile();

const NOBODY = "00000000-0000-4000-8000-000000000000";

for (const [generation, send] of Object.entries(GENERATIONS)) {
  describe(generation, () => {
    test("structuredContent is the answer, and the text beside it is the same JSON without hidden characters", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const project_id = await addProject(team);
      for (const params of [
        { name: "tags_create", arguments: { name: 'Ярлык 🏷 "quoted"\u202e' } },
        { name: "tags_list" },
        { name: "customers_list", arguments: {} },
        { name: "tracker_start_timer", arguments: { project_id } },
        { name: "customers_delete", arguments: { id: NOBODY } },
      ]) {
        const { result } = await read(send(team, "tools/call", params));
        const [{ type, text }, ...more] = result.content;
        assert.deepEqual([type, more], ["text", []]);
        assert.deepEqual(JSON.parse(text), result.structuredContent);
        assert.doesNotMatch(text, /[\u2028\u202e]/);
        assert.equal("isError" in result, false);
      }
    });

    test("structuredContent is what the listed output schema says", async () => {
      const team = await world.team();
      await team.call("customers_create", { name: "Acme", email: "hello@acme.example" });
      const { tools } = (await read(send(team, "tools/list"))).result;
      for (const { name, outputSchema } of tools.filter(({ name }: any) =>
        /_list$|_list_/.test(name),
      )) {
        const { structuredContent } = (await read(send(team, "tools/call", { name }))).result;
        assert.ok(new Ajv2020().validate(outputSchema, structuredContent), name);
      }
    });

    test("an error is a sentence for people and JSON for programs, without structuredContent", async () => {
      const team = await world.team();
      await team.call("tags_create", { name: "New" });
      const params = { name: "tags_create", arguments: { name: "NEW" } };
      const { result } = await assertUntouched(team, () => read(send(team, "tools/call", params)));
      assert.equal(result.isError, true);
      assert.equal("structuredContent" in result, false);
      const [sentence, parts] = result.content;
      assert.match(sentence.text, /^The tag "New" exists already; use its id [0-9a-f-]{36}\.$/);
      const { code, path, message, next, ...rest } = JSON.parse(parts.text);
      assert.deepEqual({ code, path, rest }, { code: "already_exists", path: "name", rest: {} });
      assert.equal(sentence.text, `${message}; ${next}.`);
    });

    test("arguments that are wrong are a tool error with the argument's name", async () => {
      const team = await world.team();
      await assertUntouched(team, async () => {
        for (const [name, args, path] of [
          ["customers_get", {}, "id"],
          ["customers_get", { id: "7" }, "id"],
          ["customers_list", { limit: 101 }, "limit"],
          ["customers_create", { name: "Acme" }, "email"],
          ["tags_create", { name: "New", colour: "red" }, "colour"],
          ["tags_list", [], null],
          ["tags_list", "all", null],
        ] as const) {
          const { result } = await read(send(team, "tools/call", { name, arguments: args }));
          assert.equal(result.isError, true);
          assert.equal(JSON.parse(result.content[1].text).path, path);
          assert.ok(result.content[0].text.includes(path ?? "the arguments"));
        }
      });
    });

    test("null arguments are none", async () => {
      const { result } = await read(
        send(await world.team(), "tools/call", { name: "tags_list", arguments: null }),
      );
      assert.deepEqual(result.structuredContent.items, []);
    });

    test("-32602 with status 200 for a tool that there is not", async () => {
      const team = await world.team();
      for (const name of [
        "no_such_tool",
        "",
        "TAGS_LIST",
        "constructor",
        "__proto__",
        "x".repeat(1000),
      ]) {
        const error = await assertError(send(team, "tools/call", { name }), 200, -32602);
        assert.equal(error.message, `Unknown tool: ${name.slice(0, 100)}`);
      }
    });

    test("-32602 for a call that names no tool", async () => {
      await assertError(send(await world.team(), "tools/call", {}), 200, -32602);
    });

    test("a repeated list has the same bytes, whoever asks", async () => {
      const [team, other] = [await world.team(), await world.team()];
      const lists = [await text(team), await text(other), await text(team)];
      assert.equal(new Set(lists).size, 1);

      async function text(team: Team): Promise<string> {
        return (await send(team, "tools/list")).text();
      }
    });

    test("-32602 for a cursor, since the list has a single page", async () => {
      const team = await world.team();
      for (const cursor of ["", "2", "eyJhIjoxfQ", 1]) {
        await assertError(send(team, "tools/list", { cursor }), 200, -32602);
      }
      assert.equal("nextCursor" in (await read(send(team, "tools/list"))).result, false);
    });
  });
}

test("-32602 for a call whose tool is no text", async () => {
  const team = await world.team();
  for (const name of [null, 1, ["tags_list"], { name: "tags_list" }]) {
    await assertError(GENERATIONS.legacy(team, "tools/call", { name }), 200, -32602);
  }
});

describe("a tool that may answer null", () => {
  const params = { name: "customers_get", arguments: { id: NOBODY } };

  test("has null as data and an output schema that allows it, to modern clients", async () => {
    const team = await world.team();
    const { result } = await read(GENERATIONS.modern(team, "tools/call", params));
    assert.deepEqual(result.content, [{ type: "text", text: "null" }]);
    assert.equal(result.structuredContent, null);
    const { outputSchema } = await listedTool(GENERATIONS.modern, team);
    assert.deepEqual(outputSchema.type, ["object", "null"]);
    assert.ok(new Ajv2020().validate(outputSchema, null));
  });

  test("has neither to legacy clients, which know only objects", async () => {
    const team = await world.team();
    const { result } = await read(GENERATIONS.legacy(team, "tools/call", params));
    assert.deepEqual(result, { content: [{ type: "text", text: "null" }] });
    assert.equal("outputSchema" in (await listedTool(GENERATIONS.legacy, team)), false);
  });

  test("has an object as data to both when there is one", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", {
      name: "Acme",
      email: "hello@acme.example",
    });
    for (const send of Object.values(GENERATIONS)) {
      const { result } = await read(
        send(team, "tools/call", { name: "customers_get", arguments: { id } }),
      );
      assert.equal(result.structuredContent.name, "Acme");
    }
  });
});

test("every output schema that a legacy client is shown is an object", async () => {
  const team = await world.team({ destructive_ai_tools: true });
  const { tools } = (await read(GENERATIONS.legacy(team, "tools/list"))).result;
  const others = tools.filter(
    ({ outputSchema }: any) => outputSchema !== undefined && outputSchema.type !== "object",
  );
  assert.deepEqual(others, []);
});

test("the instructions say what an assistant needs before its first call, in under 2 KB", async () => {
  world.at("2026-11-21T23:30:00Z");
  const team = await world.team();
  await team.setTimeZone("Asia/Tokyo");
  const legacy = await read(team.rpc("initialize", { protocolVersion: "2025-11-25" }));
  const modern = await read(GENERATIONS.modern(team, "server/discover"));
  const { instructions } = legacy.result;
  assert.equal(modern.result.instructions, instructions);
  assert.ok(Buffer.byteLength(instructions) < 2048, String(Buffer.byteLength(instructions)));
  for (const fact of [
    "Test team",
    "Olga Owner",
    "2026-11-22",
    "Asia/Tokyo",
    "EUR",
    "customers",
    "nextCursor",
    "_meta.idempotencyKey",
    "Only a person, in the web app, credits a part of an invoice",
    "You have no tools that delete or void",
    "invoices",
    "receipts",
    "ledgerport://tracker/months/2026-11",
    "ledgerport://reports/{profit_loss, tax, revenue, spending or burn_rate}/2026-Q4",
  ]) {
    assert.ok(instructions.includes(fact), fact);
  }
  await team.set({ destructive_ai_tools: true });
  const open = await read(team.rpc("initialize", { protocolVersion: "2025-11-25" }));
  assert.ok(!open.result.instructions.includes("You have no tools"), open.result.instructions);
});

async function listedTool(
  send: (team: Team, method: string) => Promise<Response>,
  team: Team,
): Promise<any> {
  const { tools } = (await read(send(team, "tools/list"))).result;
  return tools.find(({ name }: { name: string }) => name === "customers_get");
}
