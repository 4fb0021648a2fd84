import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { test } from "node:test";
import { ROOT } from "./server.ts";

const ASKS = /^import (?!type)[^;]* from "(\.\.\/)+db\//m;

test("each room and each domain that asks the database has tests that run on each", () => {
  const files = globSync("src/**/*.ts", { cwd: ROOT }).map((file) => {
    const path = file.split(sep).join("/");
    return { room: roomOf(path), isTest: path.endsWith(".test.ts"), text: textOf(path) };
  });
  const asks = files.filter(({ isTest, text }) => !isTest && ASKS.test(text));
  const proven = files.filter(({ isTest, text }) => isTest && text.includes("onEachDatabase("));
  const rooms = new Set(proven.map(({ room }) => room));
  const unproven = asks.map(({ room }) => room).filter((room) => !rooms.has(room));
  assert.deepEqual([...new Set(unproven)], []);
});

test("each tool and each route answers its example on each database", () => {
  // Both derive from the registry, so that a new tool or route is in them.
  for (const path of ["src/mcp/walls.test.ts", "src/api/served.test.ts"])
    assert.match(textOf(path), /^onEachDatabase\(/m, path);
});

/** A folder of `src`, or of `src/domains`. */
function roomOf(path: string): string {
  const [, room, noun] = path.split("/");
  return room === "domains" ? `domains/${noun}` : (room ?? "");
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
