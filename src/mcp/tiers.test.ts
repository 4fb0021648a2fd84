import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { assertUntouched, GENERATIONS, listed, read } from "../../test/mcp.ts";
import type { Tier } from "../core/tool.ts";
import { tools } from "./registry.ts";

type Credential = {
  readonly name: string;
  readonly unlocks: readonly Tier[];
  /** Refusal of a destructive tool. */
  readonly gate?: RegExp;
  readonly make: (world: World) => Promise<Team>;
};

const NO_APIS_ALL = /the credential does not hold apis\.all/;

const CREDENTIALS: readonly Credential[] = [
  {
    name: "apis.read",
    unlocks: ["read"],
    gate: NO_APIS_ALL,
    make: async (world) => (await world.team({ destructive_ai_tools: true })).as("read"),
  },
  ...["tags.read", "reports.read", "users.read"].map((scope) => ({
    name: scope,
    unlocks: ["read"] as const,
    gate: NO_APIS_ALL,
    make: async (world: World) =>
      (await world.team({ destructive_ai_tools: true })).as("restricted", [scope]),
  })),
  ...["tags.write", "customers.write", "notifications.write"].map((scope) => ({
    name: scope,
    unlocks: ["read", "write"] as const,
    gate: NO_APIS_ALL,
    make: async (world: World) =>
      (await world.team({ destructive_ai_tools: true })).as("restricted", [scope]),
  })),
  {
    name: "apis.all without the team's switch",
    unlocks: ["read", "write"],
    gate: /the team has not enabled destructive AI tools/,
    make: (world) => world.team(),
  },
  {
    name: "apis.all with the team's switch",
    unlocks: ["read", "write", "destructive"],
    make: (world) => world.team({ destructive_ai_tools: true }),
  },
  {
    name: "a member's apis.all that the team allows",
    unlocks: ["read", "write", "destructive"],
    make: (world) => memberWithAll(world),
  },
  {
    name: "a member's apis.all that the team allows no more",
    unlocks: ["read", "write"],
    gate: /members' credentials do not get apis\.all in this team/,
    make: async (world) => {
      const member = await memberWithAll(world);
      await member.set({ member_full_access: false });
      return member;
    },
  },
];

onAnyDatabase((world) => {
  for (const { name, unlocks, gate = /never/, make } of CREDENTIALS) {
    describe(name, () => {
      const open = tools.filter(({ tier }) => unlocks.includes(tier));
      const closed = tools.filter(({ tier }) => !unlocks.includes(tier));

      for (const [generation, send] of Object.entries(GENERATIONS)) {
        test(`lists ${unlocks.join(", ")} tools, ${generation}`, async () => {
          assert.deepEqual(
            await listed(await make(world), send),
            open.map(({ name }) => name),
          );
        });

        test(`reaches each of them, ${generation}`, async () => {
          const team = await make(world);
          for (const { name } of open) {
            const { result } = await read(
              send(team, "tools/call", { name, arguments: { no_such_argument: 1 } }),
            );
            assert.match(result.content[0].text, /there is no argument "no_such_argument"/, name);
          }
        });

        test(`is refused every other tool, ${generation}`, async () => {
          const team = await make(world);
          for (const { name, tier } of closed) {
            const params = { name, arguments: await temptation(team, name) };
            const before = await team.state();
            assertClosed((await read(send(team, "tools/call", params))).result, tier, gate);
            assert.deepEqual(await team.state(), before, name);
          }
        });
      }

      test("is refused every other tool in a batch", async () => {
        const team = await make(world);
        const calls = await Promise.all(
          closed.map(async ({ name }, id) => {
            const params = { name, arguments: await temptation(team, name) };
            return { jsonrpc: "2.0", id, method: "tools/call", params };
          }),
        );
        const before = await team.state();
        const ping = { jsonrpc: "2.0", id: "ping", method: "ping" };
        for (let from = 0; from < closed.length; from += CALLS_IN_A_BATCH) {
          const some = calls.slice(from, from + CALLS_IN_A_BATCH);
          const answers = await read(
            world.post([...some, ping], { Authorization: `Bearer ${team.key}` }),
          );
          for (const [index, { id }] of some.entries())
            assertClosed(answers[index].result, closed[id]?.tier ?? "read", gate);
          assert.deepEqual(answers.at(-1), { jsonrpc: "2.0", id: "ping", result: {} });
        }
        assert.deepEqual(await team.state(), before);
      });
    });
  }

  test("a refused destructive call is journalled with who, by what, which tool and why", async () => {
    const owner = await world.team();
    const team = await owner.as("read");
    await team.refused("customers_delete", { id: team.userId });
    const event = (await team.journal()).find(({ tool }) => tool === "customers_delete");
    assert.equal(event?.outcome, "refused");
    assert.equal(event?.reason, "tool_not_available");
    assert.equal(event?.actor_id, team.userId);
    assert.equal(event?.credential_kind, "api_key");
    assert.deepEqual(event?.changes, []);
  });

  test("a refused write is not journalled", async () => {
    const team = await (await world.team()).as("read");
    const error = await assertUntouched(team, () => team.refused("tags_create", { name: "New" }));
    assert.equal(error.code, "tool_not_available");
    assert.match(
      error.sentence,
      /the credential holds no write scope; use a credential with a write scope\.$/,
    );
  });

  test("a setting of the team, and a role, count from the next call on", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "New" });
    await team.refused("tags_delete", { id: tag.id });
    await team.set({ destructive_ai_tools: true });
    assert.ok((await listed(team)).includes("tags_delete"));
    await setRole(team, "member");
    assert.match(
      (await team.refused("tags_delete", { id: tag.id })).sentence,
      /members' credentials/,
    );
    await setRole(team, "admin");
    assert.equal((await team.call("tags_delete", { id: tag.id })).deleted, true);
  });
});

async function memberWithAll(world: World): Promise<Team> {
  const team = await world.team({ destructive_ai_tools: true, member_full_access: true });
  return team.member("member", { preset: "all" });
}

/** Arguments with which a tool would make a change if it were not refused. */
async function temptation(team: Team, tool: string): Promise<Record<string, unknown>> {
  if (tool === "tags_create") return { name: "New" };
  if (tool === "customers_create") return { name: "Acme", email: "hello@acme.example" };
  if (tool !== "tags_delete") return { id: team.userId };
  const id = team.auditContext.newId();
  const tag = {
    team_id: team.id,
    id,
    name: "Old",
    name_key: "old",
    name_folded: "old",
    created_at: team.world.now,
  };
  await team.world.database.begin((db) => db.insertInto("tags").values(tag).execute());
  return { id };
}

function assertClosed(result: any, tier: Tier, gate: RegExp): void {
  assert.equal(result.isError, true);
  assert.equal(codeOf(result), "tool_not_available");
  assert.equal("structuredContent" in result, false);
  const [{ text }] = result.content;
  assert.match(text, tier === "destructive" ? gate : /the credential holds no write scope/);
}

function codeOf(result: any): string {
  return JSON.parse(result.content[1].text).code;
}

async function setRole(team: Team, role: "member" | "admin"): Promise<void> {
  await team.world.database.begin((db) =>
    db
      .updateTable("memberships")
      .set({ role })
      .where("team_id", "=", team.id)
      .where("user_id", "=", team.userId)
      .execute(),
  );
}

/** One message less than a batch may have, for a ping. */
const CALLS_IN_A_BATCH = 19;
