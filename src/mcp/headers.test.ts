import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  assertError,
  assertUntouched,
  type Fields,
  META,
  modern,
  modernHeaders,
  read,
  VERSION,
  worldOfFile,
} from "../../test/mcp.ts";

const world = worldOfFile();

const TAG = { name: "tags_create", arguments: { name: "New" } };

describe("400 -32020 when", () => {
  const headers = modernHeaders("tools/call", TAG);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

  for (const [name, sent] of Object.entries({
    "MCP-Protocol-Version is missing": without("MCP-Protocol-Version"),
    "MCP-Protocol-Version is another modern-looking version": {
      ...headers,
      "MCP-Protocol-Version": "2099-01-01",
    },
    "MCP-Protocol-Version is a legacy version": {
      ...headers,
      "MCP-Protocol-Version": "2025-11-25",
    },
    "Mcp-Method is missing": without("Mcp-Method"),
    "Mcp-Method is another method": { ...headers, "Mcp-Method": "tools/list" },
    "Mcp-Method is in another case": { ...headers, "Mcp-Method": "Tools/Call" },
    "Mcp-Name is missing": without("Mcp-Name"),
    "Mcp-Name is another name": { ...headers, "Mcp-Name": "tags_list" },
    "Mcp-Name is in another case": { ...headers, "Mcp-Name": "TAGS_CREATE" },
    "Mcp-Name encodes another name": { ...headers, "Mcp-Name": encoded("tags_list") },
    "Mcp-Name is encoded in another way": {
      ...headers,
      "Mcp-Name": encoded("tags_create").replace("base64", "BASE64"),
    },
    "Mcp-Name is no base64": { ...headers, "Mcp-Name": "=?base64?tags_create?=" },
  })) {
    test(name, async () => {
      const team = await world.team();
      await assertUntouched(team, async () => {
        const error = await assertError(
          team.rpc("tools/call", { _meta: META, ...TAG }, sent),
          400,
          -32020,
        );
        assert.match(error.message, new RegExp(`^Header mismatch: ${name.split(" ")[0]} `));
      });
    });
  }

  test("the body names an unsupported version, and the header another", async () => {
    const _meta = { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    await assertError(modern(await world.team(), "server/discover", { _meta }), 400, -32020);
  });

  for (const [method, params] of [
    ["prompts/get", { name: "month_end" }],
    ["resources/read", { uri: "ledgerport://team" }],
  ] as const) {
    test(`Mcp-Name of ${method} does not match`, async () => {
      const team = await world.team();
      await assertError(modern(team, method, params, { "Mcp-Name": "other" }), 400, -32020);
    });
  }
});

test("Mcp-Name may be encoded in base64", async () => {
  const team = await world.team();
  const { result } = await read(modern(team, "tools/call", TAG, { "Mcp-Name": encoded(TAG.name) }));
  assert.equal(result.structuredContent.name, "New");
  const name = "=?base64?ярлык 🏷?=";
  await assertError(
    modern(team, "tools/call", { name }, { "Mcp-Name": encoded(name) }),
    200,
    -32602,
  );
});

test("the names of headers are taken in any case", async () => {
  const team = await world.team();
  const headers: Fields = { "mcp-protocol-version": VERSION, "MCP-METHOD": "tools/list" };
  assert.equal((await team.rpc("tools/list", { _meta: META }, headers)).status, 200);
});

function encoded(text: string): string {
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
