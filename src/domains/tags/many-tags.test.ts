import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { codesOf, together } from "../../../test/races.ts";
import { addTags } from "../../../test/tags.ts";

const MOST = 1000;

onEachDatabase((world) => {
  test("a team has 1,000 tags at most, however many calls create them at once", async () => {
    const [team, other] = [await world.team(), await world.team()];
    await addTags(team, MOST - 5);
    const attempts = await together(20, (index) =>
      team.attempt("tags_create", { name: `New ${index}` }),
    );
    assert.deepEqual(codesOf(attempts), { too_many: 15 });
    assert.equal((await team.call("tags_list")).items.length, MOST);
    await other.call("tags_create", { name: "New" });
  });

  test("one more is refused with the next step, and a name that exists still gives its id", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    await addTags(team, MOST);
    const error = await team.refusedWithoutTrace("tags_create", { name: "New" });
    assert.equal(error.code, "too_many");
    assert.equal(
      error.sentence,
      "The team has 1000 tags, and no more fit; use one that tags_list shows, or delete one first.",
    );
    const same = await team.refusedWithoutTrace("tags_create", { name: "TAG 7" });
    assert.equal(same.code, "already_exists");
    const [first] = (await team.call("tags_list", { limit: 1 })).items;
    await team.call("tags_delete", { id: first.id });
    await team.call("tags_create", { name: "New" });
  });

  test("a deleted tag does not come back to a team that has 1,000 others", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    await addTags(team, MOST - 1);
    const { id } = await team.call("tags_create", { name: "Old" });
    await team.call("tags_delete", { id });
    await team.call("tags_create", { name: "New" });
    const activity = await Activity.of(team);
    const deletion = await activity.latest("tags_delete");
    const before = await team.state();
    assert.match(await activity.refused(deletion), /^not_undoable: .+ has 1000 tags now/);
    assert.deepEqual(await team.state(), before);
  });
});
