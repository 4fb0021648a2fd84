import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refusedLines } from "./lint.ts";

const FILE = "src/core/money.test.ts";

describe("a test that does not run", () => {
  it("is refused", () => {
    const lines = [
      `it.only("adds", () => {});`,
      `it.skip("adds", () => {});`,
      `test.todo("adds");`,
      `describe.only("money", () => {});`,
      `it("adds", { only: true }, () => {});`,
      `it("adds", { skip: "later" }, () => {});`,
      `describe("money", { todo: true }, () => {});`,
    ];
    assert.deepEqual(
      refusedLines("no-sidelined-tests", { [FILE]: lines }),
      lines.map((line) => `${FILE}: ${line}`),
    );
  });

  it("may be skipped on a condition", () => {
    const lines = [
      `describe("postgres", { skip: url === undefined && "no database" }, () => {});`,
      `it("adds", { skip, timeout: 1000 }, (t) => t.skip("no database"));`,
    ];
    assert.deepEqual(refusedLines("no-sidelined-tests", { [FILE]: lines }), []);
  });
});
