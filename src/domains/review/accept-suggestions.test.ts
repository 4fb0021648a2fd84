import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onAnyDatabase } from "../../../test/app.ts";
import { storedRows } from "../../../test/rows.ts";
import { addTransactions, Books, ownerContext } from "../../../test/transactions.ts";
import { record } from "../../activity/journal.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { lockRows } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";

const ACCEPT = "POST /api/teams/:team/review/suggestions";

onAnyDatabase((world) => {
  /** Two parties with a suggestion, of which one has two transactions, and one party without. */
  async function opened() {
    const team = await world.team();
    const books = await Books.of(team);
    for (const [name, category_slug] of [
      ["Hetzner", "hosting"],
      ["Figma", "software"],
    ] as const)
      for (const day of ["01", "02"])
        await books.add({ name, category_slug, date: `2026-09-${day}` });
    const open: Record<string, string> = {};
    for (const name of ["Hetzner 1", "Hetzner 2", "Figma 1", "Unknown 1"])
      open[name] = (await books.add({ name })).id;
    const of = { team: team.id };
    const accept = async (suggestions: object) =>
      books.app.ask(ACCEPT, { ...of, suggestions: suggestions as never });
    const refused = async (suggestions: object) =>
      (await books.app.refused(ACCEPT, { ...of, suggestions })).code;
    const count = async () =>
      (await books.app.ask("GET /api/teams/:team/review/suggestions", of)).count;
    const waiting = async () => {
      const { uncategorized } = await books.app.ask("GET /api/teams/:team/review", of);
      return uncategorized.map(({ name }) => name).toSorted();
    };
    const suggested = (name: string, category_slug: string) => ({
      id: open[name] ?? assert.fail(name),
      category_slug,
    });
    return { team, books, accept, refused, count, waiting, suggested };
  }

  test("suggestions of several categories are accepted as one event, which one undo takes back", async () => {
    const { team, accept, count, waiting, suggested } = await opened();
    const before = await team.state();
    assert.equal(await count(), 3);
    world.pass(1000);
    const these = [suggested("Hetzner 1", "hosting"), suggested("Figma 1", "software")];
    const { changed, event } = await accept({ these });
    assert.equal(changed, 2);
    assert.deepEqual(await waiting(), ["Hetzner 2", "Unknown 1"]);
    assert.equal(await findWrongFigure(world.database.reader), null);
    const activity = await Activity.of(team);
    const told = await activity.latest(ACCEPT);
    assert.equal(told.id, event);
    await activity.undo(told);
    assert.deepEqual(await team.state(), before);
  });

  test("all suggestions are accepted with the number that was seen, and with another nothing is done", async () => {
    const { team, books, accept, refused, count, waiting } = await opened();
    const exported = await books.add({ name: "Figma 2" });
    await books.change(exported.id, { status: "exported" });
    await books.change((await books.add({ name: "Figma 3" })).id, { status: "archived" });
    assert.equal(await count(), 3);
    const before = await team.state();
    assert.equal(await refused({ all: 2 }), "changed_meanwhile");
    assert.deepEqual(await team.state(), before);
    assert.equal((await accept({ all: 3 })).changed, 3);
    assert.deepEqual(await waiting(), ["Figma 2", "Unknown 1"]);
    assert.equal(await count(), 0);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("more than one change may have are refused with a step that Review has", async () => {
    const { team, books } = await opened();
    const given = { team: team.id, suggestions: { all: 20_001 } };
    const { status, body } = await books.app.attempt(ACCEPT, given);
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), /accept those that are shown, or make rules/);
  });

  test("one that got another category since it was seen keeps it, and nothing is done", async () => {
    const { team, books, refused, accept, suggested } = await opened();
    const these = [suggested("Hetzner 1", "hosting"), suggested("Figma 1", "software")];
    await books.change(suggested("Figma 1", "").id, { category_slug: "training" });
    const before = await team.state();
    assert.equal(await refused({ these }), "changed_meanwhile");
    assert.deepEqual(await team.state(), before);
    await books.change(suggested("Figma 1", "").id, { category_slug: "software" });
    assert.equal((await accept({ these })).changed, 1);
  });

  test("more parties than one question asks for are all counted and accepted, and no other team's", async () => {
    const { team, books, accept, count } = await opened();
    const stranger = await opened();
    const [id = ""] = await addTransactions(team, books.account, 1, { name: "Party" });
    const letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
    const names = letters.flatMap((one) => letters.map((other) => `Party ${one}${other}`));
    const context = { ...ownerContext(team), tool: "test" };
    await transaction(context, async (context) => {
      await lockTeam(context);
      const [row = assert.fail()] = await lockRows(context, [id]);
      const added = names.flatMap((name) =>
        ["travel", "travel", null].map((category_slug) => {
          const category_by = category_slug === null ? null : ("person" as const);
          return { ...row, id: context.newId(), name, category_slug, category_by };
        }),
      );
      await record(context, await writeTransactions(context, { added, deleted: [row] }));
    });
    const all = names.length + 3;
    assert.equal(await count(), all);
    assert.equal((await accept({ all })).changed, all);
    const rows = storedRows(await team.state(), "transactions");
    assert.equal(rows.filter(({ category_slug }) => category_slug === null).length, 1);
    assert.equal(await stranger.count(), 3);
  });
});
