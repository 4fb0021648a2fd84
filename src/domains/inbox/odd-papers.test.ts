import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { HOSTING, Receipts } from "../../../test/receipts.ts";

const EDIT = "PATCH /api/teams/:team/inbox/:id";
const SAVE = "PATCH /api/teams/:team/documents/:id";

/** Letters that no compression makes fewer, of three bytes each. */
function letters(count: number, seed: number): string {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (state % 20_000));
  }).join("");
}

onEachDatabase((world) => {
  test("a receipt whose fields are all as long as they may be is kept, and found by each", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const [vendor, number, name] = [letters(300, 1), letters(300, 2), letters(190, 3)];
    const id = await receipts.add({ ...HOSTING, vendor, number }, `${name}.txt`);
    for (const q of [vendor.slice(0, 200), number.slice(0, 200)]) {
      const { items } = await team.call("inbox_list", { q });
      assert.deepEqual(
        items.map((item: any) => item.id),
        [id],
      );
    }
  });

  test("a day that no calendar of the server reaches is refused, and nothing is changed", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const id = await receipts.add();
    const state = await team.state();
    for (const date of ["9999-12-31", "0001-01-01"])
      for (const given of [{ date }, { due_date: date }])
        await receipts.app.refused(EDIT, { team: team.id, id, ...given });
    assert.deepEqual(await team.state(), state);
  });

  test("vendors whose names have no letters are not taken for one", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const ids = [await receipts.add({ ...HOSTING, number: "1" })];
    ids.push(await receipts.add({ ...HOSTING, vendor_key: "vat:DE2", number: "2" }));
    for (const [at, vendor] of ["***", "!!!"].entries())
      await receipts.app.ask(EDIT, { team: team.id, id: ids[at] ?? "", vendor });
    for (const id of ids) assert.equal((await receipts.get(id)).duplicate, null);
  });

  test("a document with many long tags is kept, and found by its name and title", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const { document } = await receipts.upload("lease.txt", "A lease", "documents");
    const tag_ids = [];
    for (let at = 0; at < 30; at++)
      tag_ids.push((await team.call("tags_create", { name: letters(100, at + 1) })).id);
    const given = { team: team.id, id: document.id, title: letters(300, 99), tag_ids };
    await receipts.app.ask(SAVE, given);
    for (const q of ["lease.txt", given.title.slice(0, 200)])
      assert.equal((await team.call("documents_list", { q })).items.length, 1);
    assert.equal((await team.call("documents_get", { id: document.id })).tags.length, 30);
  });
});
