import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";

async function add(team: Team, names: readonly string[]): Promise<void> {
  for (const name of names) await team.call("tags_create", { name });
}

async function listed(team: Team, args: object = {}): Promise<string[]> {
  return (await team.rows("tags_list", args)).map(({ name }) => name);
}

onEachDatabase((world) => {
  test("tags are listed by name, whatever the case and the accents", async () => {
    const team = await world.team();
    await add(team, [
      "zebra",
      "Écru",
      "apple",
      "Žofie",
      "Banana",
      "éclair",
      "10",
      "東京",
      "Яблоко",
      "арбуз",
    ]);
    const order = [
      "10",
      "apple",
      "Banana",
      "éclair",
      "Écru",
      "zebra",
      "Žofie",
      "арбуз",
      "Яблоко",
      "東京",
    ];
    assert.deepEqual(await listed(team), order);
  });

  test("another team's tags are not listed", async () => {
    const [team, other] = [await world.team(), await world.team()];
    await add(other, ["Wholesale"]);
    assert.deepEqual(await team.call("tags_list"), { items: [], nextCursor: null });
  });

  test("all tags are answered when neither cursor nor limit is given", async () => {
    const team = await world.team();
    await add(
      team,
      Array.from({ length: 130 }, (_, number) => `tag ${number}`),
    );
    for (const args of [{}, { limit: null }, { cursor: null, limit: null }]) {
      const { items, nextCursor } = await team.call("tags_list", args);
      assert.equal(items.length, 130);
      assert.equal(nextCursor, null);
    }
    const first = await team.call("tags_list", { limit: 10 });
    const second = await team.call("tags_list", { cursor: first.nextCursor });
    assert.equal(second.items.length, 100);
    const third = await team.call("tags_list", { cursor: second.nextCursor });
    assert.equal(third.items.length, 20);
    assert.equal(third.nextCursor, null);
  });

  test("pages of any size give the same order, also of names that differ only in accents", async () => {
    const team = await world.team();
    await add(team, ["Cafe", "Café", "Càfé", "cafê", "Zoo", "a", "ä", "À"]);
    const whole = await listed(team);
    for (const limit of [1, 2, 3, 8]) assert.deepEqual(await listed(team, { limit }), whole);
  });

  test("the limit is 1 to 100", async () => {
    const team = await world.team();
    for (const limit of [0, 101, 1.5, "5"]) {
      const error = await team.refused("tags_list", { limit });
      assert.equal(error.path, "limit");
    }
  });

  test("pages neither repeat nor lose a tag while others come and go", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const staying = Array.from({ length: 9 }, (_, number) => `n${number}`);
    await add(team, [...staying, "m", "o"]);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await team.call("tags_list", { limit: 2, cursor });
      seen.push(...page.items.map(({ name }: { name: string }) => name));
      cursor = page.nextCursor;
      await add(team, [`a${seen.length}`, `n${seen.length}.5`]);
      const last = page.items.find(({ name }: { name: string }) => !staying.includes(name));
      if (last !== undefined) await team.call("tags_delete", { id: last.id });
    } while (cursor !== null);
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(
      seen.filter((name) => staying.includes(name)),
      staying,
    );
  });

  test("a cursor of another team or list, or a broken or forged one, is refused", async () => {
    const [team, other] = [await world.team(), await world.team()];
    for (const owner of [team, other]) {
      await add(owner, ["a", "b"]);
      const customer = { name: "Acme", email: "anna@acme.example" };
      for (let count = 0; count < 2; count += 1) await owner.call("customers_create", customer);
    }
    const cursorOf = async (owner: Team, tool: string) =>
      (await owner.call(tool, { limit: 1 })).nextCursor;
    const own = await cursorOf(team, "tags_list");
    const [fingerprint, [name, id]] = JSON.parse(Buffer.from(own, "base64url").toString());
    const keys = [
      null,
      name,
      [name],
      [name, "x"],
      [name, `${id}\0`],
      ["a\0", id],
      [7, id],
      ["x".repeat(501), id],
      [null, id],
    ];
    const forged = keys.map((key) =>
      Buffer.from(JSON.stringify([fingerprint, key])).toString("base64url"),
    );
    const foreign = [await cursorOf(other, "tags_list"), await cursorOf(team, "customers_list")];
    for (const cursor of [...foreign, ...forged, " ", "x", own.slice(0, -1)]) {
      const error = await team.refusedWithoutTrace("tags_list", { cursor });
      assert.equal(error.code, "invalid_cursor");
      assert.equal(error.path, "cursor");
    }
  });

  test("the cursor after the longest name, in any script, opens the next page", async () => {
    const team = await world.team();
    for (const character of ["x", "東", "ΐ", "\u{1d160}", '"', "\\"]) {
      await add(team, [character.repeat(100 / character.length)]);
    }
    assert.equal((await listed(team, { limit: 1 })).length, 6);
  });
});
