import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { IBAN } from "../../../test/bank-accounts.ts";
import { together } from "../../../test/races.ts";
import { addRule, containing } from "../../../test/rules.ts";
import {
  addTransaction,
  addTransactions,
  Books,
  importTransaction,
} from "../../../test/transactions.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { MOST_RULES, MOST_WORDS } from "./rule.ts";

const RULES = "/api/teams/:team/rules";
const APPLY = `POST ${RULES}/:id/apply`;
const HETZNER = {
  name: "Hetzner",
  conditions: containing("hetzner"),
  actions: { category_slug: "hosting" },
} as const;

onEachDatabase((world) => {
  test("a rule is read as it was saved, changed, put into another order, and deleted", async () => {
    const { app, of, create, list } = await opened();
    const [one, two] = [await create(), await create({ name: "Two", is_on: false })];
    assert.deepEqual(
      (await list()).map(({ name, is_on }) => [name, is_on]),
      [
        ["Hetzner", true],
        ["Two", false],
      ],
    );
    const changes = { conditions: { direction: "out", min: 5 }, actions: { note: "x" } } as const;
    world.pass(1000);
    const changed = await app.ask(`PATCH ${RULES}/:id`, {
      ...of,
      id: one.id,
      seen: one.updated_at,
      ...changes,
    });
    assert.partialDeepStrictEqual(changed, { name: "Hetzner", ...changes });
    const stale = { ...of, id: one.id, name: "Lost", seen: one.updated_at };
    const refused = await app.refused(`PATCH ${RULES}/:id`, stale);
    assert.deepEqual([refused.status, refused.code], [409, "changed_meanwhile"]);
    await app.ask(`PUT ${RULES}`, { ...of, ids: [two.id, one.id] });
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [two.id, one.id],
    );
    const some = await app.refused(`PUT ${RULES}`, { ...of, ids: [two.id] });
    assert.equal(some.code, "changed_meanwhile");
    const twice = await app.refused(`PUT ${RULES}`, { ...of, ids: [two.id, two.id] });
    assert.equal(twice.code, "changed_meanwhile");
    await app.ask(`DELETE ${RULES}/:id`, { ...of, id: two.id });
    assert.equal((await list()).length, 1);
  });

  test("a team has 500 rules at most, however many are saved at once", async () => {
    const { team, app, of } = await opened();
    await addRule(team);
    await world.database.begin(async (db) => {
      const rule = await db
        .selectFrom("rules")
        .selectAll()
        .where("team_id", "=", team.id)
        .executeTakeFirstOrThrow();
      const [conditions, actions] = [rule.conditions, rule.actions].map((part) =>
        JSON.stringify(part),
      );
      const copies = Array.from({ length: MOST_RULES - 4 }, () => ({
        ...rule,
        id: randomUUID(),
        conditions: conditions ?? "",
        actions: actions ?? "",
      }));
      await db.insertInto("rules").values(copies).execute();
    });
    const replies = await together(8, () => app.attempt(`POST ${RULES}`, { ...of, ...HETZNER }));
    assert.equal(replies.filter(({ status }) => status === 200).length, 3);
    assert.equal(((await team.state())["rules"] ?? []).length, MOST_RULES);
  });

  test("the rules of a team have so many words at most, a new one's and a changed one's too", async () => {
    const { team, app, of, create } = await opened();
    const words = Array.from({ length: 100 }, (_, word) => `word ${word}`);
    const full = {
      texts: Array.from({ length: 10 }, () => ({ in: "text", how: "is_any", words })),
    };
    for (let made = 0; made < MOST_WORDS / 1000; made += 1)
      await addRule(team, { conditions: full });
    const state = await team.state();
    const refused = await app.attempt(`POST ${RULES}`, { ...of, ...HETZNER });
    assert.deepEqual([refused.status, refused.body.code], [409, "too_many"]);
    assert.deepEqual(await team.state(), state);
    const { items } = await app.ask("GET /api/teams/:team/rules", of);
    const { id, updated_at } = items[0] ?? { id: "", updated_at: "" };
    const changed = { ...of, id, seen: updated_at };
    const fewer = { texts: [{ in: "text", how: "is_any", words }] };
    assert.equal(
      (await app.attempt(`PATCH ${RULES}/:id`, { ...changed, conditions: fewer })).status,
      200,
    );
    await create();
  });

  test("a preview tells what would change from what, and applying does that as one event", async () => {
    const { team, books, create, preview, apply } = await opened();
    const by = (slug: string | null) => ({ name: "Hetzner", category_slug: slug });
    const open = await addTransaction(team, books.account, by(null));
    const mine = await books.add(by("software"));
    const same = await books.add(by("hosting"));
    await books.add({ name: "Coffee" });
    const { id } = await create();
    const found = await preview({ id });
    assert.deepEqual([found.matched, found.changing, found.kept], [3, 1, 1]);
    assert.deepEqual(found.from, [{ category_slug: null, category_by: null, count: 1 }]);
    assert.deepEqual(
      found.examples.map((row) => [row.id, row.changes.category_slug]),
      [[open.id, "hosting"]],
    );
    const { conditions, actions } = HETZNER;
    assert.deepEqual(await preview({ id, conditions, actions }), found);
    // A draft is the last of all rules, and the one above has set the field.
    const draft = await preview({ conditions, actions });
    assert.deepEqual([draft.matched, draft.changing], [3, 0]);
    const { changed, event } = await apply({ id, count: 1 });
    assert.equal(changed, 1);
    assert.partialDeepStrictEqual(await books.get(open.id), { category_by: "rule", rule_id: id });
    assert.equal((await books.get(mine.id)).category_slug, "software");
    const replacing = await preview({ id, replace: true });
    assert.deepEqual(replacing.from, [
      { category_slug: "software", category_by: "person", count: 1 },
    ]);
    await apply({ id, count: 1 }, { replace: true });
    assert.partialDeepStrictEqual(await books.get(mine.id), {
      category_slug: "hosting",
      category_by: "rule",
    });
    assert.equal((await books.get(same.id)).category_by, "person");
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(APPLY));
    await activity.undo({ id: event ?? "" });
    assert.equal((await books.get(open.id)).category_slug, null);
    assert.equal((await books.get(mine.id)).category_slug, "software");
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("of 10 who apply a rule at once with the count that they saw, one does", async () => {
    const { team, books, app, of, create } = await opened();
    for (let number = 0; number < 5; number += 1)
      await addTransaction(team, books.account, { name: "Hetzner" });
    const { id } = await create();
    const replies = await together(10, () => app.attempt(APPLY, { ...of, id, count: 5 }));
    const codes = replies.map(({ status, body }) => (status === 200 ? "done" : body.code));
    assert.equal(codes.filter((code) => code === "done").length, 1);
    assert.equal(codes.filter((code) => code === "count_changed").length, 9);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("rules over many chunks change each transaction once, and one undo takes all back", async () => {
    const { team, books, create, preview, apply } = await opened();
    await addTransactions(team, books.account, 520, { name: "Hetzner" });
    const tag = await team.call("tags_create", { name: "Servers" });
    const before = await team.state();
    const { id } = await create({ actions: { category_slug: "hosting", tag_ids: [tag.id] } });
    assert.equal((await preview({ id })).changing, 520);
    const { changed, event } = await apply({ id, count: 520 });
    assert.equal(changed, 520);
    assert.equal(((await team.state())["transaction_tags"] ?? []).length, 520);
    assert.equal(await findWrongFigure(world.database.reader), null);
    const activity = await Activity.of(team);
    await activity.undo({ id: event ?? "" });
    const after = await team.state();
    for (const table of ["transactions", "transaction_tags", "month_totals"])
      assert.deepEqual(after[table], before[table]);
  });

  test("20 rules for a category that is deleted at once never name one that is gone", async () => {
    const { team, app, of } = await opened();
    const { id, slug } = await team.call("categories_create", { name: "Servers" });
    const given = { ...of, ...HETZNER, actions: { category_slug: slug } };
    const [attempts] = await Promise.all([
      together(20, () => app.attempt(`POST ${RULES}`, given)),
      team.attempt("categories_delete", { id }),
    ]);
    const { categories, rules } = (await team.state()) as Record<string, any[]>;
    assert.ok(attempts.every(({ status }) => [200, 404].includes(status)));
    if (categories?.length === 0) assert.equal(rules?.length, 0);
  });

  if (world.isSecond) return;

  test("a rule needs something that it compares, and something that it sets", async () => {
    const { app, of } = await opened();
    const wrong = [
      { conditions: {} },
      { conditions: containing() },
      { conditions: containing(...Array.from({ length: 101 }, (_, at) => `word ${at}`)) },
      { conditions: containing("  ") },
      { actions: {} },
      { actions: { category_slug: "uncategorized" } },
      { actions: { category_slug: "nonsense" } },
      { actions: { status: "pending" } },
    ];
    for (const given of wrong) {
      const { status } = await app.refused(`POST ${RULES}`, { ...of, ...HETZNER, ...given });
      assert.ok([400, 404, 422].includes(status), JSON.stringify(given));
    }
  });

  test("an account number is kept as a hash, and shown and sent again as its mask", async () => {
    const { team, app, of, create } = await opened();
    const conditions = { counterparties: [IBAN] };
    const rule = await create({ conditions });
    assert.deepEqual(rule.conditions.counterparties, ["DE•• 3000"]);
    // The bank's code and the account: fewer digits stand in random ids now and then.
    for (const kept of [await team.state(), await team.journal()])
      for (const digits of ["37040044", "0532013000"])
        assert.ok(!JSON.stringify(kept).includes(digits));
    world.pass(1000);
    const before: any = (await team.state())["rules"]?.[0];
    await app.ask(`PATCH ${RULES}/:id`, {
      ...of,
      id: rule.id,
      seen: rule.updated_at,
      conditions: { ...rule.conditions, direction: "out" },
    });
    const after: any = (await team.state())["rules"]?.[0];
    assert.deepEqual(after.conditions.counterparties, before.conditions.counterparties);
    const unknown = { ...of, ...HETZNER, conditions: { counterparties: ["DE•• 4000"] } };
    assert.deepEqual((await app.refused(`POST ${RULES}`, unknown)).at, [
      "/conditions/counterparties/0",
    ]);
  });

  test("rules run on a transaction by hand without a category, and say that they did", async () => {
    const { team, books, create } = await opened();
    const tag = await team.call("tags_create", { name: "Servers" });
    const { id } = await create({
      actions: { category_slug: "hosting", note: "By rule", tag_ids: [tag.id], name: "Lost" },
    });
    await create({ name: "Off", is_on: false, actions: { status: "excluded" } });
    const made = await books.add({ name: "Hetzner Online", note: null });
    assert.partialDeepStrictEqual(made, {
      name: "Hetzner Online",
      category_slug: "hosting",
      category_by: "rule",
      rule_id: id,
      note: "By rule",
      status: "posted",
    });
    assert.deepEqual(
      made.tags.map(({ name }) => name),
      ["Servers"],
    );
    const { category } = await team.call("transactions_get", { id: made.id });
    assert.deepEqual(category, {
      slug: "hosting",
      name: "Hosting",
      by: "rule",
      rule: { id, name: "Hetzner" },
    });
    const given = await books.add({ name: "Hetzner Online", category_slug: "software" });
    assert.deepEqual([given.category_slug, given.note], ["software", null]);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("another count than was seen changes nothing", async () => {
    const { team, books, app, of, create, preview } = await opened();
    for (let number = 0; number < 3; number += 1)
      await addTransaction(team, books.account, { name: "Hetzner" });
    const { id } = await create();
    const { changing } = await preview({ id });
    assert.equal(changing, 3);
    await addTransaction(team, books.account, { name: "Hetzner, by rule at once" });
    await books.app.ask("POST /api/teams/:team/transactions/delete", {
      ...of,
      chosen: { all: { q: "once" }, count: 1 },
    });
    await addTransaction(team, books.account, { name: "Strato" });
    await app.ask(`PATCH ${RULES}/:id`, {
      ...of,
      id,
      conditions: containing("hetzner", "strato"),
      seen: (await app.ask(`GET ${RULES}`, of)).items[0]?.updated_at ?? "",
    });
    const refused = await app.refused(APPLY, { ...of, id, count: changing });
    assert.deepEqual([refused.code, refused.at], ["count_changed", ["/count"]]);
  });

  test("a rule alone leaves to the rules above it what they set", async () => {
    const { team, books, create, preview, apply } = await opened();
    const row = await addTransaction(team, books.account, { name: "Hetzner cloud" });
    await create();
    const { id } = await create({
      name: "Cloud",
      actions: { category_slug: "software", note: "x" },
    });
    assert.equal((await preview({ id })).from.length, 0);
    await apply({ id, count: 1 });
    assert.partialDeepStrictEqual(await books.get(row.id), { category_slug: null, note: "x" });
  });

  test("a search text that was cut does not hide a transaction from a rule", async () => {
    const { team, books, create, preview } = await opened();
    await addTransaction(team, books.account, {
      name: "x".repeat(300),
      description: `${"y ".repeat(400)}Hetzner`,
    });
    const { id } = await create();
    assert.equal((await preview({ id })).changing, 1);
  });

  test("a category that goes takes its rules along, and undo brings both back", async () => {
    const { team, create, list } = await opened();
    const { id, slug } = await team.call("categories_create", { name: "Servers" });
    await create({ actions: { category_slug: slug } });
    await create();
    const before = await list();
    const { lifted, rules } = await team.call("categories_delete", { id });
    assert.deepEqual([lifted, rules], [0, 1]);
    assert.deepEqual(
      (await list()).map((rule) => rule.id),
      [before[1]?.id],
    );
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("categories_delete"));
    assert.deepEqual(await list(), before);
    const refusal = await activity.refused(await activity.latest("categories_create"));
    assert.match(refusal, /is set by 1 rule by now/);
  });

  test("a deleted rule comes back only while its category and tags are there", async () => {
    const { team, app, of, create } = await opened();
    const category = await team.call("categories_create", { name: "Servers" });
    const tag = await team.call("tags_create", { name: "Servers" });
    const one = await create({ actions: { category_slug: category.slug } });
    const two = await create({ name: "Two", actions: { tag_ids: [tag.id] } });
    const activity = await Activity.of(team);
    const tagged = await activity.refused(await activity.latest("tags_create"));
    assert.match(tagged, /is added by 1 rule by now/);
    for (const { id } of [one, two]) await app.ask(`DELETE ${RULES}/:id`, { ...of, id });
    await team.call("categories_delete", { id: category.id });
    await team.call("tags_delete", { id: tag.id });
    const events = (await activity.list()).filter(({ tool }) => tool === `DELETE ${RULES}/:id`);
    for (const event of events) assert.match(await activity.refused(event), /not there any more/);
  });

  test("a tag that goes is taken out of rules, and rules that would only add it go", async () => {
    const { team, app, of, create, list } = await opened();
    const [one, two] = [
      await team.call("tags_create", { name: "one" }),
      await team.call("tags_create", { name: "two" }),
    ];
    await create({ name: "Only", actions: { tag_ids: [one.id] } });
    await create({ name: "Both", actions: { tag_ids: [one.id, two.id] } });
    await create({ name: "More", actions: { tag_ids: [one.id], category_slug: "hosting" } });
    const before = await list();
    const actions = async () => (await list()).map(({ name, actions }) => [name, actions]);
    assert.equal((await team.call("tags_delete", { id: one.id })).rules, 3);
    assert.deepEqual(await actions(), [
      ["Both", { tag_ids: [two.id] }],
      ["More", { category_slug: "hosting" }],
    ]);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("tags_delete"));
    assert.deepEqual(await list(), before);
    await app.ask("POST /api/teams/:team/tags/:id/merge", { ...of, id: one.id, into: two.id });
    assert.deepEqual(await actions(), [
      ["Only", { tag_ids: [two.id] }],
      ["Both", { tag_ids: [two.id] }],
      ["More", { category_slug: "hosting", tag_ids: [two.id] }],
    ]);
  });

  test("a correction carries similar transactions and a draft of a rule for their party", async () => {
    const { team, books, of, preview } = await opened();
    const name = (number: number) => `NETFLIX.COM 14087249${number}, NL`;
    const row = await importTransaction(team, books.account, { name: name(1), bank_name: name(1) });
    const answer = async () =>
      team.call("transactions_update_category", { id: row, category_slug: "software" });
    assert.deepEqual((await answer()).similar, []);
    for (const number of [2, 3])
      await importTransaction(team, books.account, {
        name: name(number),
        bank_name: name(number),
      });
    const [similar] = (await answer()).similar;
    assert.equal(similar.count, 2);
    assert.deepEqual(similar.rule, {
      name: "NETFLIX.COM 140872491, NL → software",
      conditions: { ...containing("netflix.com"), direction: "out" },
      actions: { category_slug: "software" },
    });
    const { conditions, actions } = similar.rule;
    assert.equal((await preview({ conditions, actions })).changing, 2);
    const shown = await books.app.ask("GET /api/teams/:team/transactions/:id/similar", {
      ...of,
      id: row,
    });
    assert.deepEqual([shown.count, shown.rule], [2, similar.rule]);
  });

  test("what a party paid back is not similar to what it got, and no rule for the one takes the other", async () => {
    const { team, books, preview } = await opened();
    const rent = { name: "Landlord", bank_name: "Landlord" };
    const [row, ...rents] = [
      await importTransaction(team, books.account, { ...rent, amount_minor: -80_000 }),
      await importTransaction(team, books.account, { ...rent, amount_minor: -80_000 }),
      await importTransaction(team, books.account, { ...rent, amount_minor: -80_000 }),
    ];
    const refund = await importTransaction(team, books.account, { ...rent, amount_minor: 12_000 });
    const given = { id: row, category_slug: "rent" };
    const [similar, ...more] = (await team.call("transactions_update_category", given)).similar;
    assert.deepEqual(more, []);
    assert.deepEqual(similar.ids.toSorted(), rents.toSorted());
    const { conditions, actions } = similar.rule;
    assert.equal((await preview({ conditions, actions })).changing, 2);
    const back = { id: refund, category_slug: "other-income" };
    assert.deepEqual((await team.call("transactions_update_category", back)).similar, []);
  });

  test("a rule that was corrected twice the same way says so", async () => {
    const { team, books, create, list } = await opened();
    await create();
    const rows: { readonly id: string }[] = [];
    for (let number = 0; number < 4; number += 1) rows.push(await books.add({ name: "Hetzner" }));
    const correct = async (at: number, category_slug: string) =>
      team.call("transactions_update_category", { id: rows[at]?.id, category_slug });
    await correct(0, "software");
    await correct(1, "rent");
    assert.equal((await list())[0]?.corrected, null);
    await correct(2, "software");
    assert.deepEqual((await list())[0]?.corrected, { category_slug: "software", count: 2 });
    const { category } = await team.call("transactions_get", { id: rows[0]?.id });
    assert.deepEqual([category.by, category.rule], ["assistant", null]);
    await correct(2, "hosting");
    assert.equal((await list())[0]?.corrected, null);
  });

  test("ids of another team do not exist", async () => {
    const { app, of, books } = await opened();
    const other = await world.team();
    const theirs = await addRule(other);
    const [tag, account] = [
      await other.call("tags_create", { name: "Theirs" }),
      (await Books.of(other)).account,
    ];
    const id = theirs.id;
    const mine = (await app.ask(`POST ${RULES}`, { ...of, ...HETZNER })).id;
    const seen = theirs.updated_at;
    const calls: readonly (readonly [string, object])[] = [
      [`PATCH ${RULES}/:id`, { id, name: "Mine", seen }],
      [`DELETE ${RULES}/:id`, { id }],
      [APPLY, { id, count: 1 }],
      [`POST ${RULES}/preview`, { id }],
      [`PUT ${RULES}`, { ids: [mine, id] }],
      [`POST ${RULES}`, { ...HETZNER, actions: { tag_ids: [tag.id] } }],
      [`POST ${RULES}`, { ...HETZNER, conditions: { bank_account_id: account } }],
      [`POST ${RULES}/preview`, { ...HETZNER, name: undefined, actions: { tag_ids: [tag.id] } }],
      [`POST ${RULES}/preview`, { id: mine, conditions: { bank_account_id: account } }],
      ["GET /api/teams/:team/transactions/:id/similar", { id: await rowOf(other, account) }],
    ];
    for (const [path, given] of calls) {
      const refused = await app.refused(path, { ...of, ...given });
      assert.deepEqual([refused.status, refused.code], [404, "not_found"], path);
    }
    assert.ok(books.account);
  });

  async function opened() {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const of = { team: team.id } as const;
    const create = async (given: object = {}) => {
      world.pass(1000);
      return books.app.ask(`POST ${RULES}`, { ...of, ...HETZNER, ...given });
    };
    const list = async () => (await books.app.ask(`GET ${RULES}`, of)).items;
    const preview = async (given: object) =>
      books.app.ask(`POST ${RULES}/preview`, { ...of, ...given });
    const apply = async (given: { readonly id: string; readonly count: number }, more = {}) => {
      world.pass(1000);
      return books.app.ask(APPLY, { ...of, ...given, ...more });
    };
    return { team, books, app: books.app, of, create, list, preview, apply };
  }

  async function rowOf(team: Team, account: string): Promise<string> {
    return (await addTransaction(team, account)).id;
  }
});
