import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refusedLines } from "./lint.ts";

const REACHING = [
  `import { connect } from "node:net";`,
  `import http from "node:http";`,
  `import * as https from "https";`,
  `import type { Socket } from "node:dgram";`,
  `export * from "node:tls";`,
  `export { lookup } from "node:dns/promises";`,
  `export const a = await import("node:http2");`,
  `export const b = await fetch("http://127.0.0.1/");`,
  `export const c = globalThis.fetch;`,
  `export const d = globalThis["fetch"];`,
  `export const e = new WebSocket("ws://127.0.0.1/");`,
];

const LOCAL = [
  `import { readFile } from "node:fs/promises";`,
  `export const address = "https://example.com/";`,
];

describe("the network", () => {
  it("is out of reach of code that reads files", () => {
    const path = "src/reading/pdf.ts";
    assert.deepEqual(
      refusedLines("no-network", { [path]: REACHING }),
      REACHING.map((line) => `${path}: ${line}`),
    );
    assert.deepEqual(refusedLines("no-network", { [path]: LOCAL }), []);
  });

  for (const path of ["src/http/server.ts", "src/reading/pdf.test.ts"])
    it(`may be used in ${path}`, () => {
      assert.deepEqual(refusedLines("no-network", { [path]: REACHING }), []);
    });
});
