import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refusedLines } from "./lint.ts";

const AMBIENT = [
  `export const a = new Date();`,
  `export const b = Date();`,
  `export const c = Date.now();`,
  `export const d = { clock: Date.now };`,
  `export const e = globalThis.Date.now();`,
  `export const f = Math.random();`,
  `export const g = performance.now();`,
  `export const h = crypto.randomUUID();`,
  `export const i = crypto.getRandomValues(new Uint8Array(8));`,
  `export const j = process.env["PORT"];`,
  `export const k = process["env"];`,
  `export const { argv } = process;`,
  `import { randomBytes } from "node:crypto";`,
  `import { createHash, randomUUID as id } from "node:crypto";`,
  `import * as everything from "node:crypto";`,
  `import { env } from "node:process";`,
];

const GIVEN = [
  `export const a = new Date("2026-11-21T09:00:00Z");`,
  `export const b = Date.parse("2026-11-21T09:00:00Z");`,
  `import { createHash } from "node:crypto";`,
  `import type { randomBytes } from "node:crypto";`,
  `export const c = process.memoryUsage();`,
];

describe("time, chance and settings", () => {
  for (const path of ["src/shared/time.ts", "src/domains/tags/tag.ts", "src/serve.ts"]) {
    it(`are not read in ${path}`, () => {
      const refused = refusedLines("no-ambient", { [path]: AMBIENT });
      assert.deepEqual(
        refused,
        AMBIENT.map((line) => `${path}: ${line}`),
      );
    });
  }

  for (const path of [
    "src/main.ts",
    "src/domains/tags/tag.test.ts",
    "test/app.ts",
    "scripts/docs.ts",
  ]) {
    it(`may be read in ${path}`, () => {
      assert.deepEqual(refusedLines("no-ambient", { [path]: AMBIENT }), []);
    });
  }

  it("may be worked with where they were handed in", () => {
    assert.deepEqual(refusedLines("no-ambient", { "src/shared/time.ts": GIVEN }), []);
  });
});
