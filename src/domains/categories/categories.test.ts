import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { resource } from "../../../test/content.ts";
import { codesOf, together } from "../../../test/races.ts";
import { WebApp } from "../../../test/web.ts";
import { systemCategory } from "./system-categories.ts";

const LIST = "GET /api/teams/:team/categories";
const SET = "PATCH /api/teams/:team/category-settings/:slug";
const DELETE = "DELETE /api/teams/:team/categories/:id";

onEachDatabase((world) => {
  const destructive = async () => world.team({ destructive_ai_tools: true });

  test("a category is created with a slug of its name, and answered as it was given", async () => {
    const team = await world.team();
    const given = {
      name: "Trade fairs",
      color: "#aabbcc",
      description: "Stands and tickets",
      tax_rate: 19,
      tax_type: "vat",
      tax_reporting_code: "4600",
      excluded: true,
    };
    const category = await team.call("categories_create", { ...given, parent_id: "operations" });
    const group = systemCategory("operations");
    assert.deepEqual(category, {
      ...given,
      id: category.id,
      slug: "trade_fairs",
      parent_id: group?.id,
      kind: "expense",
      system: false,
      color: "#AABBCC",
    });
    const plain = await team.call("categories_create", { name: "Kaffee" });
    assert.deepEqual([plain.kind, plain.parent_id, plain.color], ["either", null, null]);
    const below = await team.call("categories_create", { name: "Milch", parent_id: plain.id });
    assert.deepEqual([below.kind, below.parent_id], ["either", plain.id]);
    const third = { name: "Butter", parent_id: below.slug };
    const { code, sentence } = await team.refusedWithoutTrace("categories_create", third);
    assert.equal(code, "invalid_argument");
    assert.ok(sentence.includes(`give its parent, ${plain.slug}, or another`), sentence);
    const inherits = await team.call("categories_create", { name: "Pens", parent_id: group?.id });
    assert.equal(inherits.color, group?.color);
    const income = await team.call("categories_create", { name: "Talks", kind: "income" });
    assert.equal(income.kind, "income");
  });

  test("of categories of one name that are created at once there is one, and the others name it", async () => {
    const team = await world.team();
    const attempts = await together(20, (index) =>
      team.attempt("categories_create", { name: index % 2 === 0 ? "Fairs" : "FAIRS" }),
    );
    assert.deepEqual(codesOf(attempts), { already_exists: 19 });
    const made = attempts.find(({ refused }) => refused === null)?.answer;
    for (const { refused } of attempts) assert.ok(refused?.next.includes(made.id) ?? true);
    assert.equal((await team.journalOf("categories_create")).length, 1);
  });

  test("while a category is deleted others go below it, and none ends below one that is gone", async () => {
    const team = await destructive();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await team.call("categories_create", { name: `Top ${round}` });
      const own = await team.call("categories_create", { name: `Own ${round}` });
      const [deleted] = await Promise.all([
        team.call("categories_delete", { id }),
        team.attempt("categories_create", { name: `New ${round}`, parent_id: id }),
        team.attempt("categories_update", { id: own.id, parent_id: id }),
        team.attempt("categories_update", { id, parent_id: own.id }),
      ]);
      assert.equal(deleted.deleted, true);
      const { items } = await team.call("categories_list");
      const parents = new Map<string, string | null>(
        items.map((row: any) => [row.id, row.parent_id ?? null]),
      );
      for (const { parent_id } of items) {
        if (parent_id !== undefined) assert.equal(parents.get(parent_id), null);
      }
    }
  });

  if (world.isSecond) return;

  test("all categories are listed, system ones first, then the team's own, each by name", async () => {
    const team = await world.team();
    for (const name of ["zebra", "Écru", "apple"]) await team.call("categories_create", { name });
    await (await world.team()).call("categories_create", { name: "foreign" });
    const { items, nextCursor } = await team.call("categories_list", { details: true });
    assert.equal(nextCursor, null);
    assert.equal(items.length, 63);
    assert.ok(items.slice(0, 60).every(({ system }: any) => system));
    assert.deepEqual(
      items.slice(60).map(({ name }: any) => name),
      ["apple", "Écru", "zebra"],
    );
    const names = items.slice(0, 60).map(({ name }: any) => name);
    assert.deepEqual(
      names,
      names.toSorted((one: string, other: string) => one.localeCompare(other, "en")),
    );
    assert.deepEqual(await team.rows("categories_list", { limit: 7, details: true }), items);
  });

  test("without details a row has what a call goes on with, and all of them take 9 KB", async () => {
    const team = await world.team();
    const short = await team.rows("categories_list", { limit: 7 });
    const { items } = await team.call("categories_list", { details: true });
    const named = ({ id, slug, name, kind, parent_id, excluded }: any) => {
      const below = parent_id === null ? {} : { parent_id };
      return { id, slug, name, kind, ...below, ...(excluded && { excluded }) };
    };
    assert.deepEqual(short, items.map(named));
    assert.ok(short.some(({ excluded }) => excluded === true));
    assert.ok(Buffer.byteLength(JSON.stringify(short)) <= 9000);
  });

  test("a name whose slug is taken, reserved or empty is refused; the taken one with the id", async () => {
    const team = await world.team();
    const fairs = await team.call("categories_create", { name: "Trade fairs" });
    for (const [name, id] of [
      ["TRADE-FAIRS!", fairs.id],
      ["Rent", systemCategory("rent")?.id],
    ] as const) {
      const error = await team.refusedWithoutTrace("categories_create", { name });
      assert.deepEqual([error.code, error.path], ["already_exists", "name"]);
      assert.ok(error.next.includes(id ?? ""));
    }
    for (const name of ["Uncategorized", "—", "", "x".repeat(101)]) {
      const error = await team.refusedWithoutTrace("categories_create", { name });
      assert.deepEqual([error.code, error.path], ["invalid_argument", "name"], name);
    }
    await (await world.team()).call("categories_create", { name: "Trade fairs" });
  });

  test("a wrong parent, kind, color or rate is refused by name", async () => {
    const team = await world.team();
    const top = await team.call("categories_create", { name: "Top" });
    const below = await team.call("categories_create", { name: "Below", parent_id: top.id });
    for (const [wrong, path] of [
      [{ parent_id: below.id }, "parent_id"],
      [{ parent_id: "rent" }, "parent_id"],
      [{ parent_id: "operations", kind: "income" }, "kind"],
      [{ kind: "capital" }, "kind"],
      [{ color: "red" }, "color"],
      [{ tax_rate: 100.5 }, "tax_rate"],
      [{ tax_rate: 7.125 }, "tax_rate"],
    ] as const) {
      const error = await team.refusedWithoutTrace("categories_create", { name: "New", ...wrong });
      assert.deepEqual([error.code, error.path], ["invalid_argument", path]);
    }
    const near = await team.refusedWithoutTrace("categories_create", {
      name: "New",
      parent_id: "operation",
    });
    assert.deepEqual([near.code, near.path], ["not_found", "parent_id"]);
    assert.match(near.message, /the nearest are operations, /);
  });

  test("a change keeps the slug and what is not given; null clears", async () => {
    const team = await world.team();
    const before = await team.call("categories_create", { name: "Fairs", tax_rate: 7.55 });
    const { id } = before;
    const renamed = await team.call("categories_update", { id, name: "Shows", description: "x" });
    assert.deepEqual(renamed, { ...before, name: "Shows", description: "x" });
    const cleared = await team.call("categories_update", { id, tax_rate: null, description: "" });
    assert.deepEqual([cleared.tax_rate, cleared.description], [null, null]);
    const events = (await team.journal()).length;
    assert.deepEqual(await team.call("categories_update", { id, name: "Shows" }), cleared);
    assert.equal((await team.journal()).length, events);
    const moved = await team.call("categories_update", { id, parent_id: "revenue" });
    assert.deepEqual([moved.kind, moved.color], ["income", "#2E7D4F"]);
    const lifted = await team.call("categories_update", { id, parent_id: null });
    assert.deepEqual([lifted.kind, lifted.parent_id], ["income", null]);
  });

  test("a system category is neither changed nor deleted by a tool", async () => {
    const team = await destructive();
    const id = systemCategory("rent")?.id;
    for (const [tool, args] of [
      ["categories_update", { id, name: "Mine" }],
      ["categories_delete", { id }],
    ] as const) {
      const { state, journal } = { state: await team.state(), journal: await team.journal() };
      assert.equal((await team.refused(tool, args)).code, "not_allowed");
      assert.deepEqual(await team.state(), state);
      const done = (await team.journal()).filter(({ outcome }) => outcome === "done");
      assert.deepEqual(done, journal);
    }
  });

  test("a category with others below it takes no parent, and those follow its kind", async () => {
    const team = await world.team();
    const top = await team.call("categories_create", { name: "Top", kind: "expense" });
    const below = await team.call("categories_create", { name: "Below", parent_id: top.id });
    for (const parent_id of ["operations", top.id]) {
      const args = { id: top.id, parent_id };
      const error = await team.refusedWithoutTrace("categories_update", args);
      assert.equal(error.path, "parent_id");
    }
    await team.call("categories_update", { id: top.id, kind: "income" });
    const { items } = await team.call("categories_list");
    assert.equal(items.find(({ id }: any) => id === below.id).kind, "income");
  });

  test("a deleted category lifts those below it to the top with its kind, and a second time is gone", async () => {
    const team = await destructive();
    const top = await team.call("categories_create", { name: "Top", kind: "expense" });
    const below = await team.call("categories_create", { name: "Below", parent_id: top.id });
    const { id } = top;
    const deleted = { id, deleted: true, name: "Top", lifted: 1, rules: 0 };
    assert.partialDeepStrictEqual(await team.call("categories_delete", { id }), deleted);
    const all = await team.call("categories_list", { details: true });
    const [own, ...others] = all.items.slice(60);
    assert.deepEqual([own, others], [{ ...below, parent_id: null, kind: "expense" }, []]);
    const before = await team.journal();
    const again = { id, deleted: false, name: null, lifted: 0, rules: 0 };
    assert.deepEqual(await team.call("categories_delete", { id }), again);
    assert.deepEqual(await team.journal(), before);
    const app = await WebApp.of(team);
    assert.equal((await app.refused(DELETE, { team: team.id, id })).status, 404);
  });

  test("a hidden system category is not listed but stays known; tax fields are the team's own", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const of = { team: team.id, slug: "meals" } as const;
    const set = await app.ask(SET, { ...of, is_hidden: true, tax_rate: 7, tax_type: "vat" });
    assert.deepEqual([set.is_hidden, set.tax_rate, set.tax_type], [true, 7, "vat"]);
    const slugs = async () =>
      (await team.call("categories_list")).items.map(({ slug }: any) => slug);
    assert.ok(!(await slugs()).includes("meals"));
    const { items } = await app.ask(LIST, { team: team.id });
    assert.equal(items.find(({ slug }) => slug === "meals")?.is_hidden, true);
    await app.ask(SET, { ...of, is_hidden: false });
    assert.ok((await slugs()).includes("meals"));
    assert.equal((await app.ask(SET, of)).tax_rate, 7);
    assert.equal((await team.journalOf(SET)).length, 2);
    const other = await (await world.team()).call("categories_list", { details: true });
    assert.equal(other.items.find(({ slug }: any) => slug === "meals").tax_rate, null);
    for (const slug of ["uncategorized", "nothing", systemCategory("meals")?.id])
      assert.equal((await app.refused(SET, { ...of, slug, is_hidden: true })).status, 404);
  });

  test("the resource has a line for each category that is not hidden, below its group", async () => {
    const team = await world.team();
    await team.call("categories_create", { name: "Fairs", parent_id: "operations" });
    const app = await WebApp.of(team);
    await app.ask(SET, { team: team.id, slug: "rent", is_hidden: true });
    const { groups } = await resource(team, "ledgerport://categories");
    assert.equal(groups.length, 13);
    const operations = groups.find(({ group }: any) => group === "operations: Operations");
    assert.equal(operations.kind, "expense");
    assert.ok(operations.categories.includes("fairs: Fairs"));
    assert.ok(!JSON.stringify(groups).includes('"rent: '));
    assert.ok(JSON.stringify(groups).length < 4000);
  });
});
