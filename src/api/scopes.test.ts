import assert from "node:assert/strict";
import { test } from "node:test";
import { worldOfFile } from "../../test/mcp.ts";
import { WebApp } from "../../test/web.ts";
import { SCOPES } from "../accounts/scopes.ts";

const world = worldOfFile();

test("every scope that can be chosen is shown once, under what it is about, in plain words", async () => {
  const app = await WebApp.of(await world.team());
  const { resources } = await app.ask("GET /api/scopes", {});
  const scopes = resources.flatMap(({ read, write }) => [read, write]).filter(Boolean);
  assert.deepEqual(new Set(scopes.map((scope) => scope?.scope)), new Set(SCOPES));
  assert.equal(scopes.length, SCOPES.length);
  for (const { name, label, read, write } of resources) {
    assert.match(label, /^[A-Z][a-z ]+$/);
    assert.equal(read?.scope, `${name}.read`);
    assert.ok(write === null || write.scope === `${name}.write`);
    assert.match(read?.words ?? "", /^[A-Z]/);
  }
  const unwritten = resources.filter(({ write }) => write === null);
  assert.deepEqual(
    unwritten.map(({ name }) => name),
    ["reports", "search"],
  );
});
