import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";

onEachDatabase((world) => {
  test("a tag's name is trimmed, and unique in the team ignoring case", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "  Wholesale " });
    assert.equal(tag.name, "Wholesale");
    const before = await team.state();
    const error = await team.refused("tags_create", { name: "WHOLESALE" });
    assert.equal(error.code, "already_exists");
    assert.ok(error.sentence.includes(tag.id));
    assert.deepEqual(await team.state(), before);
  });
});
