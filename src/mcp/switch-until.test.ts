import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { resource } from "../../test/content.ts";
import { listed } from "../../test/mcp.ts";
import { throughApp } from "../../test/oauth.ts";

const HOUR_MS = 60 * 60_000;

onAnyDatabase((world) => {
  for (const [credential, reached] of [
    ["a key", async (team: Team) => team],
    ["an app", async (team: Team) => throughApp(team)],
  ] as const) {
    test(`tools that delete are hidden from ${credential}, and refused, when the switch's time is over`, async () => {
      const team = await reached(await openForAnHour(world));
      const tag = await team.call("tags_create", { name: "Kept" });
      world.pass(HOUR_MS / 2 - 1);
      assert.ok((await listed(team)).includes("tags_delete"));
      assert.equal((await resource(team, "ledgerport://team")).tools.deleting, true);
      world.pass(1);
      assert.ok(!(await listed(team)).includes("tags_delete"));
      assert.equal((await resource(team, "ledgerport://team")).tools.deleting, false);
      const refused = await team.refused("tags_delete", { id: tag.id });
      assert.equal(refused.code, "tool_not_available");
      assert.match(refused.sentence, /the team has not enabled destructive AI tools/);
      assert.equal((await team.call("tags_list")).items.length, 1);
    });
  }

  test("a switch without a time stays on", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    world.pass(365 * 24 * HOUR_MS);
    assert.ok((await listed(team)).includes("tags_delete"));
  });
});

/** A team that turned the switch on for an hour, half an hour ago; access tokens last an hour too. */
async function openForAnHour(world: World): Promise<Team> {
  const until = new Date(Date.parse(world.now) + HOUR_MS).toISOString();
  const timed = { destructive_ai_tools: true, destructive_ai_tools_until: until };
  const team = await world.team(timed);
  world.pass(HOUR_MS / 2);
  return team;
}
