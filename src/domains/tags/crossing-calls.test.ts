import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";

onEachDatabase((world) => {
  test("of twenty tags of one name created at once there is one, and the others name it", async () => {
    const team = await world.team();
    const calls = Array.from({ length: 20 }, (_, number) =>
      team.attempt("tags_create", { name: number % 2 === 0 ? "Wholesale" : "WHOLESALE" }),
    );
    const attempts = await Promise.all(calls);
    const [made, ...others] = attempts.filter(({ refused }) => refused === null);
    assert.equal(others.length, 0);
    for (const { refused } of attempts) {
      if (refused === null) continue;
      assert.equal(refused.code, "already_exists");
      assert.ok(refused.next.includes(made?.answer.id));
    }
    assert.deepEqual((await team.call("tags_list")).items, [made?.answer]);
    assert.equal((await team.journalOf("tags_create")).length, 1);
  });

  test("a tag may go while one of its name is created: each call is done whole or refused", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    for (let round = 0; round < 30; round += 1) {
      const { id } = await team.call("tags_create", { name: "Wholesale" });
      const [first, deleted, ...others] = await Promise.all([
        team.attempt("tags_create", { name: "wholesale" }),
        team.call("tags_delete", { id }),
        team.attempt("tags_create", { name: "WHOLESALE" }),
        team.attempt("tags_create", { name: "Wholesale" }),
      ]);
      assert.equal(deleted.deleted, true);
      const made = [first, ...others].filter(({ refused }) => refused === null);
      const { items } = await team.call("tags_list");
      assert.deepEqual(
        items,
        made.map(({ answer }) => answer),
      );
      assert.ok(made.length <= 1);
      for (const tag of items) await team.call("tags_delete", { id: tag.id });
    }
  });

  test("a tag that is deleted twice at once goes once", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    for (let round = 0; round < 30; round += 1) {
      const { id } = await team.call("tags_create", { name: "Wholesale" });
      const calls = Array.from({ length: 3 }, () => team.call("tags_delete", { id }));
      const answers = await Promise.all(calls);
      assert.equal(answers.filter(({ deleted }) => deleted).length, 1);
    }
    assert.equal((await team.journalOf("tags_delete")).length, 30);
  });
});
