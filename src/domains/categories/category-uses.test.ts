import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { Books } from "../../../test/transactions.ts";

const LIST = "GET /api/teams/:team/categories";
const UPDATE = "PATCH /api/teams/:team/categories/:id";
const SET = "PATCH /api/teams/:team/category-settings/:slug";

onAnyDatabase((world) => {
  test("each category counts what the list filtered by it counts, a split transaction once", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    await team.call("categories_create", { name: "Own", parent_id: "technology" });
    for (const category_slug of ["software", "software", "technology", "own", "meals"])
      await books.add({ category_slug });
    await books.add({ category_slug: "hosting", status: "archived" });
    await books.add({ category_slug: "hosting", status: "pending" });
    const paper = await books.add({ amount_minor: -6000 });
    await books.split(paper.id, [
      { amount_minor: -3000, category_slug: "software" },
      { amount_minor: -2000, category_slug: "hosting" },
      { amount_minor: -1000, category_slug: "meals" },
    ]);
    const { items } = await books.app.ask("GET /api/teams/:team/categories/uses", {
      team: team.id,
    });
    const counts = Object.fromEntries(items.map(({ slug, count }) => [slug, count]));
    assert.partialDeepStrictEqual(counts, {
      software: 3,
      hosting: 2,
      own: 1,
      meals: 2,
      technology: 6,
    });
    for (const { slug, count } of items) {
      const list = await books.app.ask("GET /api/teams/:team/transactions", {
        team: team.id,
        category: slug,
      });
      assert.equal(list.totals?.count, count, slug);
    }
  });

  test("linked transfers are counted as the list of them counts, whatever their category", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const card = await addAccount(team, { name: "Card", number: null });
    const of = { team: team.id };
    const link = async (given: object, fee = 0) => {
      const paid = await books.add({ amount_minor: -5000 - fee, ...given });
      const other = { amount_minor: 5000, bank_account_id: card, ...given };
      const { id: other_id } = await books.add(other);
      if (fee > 0)
        await books.split(paid.id, [
          { amount_minor: -5000, category_slug: "internal-transfer" },
          { amount_minor: -fee, category_slug: "banking-fees" },
        ]);
      await books.app.ask("POST /api/teams/:team/transfers", { ...of, id: paid.id, other_id });
      return paid.id;
    };
    await books.add({ category_slug: "internal-transfer" });
    await link({});
    await link({ category_slug: "credit-card-payment" });
    await link({}, 150);
    const archived = await link({ category_slug: "internal-transfer" });
    await books.change(archived, { status: "archived" });
    const { linked } = await books.app.ask("GET /api/teams/:team/categories/uses", of);
    const list = await books.app.ask("GET /api/teams/:team/transactions", { ...of, linked: "yes" });
    assert.deepEqual([linked, list.totals?.count, list.items.length], [7, 7, 7]);
    assert.ok(list.items.every(({ is_transfer }) => is_transfer));
    const other = await Books.of(await world.team());
    const none = await other.app.ask("GET /api/teams/:team/categories/uses", {
      team: other.team.id,
    });
    assert.equal(none.linked, 0);
  });

  test("what another has changed meanwhile is not overwritten", async () => {
    const team = await world.team();
    const { app } = await Books.of(team);
    const of = { team: team.id };
    const { id } = await team.call("categories_create", { name: "Fairs" });
    const found = async (slug: string) => {
      const { items } = await app.ask(LIST, of);
      return items.find((category) => category.slug === slug) ?? assert.fail();
    };
    const own = await found("fairs");
    await app.ask(UPDATE, { ...of, id, description: "Stands", seen: own.version });
    const late = { ...of, id, description: "Shows", seen: own.version };
    assert.equal((await app.refused(UPDATE, late)).code, "changed_meanwhile");
    assert.equal((await found("fairs")).description, "Stands");
    const meals = await found("meals");
    await app.ask(SET, { ...of, slug: "meals", tax_rate: 7, seen: meals.version });
    const other = { ...of, slug: "meals", tax_rate: 19, seen: meals.version };
    assert.equal((await app.refused(SET, other)).code, "changed_meanwhile");
    assert.equal((await found("meals")).tax_rate, 7);
  });
});
