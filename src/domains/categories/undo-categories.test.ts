import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { WebApp } from "../../../test/web.ts";

const SET = "PATCH /api/teams/:team/category-settings/:slug";

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team({ destructive_ai_tools: true });
    const call = async (tool: string, args: object) => {
      world.pass(1000);
      return team.call(tool, args);
    };
    return { team, call, activity: await Activity.of(team) };
  }

  async function assertStays(team: Team, undo: () => Promise<string>, why: RegExp) {
    const before = await team.state();
    assert.match(await undo(), why);
    assert.deepEqual(await team.state(), before);
  }

  test("a deleted category comes back with those below it, and what it was below", async () => {
    const { team, call, activity } = await opened();
    const top = await call("categories_create", { name: "Top", kind: "income" });
    await call("categories_create", { name: "Below", parent_id: top.id });
    const fairs = await call("categories_create", { name: "Fairs", parent_id: "operations" });
    const before = await team.state();
    await call("categories_delete", { id: top.id });
    await activity.undo(await activity.latest("categories_delete"));
    assert.deepEqual(await team.state(), before);
    await call("categories_delete", { id: fairs.id });
    await activity.undo(await activity.latest("categories_delete"));
    assert.deepEqual(await team.state(), before);
  });

  test("a category does not come back to a slug that is taken, or to a parent that is gone", async () => {
    const { team, call, activity } = await opened();
    const first = await call("categories_create", { name: "Fairs" });
    await call("categories_delete", { id: first.id });
    await call("categories_create", { name: "fairs" });
    const refused = async () => activity.refused(await activity.latest("categories_delete"));
    await assertStays(team, refused, /has its slug now/);
    const top = await call("categories_create", { name: "Top" });
    const below = await call("categories_create", { name: "Below", parent_id: top.id });
    await call("categories_delete", { id: below.id });
    const event = await activity.latest("categories_delete");
    await call("categories_delete", { id: top.id });
    await assertStays(team, async () => activity.refused(event), /is not there any more/);
  });

  test("an undo makes no third level", async () => {
    const { team, call, activity } = await opened();
    const top = await call("categories_create", { name: "Top" });
    const below = await call("categories_create", { name: "Below", parent_id: top.id });
    await call("categories_update", { id: below.id, parent_id: null });
    const event = await activity.latest("categories_update");
    await call("categories_update", { id: top.id, parent_id: "operations" });
    await assertStays(team, async () => activity.refused(event), /is below another now/);
  });

  test("what a team says about a system category is undone, and told with its name", async () => {
    const { team, activity } = await opened();
    const app = await WebApp.of(team);
    const before = await team.state();
    await app.ask(SET, { team: team.id, slug: "meals", tax_rate: 7.5 });
    world.pass(1000);
    await app.ask(SET, { team: team.id, slug: "meals", is_hidden: true });
    const hid = await activity.latest(SET);
    assert.match(JSON.stringify(hid), /hid the category.*Meals/);
    await activity.undo(hid);
    const events = (await activity.list()).filter(({ tool }) => tool === SET);
    await activity.undo(events.at(-1) ?? hid);
    assert.deepEqual(await team.state(), before);
  });
});
