import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onAnyDatabase } from "../../../test/app.ts";
import { Books } from "../../../test/transactions.ts";
import { findWrongFigure } from "./kept-figures.ts";

const CATEGORIZE = "POST /api/teams/:team/transactions/category";
const STATUS = "POST /api/teams/:team/transactions/status";
const DELETE = "POST /api/teams/:team/transactions/delete";

const HALVES = [{ amount_minor: -100 }, { amount_minor: -250 }];

onAnyDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const books = await Books.of(team);
    const plain = [await books.add({ name: "One" }), await books.add({ name: "Two" })];
    const sent = await books.add({ name: "Sent" });
    const split = await books.add({ name: "Halves" });
    await books.split(split.id, HALVES);
    await books.change(sent.id, { status: "exported" });
    const categoryOf = async ({ id }: { id: string }) => (await books.get(id)).category_slug;
    const categories = async () => Promise.all([...plain, sent, split].map(categoryOf));
    world.pass(1000);
    return { team, books, plain, sent, split, categories };
  }

  test("of all that wait, split and exported ones are left out and named, and one undo takes the others back", async () => {
    const { team, books, categories } = await opened();
    const before = await team.state();
    const chosen = { all: { category: "uncategorized", hides_archived: true }, count: 4 };
    const given = { team: team.id, chosen, category_slug: "travel" };
    assert.match(
      (await books.app.refused(CATEGORIZE, given)).code,
      /^(exported|invalid_argument)$/,
    );
    assert.deepEqual(await team.state(), before, "all or none, unless they are left out");
    const { changed, left } = await books.app.ask(CATEGORIZE, { ...given, leaves_fixed: true });
    assert.deepEqual([changed, left?.count], [2, 2]);
    assert.match(left?.name ?? "", /^(Sent|Halves)$/);
    assert.deepEqual(await categories(), ["travel", "travel", null, null]);
    assert.equal(await findWrongFigure(world.database.reader), null);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(CATEGORIZE));
    assert.deepEqual(await team.state(), before);
  });

  test("one that is left out is told with its reason, and an exported one that has the category is none", async () => {
    const { team, books, plain, sent, split } = await opened();
    const ask = async (ids: readonly string[], category_slug: string) =>
      books.app.ask(CATEGORIZE, {
        team: team.id,
        chosen: { ids: [...ids] },
        category_slug,
        leaves_fixed: true,
      });
    const [one, two] = plain.map(({ id }) => id);
    assert.deepEqual((await ask([one ?? "", split.id], "travel")).left, {
      count: 1,
      name: "Halves",
      is_split: true,
    });
    assert.deepEqual((await ask([two ?? "", sent.id], "travel")).left, {
      count: 1,
      name: "Sent",
      is_split: false,
    });
    assert.equal((await ask([one ?? "", sent.id], "uncategorized")).left, null);
  });

  test("where all would be left out, the reason is told as a refusal", async () => {
    const { team, books, sent, split } = await opened();
    const before = await team.state();
    for (const [ids, code] of [
      [[sent.id], "exported"],
      [[split.id], "invalid_argument"],
    ] as const) {
      const chosen = { ids: [...ids] };
      const given = { team: team.id, chosen, category_slug: "travel", leaves_fixed: true };
      assert.equal((await books.app.refused(CATEGORIZE, given)).code, code);
    }
    assert.deepEqual(await team.state(), before);
  });

  test("similar ones are told with the number of exported ones, and one batch leaves these out", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const name = "Ionos";
    const [first, sent] = [await books.add({ name }), await books.add({ name })];
    for (const date of ["2026-01-02", "2026-01-03"]) await books.add({ name, date });
    await books.change(sent.id, { status: "exported" });
    const given = { team: team.id, category_slug: "hosting" };
    const { similar } = await books.app.ask(CATEGORIZE, { ...given, chosen: { ids: [first.id] } });
    assert.deepEqual([similar?.count, similar?.ids.length, similar?.exported], [3, 3, 1]);
    const chosen = { ids: similar?.ids ?? [] };
    const answer = await books.app.ask(CATEGORIZE, { ...given, chosen, leaves_fixed: true });
    assert.deepEqual([answer.changed, answer.left], [2, { count: 1, name, is_split: false }]);
  });

  test("a status and a deletion leave out exported ones too, as one event that one undo takes back", async () => {
    const { team, books, sent } = await opened();
    const { id: savings } = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Savings",
      type: "savings",
      currency: "EUR",
    });
    const out = await books.add({ name: "Out" });
    const into = await books.add({ name: "Into", amount_minor: 350, bank_account_id: savings });
    await books.app.ask("POST /api/teams/:team/transfers", {
      team: team.id,
      id: out.id,
      other_id: into.id,
    });
    await books.change(into.id, { status: "exported" });
    world.pass(1000);
    const before = await team.state();
    const chosen = { all: {}, count: 6 };
    const of = { team: team.id, chosen, leaves_fixed: true };
    const fixedOf = async (filter: object) =>
      books.app.ask("GET /api/teams/:team/transactions/fixed", { team: team.id, ...filter });
    assert.deepEqual(await fixedOf({ hides_archived: true }), { split: 1, exported: 2 });
    assert.deepEqual(await fixedOf({ q: "Sent", min: 3 }), { split: 0, exported: 1 });
    const all = { team: team.id, chosen };
    const status = "archived" as const;
    for (const [path, input] of [
      [STATUS, { status }],
      [DELETE, {}],
    ] as const) {
      assert.equal((await books.app.refused(path, { ...all, ...input })).code, "exported");
      assert.deepEqual(await team.state(), before, "all or none, unless they are left out");
    }
    const archived = await books.app.ask(STATUS, { ...of, status });
    assert.deepEqual([archived.changed, archived.left?.count], [4, 2]);
    assert.deepEqual((await books.get(sent.id)).status, "exported");
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(STATUS));
    assert.deepEqual(await team.state(), before);
    const deleted = await books.app.ask(DELETE, of);
    // The other side of an exported one would leave it to count otherwise.
    assert.deepEqual([deleted.changed, deleted.left?.count], [3, 3]);
    const { items } = await books.app.ask("GET /api/teams/:team/transactions", { team: team.id });
    assert.deepEqual(items.map(({ id }) => id).toSorted(), [sent.id, out.id, into.id].toSorted());
    assert.equal(await findWrongFigure(world.database.reader), null);
    await activity.undo(await activity.latest(DELETE));
    assert.deepEqual(await team.state(), before);
    world.pass(1000);
    const posted = { team: team.id, chosen: { ids: [into.id] }, status: "posted" as const };
    const back = await books.app.ask(STATUS, { ...posted, leaves_fixed: true });
    assert.deepEqual([back.changed, back.left], [1, null], "an exported one can be posted again");
    const one = await books.app.ask(DELETE, { ...of, chosen: { ids: [out.id, sent.id] } });
    assert.deepEqual([one.changed, one.left?.count], [1, 1], "the other side stays, unlinked");
    await activity.undo(await activity.latest(DELETE));
    await activity.undo(await activity.latest(STATUS));
    assert.deepEqual(await team.state(), before);
    const fixed = { ...of, chosen: { ids: [out.id, sent.id] } };
    assert.equal((await books.app.refused(DELETE, fixed)).code, "exported");
    assert.equal(
      (await books.app.refused(STATUS, { ...fixed, chosen: { ids: [sent.id] }, status })).code,
      "exported",
    );
    assert.deepEqual(await team.state(), before);
  });
});
