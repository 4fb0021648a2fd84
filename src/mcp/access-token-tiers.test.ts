import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { BASE_URL, onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { bearer, GENERATIONS, listed, read } from "../../test/mcp.ts";
import { throughApp } from "../../test/oauth.ts";
import type { Tier } from "../core/tool.ts";
import { tools } from "./registry.ts";

const METADATA = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`;

const TIERS: readonly { scope: string; unlocks: readonly Tier[]; isEnabled?: boolean }[] = [
  { scope: "apis.read", unlocks: ["read"], isEnabled: true },
  { scope: "search.read", unlocks: ["read"], isEnabled: true },
  { scope: "users.read reports.read", unlocks: ["read"], isEnabled: true },
  { scope: "notifications.write", unlocks: ["read", "write"], isEnabled: true },
  { scope: "apis.read tags.write", unlocks: ["read", "write"], isEnabled: true },
  { scope: "apis.all", unlocks: ["read", "write"] },
  { scope: "apis.all", unlocks: ["read", "write", "destructive"], isEnabled: true },
];

/** Scope that each tool's challenge names: a committed snapshot that `npm run docs` writes. */
const SCOPES: Readonly<Record<string, string>> = JSON.parse(
  await readFile(new URL("snapshots/scopes.json", import.meta.url), "utf8"),
);

onAnyDatabase((world) => {
  for (const { scope, unlocks, isEnabled = false } of TIERS) {
    describe(`${scope}, where destructive AI tools are ${isEnabled ? "on" : "off"}`, () => {
      const isOpen = ({ tier }: { tier: Tier }) => unlocks.includes(tier);

      test(`lists ${unlocks.join(", ")} tools and reaches each of them`, async () => {
        const app = await through(world, scope, isEnabled);
        for (const send of Object.values(GENERATIONS)) {
          assert.deepEqual(
            await listed(app, send),
            tools.filter(isOpen).map(({ name }) => name),
          );
          for (const { name } of tools.filter(isOpen)) {
            const params = { name, arguments: { no_such_argument: 1 } };
            const { result } = await read(send(app, "tools/call", params));
            assert.match(result.content[0].text, /there is no argument "no_such_argument"/, name);
          }
        }
      });

      test("is refused every other tool, and nothing happens", async () => {
        const app = await through(world, scope, isEnabled);
        const before = await app.state();
        for (const send of Object.values(GENERATIONS)) {
          for (const { name } of tools.filter((tool) => !isOpen(tool))) {
            const params = {
              name,
              arguments: { name: "x", email: "x@example.com", id: app.userId },
            };
            const answer = await send(app, "tools/call", params);
            const lacksScope = !scope.includes("apis.all");
            assert.equal(answer.status, lacksScope ? 403 : 200, name);
            const { error, result } = await read(answer);
            assert.ok(lacksScope ? error : result.isError, name);
          }
        }
        assert.deepEqual(await app.state(), before);
      });
    });
  }

  test("a tool beyond the token's scopes is 403, and the challenge names the one scope it needs", async () => {
    const app = await through(world, "search.read", true);
    assert.deepEqual(Object.keys(SCOPES).toSorted(), tools.map(({ name }) => name).toSorted());
    for (const { name, scope, tier } of tools) {
      assert.equal(scope, SCOPES[name]);
      if (tier === "read") continue;
      for (const send of Object.values(GENERATIONS)) {
        const answer = await send(app, "tools/call", { name, arguments: {} });
        assert.equal(answer.status, 403);
        assert.equal(
          answer.headers.get("WWW-Authenticate"),
          `Bearer error="insufficient_scope", scope="${SCOPES[name]}", ${METADATA}`,
        );
        const { error } = await read(answer);
        assert.deepEqual(error.data, { code: "insufficient_scope", scope: SCOPES[name] });
      }
    }
  });

  test("a team's closed gate is named beside the missing scope, and alone causes no scope challenge", async () => {
    const team = await world.team();
    const few = await throughApp(team, "customers.read");
    const call = { name: "customers_delete", arguments: { id: team.userId } };
    const asked = await few.rpc("tools/call", call);
    assert.equal(asked.status, 403);
    const { error } = await read(asked);
    assert.match(
      error.message,
      /does not hold apis\.all, and the team has not enabled destructive/,
    );
    const all = await throughApp(team, "apis.all");
    const refused = await all.rpc("tools/call", call);
    assert.equal(refused.status, 200);
    assert.equal(refused.headers.get("WWW-Authenticate"), null);
    const { result } = await read(refused);
    assert.match(result.content[0].text, /the team has not enabled destructive AI tools/);
    assert.ok(!/does not hold/.test(result.content[0].text));
  });

  test("an API key without the scope gets a tool error, not a challenge", async () => {
    const team = await (await world.team()).as("restricted", ["tags.read"]);
    const answer = await team.rpc("tools/call", { name: "tags_create", arguments: { name: "x" } });
    assert.deepEqual([answer.status, answer.headers.get("WWW-Authenticate")], [200, null]);
  });

  test("in a batch only the closed tool is refused", async () => {
    const app = await through(world, "tags.read", true);
    const call = (id: number, name: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: name === "tags_list" ? {} : { name: "x" } },
    });
    const answer = await world.post(
      [call(1, "tags_create"), call(2, "tags_list")],
      bearer(app.key),
    );
    assert.equal(answer.status, 200);
    const [refused, served] = await read(answer);
    assert.equal(refused.error.data.code, "insufficient_scope");
    assert.ok(served.result);
    assert.deepEqual((await app.state())["tags"], []);
  });
});

async function through(world: World, scope: string, isEnabled: boolean): Promise<Team> {
  return throughApp(await world.team({ destructive_ai_tools: isEnabled }), scope);
}
