import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

async function tagged(team: Team, ...names: readonly string[]) {
  const tags: { id: string; name: string }[] = [];
  for (const name of names) tags.push(await team.call("tags_create", { name }));
  return tags;
}

function ids(tags: readonly { id: string }[]): string[] {
  return tags.map(({ id }) => id);
}

onAnyDatabase((world) => {
  test("tag_ids replaces all tags, [] clears them, and left out it leaves them", async () => {
    const team = await world.team();
    const [a, b, c] = (await tagged(team, "a", "b", "c")) as [any, any, any];
    const { id } = await team.call("customers_create", { ...ACME, tag_ids: [a.id, b.id] });
    const tagsAfter = async (change: object) =>
      (await team.call("customers_update", { id, ...change })).tags;

    assert.deepEqual(await tagsAfter({ tag_ids: [b.id, c.id] }), [b, c]);
    assert.deepEqual(await tagsAfter({ name: "Acme Ltd" }), [b, c]);
    assert.deepEqual(await tagsAfter({ tag_ids: [] }), []);
    assert.deepEqual(await tagsAfter({ tag_ids: [a.id] }), [a]);
  });

  test("a tag named twice is linked once", async () => {
    const team = await world.team();
    const [tag] = (await tagged(team, "Wholesale")) as [any];
    const tag_ids = [tag.id, tag.id.toUpperCase(), tag.id];
    const customer = await team.call("customers_create", { ...ACME, tag_ids });
    assert.deepEqual(customer.tags, [tag]);
    const after = await team.call("customers_update", { id: customer.id, tag_ids });
    assert.deepEqual(after.tags, [tag]);
  });

  test("an unknown tag, or another team's, refuses the whole call and changes nothing", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const known = ids(await tagged(team, "a", "b"));
    const [foreign] = ids(await tagged(other, "a"));
    const { id } = await team.call("customers_create", { ...ACME, tag_ids: known });
    for (const strange of [team.auditContext.newId(), foreign]) {
      const tag_ids = [...known, strange];
      for (const [tool, given] of [
        ["customers_create", ACME],
        ["customers_update", { id, name: "Zenith", note: null }],
      ] as const) {
        const error = await team.refusedWithoutTrace(tool, { ...given, tag_ids });
        assert.equal(error.code, "not_found");
        assert.equal(error.path, "tag_ids.2");
        assert.ok(error.sentence.includes(`${strange}`) && error.next.includes("tags_list"));
      }
    }
  });

  test("tag_ids is a list of at most 100 UUIDs", async () => {
    const team = await world.team();
    const tooMany = Array.from({ length: 101 }, () => team.auditContext.newId());
    for (const [tag_ids, path] of [
      ["x", "tag_ids"],
      [["Wholesale"], "tag_ids.0"],
      [[null], "tag_ids.0"],
      [tooMany, "tag_ids"],
    ] as const) {
      const error = await team.refusedWithoutTrace("customers_create", { ...ACME, tag_ids });
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, path);
    }
  });

  test("a hundred tags can be linked at once", async () => {
    const team = await world.team();
    const names = Array.from({ length: 100 }, (_, index) => `tag ${index + 100}`);
    const tags = await tagged(team, ...names);
    const customer = await team.call("customers_create", { ...ACME, tag_ids: ids(tags) });
    assert.deepEqual(customer.tags, tags);
  });
});
