import assert from "node:assert/strict";
import { test } from "node:test";
import { checkParameterHeaders, mirroredParameters } from "./generations.ts";
import { HEADER_MISMATCH, RpcError } from "./rpc.ts";

const SCHEMA = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    deep: { type: "object", properties: { size: { type: "integer", "x-mcp-header": "Size" } } },
    dry: { type: "boolean", "x-mcp-header": "Dry-Run" },
    plain: { type: "string" },
    list: { type: "array", items: { type: "string", "x-mcp-header": "Item" } },
  },
};

const parameters = mirroredParameters(SCHEMA);

test("the parameters that are repeated are those reached through properties alone", () => {
  assert.deepEqual(parameters, [
    { header: "Mcp-Param-Region", path: ["region"] },
    { header: "Mcp-Param-Size", path: ["deep", "size"] },
    { header: "Mcp-Param-Dry-Run", path: ["dry"] },
  ]);
  assert.deepEqual(mirroredParameters({ type: "object" }), []);
});

for (const [what, given, headers] of [
  ["no value and no header", {}, {}],
  ["no arguments at all", undefined, {}],
  ["null and no header", { region: null }, {}],
  ["text", { region: "us-west1" }, { region: "us-west1" }],
  ["text in base64", { region: "Zürich" }, { region: "=?base64?WsO8cmljaA==?=" }],
  [
    "text that looks encoded",
    { region: "=?base64?x?=" },
    { region: "=?base64?PT9iYXNlNjQ/eD89?=" },
  ],
  ["a number", { deep: { size: -7 } }, { size: "-7" }],
  ["a boolean", { dry: false }, { "dry-run": "false" }],
] as const) {
  test(`${what} passes`, () => check(given, headers));
}

for (const [what, given, headers] of [
  ["a header that is missing", { region: "us-west1" }, {}],
  ["a header without a value", {}, { region: "us-west1" }],
  ["a header of another value", { region: "us-west1" }, { region: "us-west2" }],
  ["another case", { region: "us-west1" }, { region: "US-West1" }],
  ["base64 without its padding", { region: "Zürich" }, { region: "=?base64?WsO8cmljaA?=" }],
  ["a number as it is not written", { deep: { size: 7 } }, { size: "7.0" }],
  ["a value that only a prototype has", { deep: { constructor: 1 } }, { size: "1" }],
] as const) {
  test(`${what} is refused`, () => {
    const isMismatch = (error: unknown) =>
      error instanceof RpcError && error.code === HEADER_MISMATCH && error.status === 400;
    assert.throws(() => check(given, headers), isMismatch);
  });
}

function check(given: unknown, headers: Readonly<Record<string, string>>): void {
  checkParameterHeaders(parameters, given, (name) => headers[name.replace("mcp-param-", "")]);
}
