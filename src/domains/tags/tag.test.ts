import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { WebApp } from "../../../test/web.ts";

onEachDatabase((world) => {
  test("a tag is created with its name trimmed and composed", async () => {
    const team = await world.team();
    for (const [given, name] of [
      ["  Wholesale ", "Wholesale"],
      ["Cafe\u0301", "Café"],
      ["100%_'\"\\", "100%_'\"\\"],
      ["🦊", "🦊"],
      ["x".repeat(100), "x".repeat(100)],
    ] as const) {
      const tag = await team.call("tags_create", { name: given });
      assert.deepEqual(tag, { id: tag.id, name });
    }
  });

  test("a tag that the web app made goes again with the undo of its event", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const { id, name, event } = await app.ask("POST /api/teams/:team/tags", {
      team: team.id,
      name: " Wholesale ",
    });
    const listed = async () => (await team.call("tags_list")).items;
    assert.deepEqual(await listed(), [{ id, name }]);
    await app.ask("POST /api/teams/:team/activity/:id/undo", { team: team.id, id: event });
    assert.deepEqual(await listed(), []);
  });

  test("a name of nothing, too long, or with control characters is refused", async () => {
    const team = await world.team();
    for (const name of [undefined, null, "", "  \n", "x".repeat(101), "a\0b", "a\x1bb", 7, ["x"]]) {
      const error = await team.refusedWithoutTrace("tags_create", { name });
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, "name");
    }
    const error = await team.refusedWithoutTrace("tags_create", { name: "x", color: "red" });
    assert.equal(error.path, "color");
  });

  test("a name exists once in a team, ignoring case in every script", async () => {
    const team = await world.team();
    for (const [name, same] of [
      ["Wholesale", " WHOLESALE "],
      ["Café", "CAFE\u0301"],
      ["Москва", "МОСКВА"],
      ["ΟΔΟΣ", "οδος"],
      ["Ταΐστρα", "ΤΑΪ\u0301ΣΤΡΑ"],
      ["ǰ", "J\u030c"],
      ["İzmir", "i\u0307zmir"],
      ["𐐀", "𐐨"],
    ] as const) {
      const tag = await team.call("tags_create", { name });
      const error = await team.refusedWithoutTrace("tags_create", { name: same });
      assert.equal(error.code, "already_exists", same);
      assert.equal(error.path, "name");
      assert.ok(error.sentence.includes(tag.id) && error.message.includes(name));
    }
  });

  test("names that differ in an accent or a letter are different tags", async () => {
    const team = await world.team();
    const names = ["Cafe", "Café", "Łódź", "Lódź", "Izmir", "İzmir", "Ismir", "Андреи", "Андрей"];
    for (const name of names) await team.call("tags_create", { name });
    const { items } = await team.call("tags_list");
    assert.equal(items.length, names.length);
  });

  test("two teams may have a tag of the same name", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const one = await team.call("tags_create", { name: "Wholesale" });
    const two = await other.call("tags_create", { name: "Wholesale" });
    assert.notEqual(one.id, two.id);
    assert.deepEqual((await team.call("tags_list")).items, [one]);
  });
});
