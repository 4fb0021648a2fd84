import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onAnyDatabase } from "../../../test/app.ts";
import { csvOf, Importing } from "../../../test/imports.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { record } from "../../activity/journal.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { lockRows } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";

const MERGE = "POST /api/teams/:team/review/duplicates/merge";
const PENDING = "date;payee;amount;status\n2026-11-02;Hold 4711;-35.00;pending\n";
const BOOKED = csvOf([{ date: "2026-11-04", minor: -3500, text: "Trattoria Roma" }]);

onAnyDatabase((world) => {
  /** A payment that two kinds of files told, the first as pending, with what a person did to that. */
  async function announced() {
    const team = await world.team();
    const books = await Books.of(team);
    const { app } = books;
    const bank = new Importing(books);
    const found = async (status: "pending" | "posted") =>
      world.database.reader
        .selectFrom("transactions")
        .selectAll()
        .where("team_id", "=", team.id)
        .where("status", "=", status)
        .executeTakeFirst();
    await bank.run(BOOKED);
    await bank.run(PENDING, { options: { chosen: [{ at: 0, take: true }] } });
    const pending = (await found("pending"))?.id ?? assert.fail("nothing is pending");
    const booked = (await found("posted"))?.id ?? assert.fail("nothing is booked");
    const { id: tag } = await app.ask("POST /api/teams/:team/tags", {
      team: team.id,
      name: "Trip",
    });
    await books.change(pending, {
      name: "Lunch",
      category_slug: "meals",
      note: "With Anna",
      tag_ids: [tag],
    });
    const merge = async (id: string, other_id: string) => {
      world.pass(1000);
      return app.ask(MERGE, { team: team.id, id, other_id });
    };
    return { team, books, app, bank, pending, booked, tag, merge };
  }

  test("of a pending and a booked transaction the booked one stays, in either order, with what a person did", async () => {
    for (const isPendingFirst of [true, false]) {
      const { team, app, books, bank, pending, booked, tag, merge } = await announced();
      await books.change(booked, { note: "Paid by card" });
      await app.ask("PATCH /api/teams/:team/bank-accounts/:id", {
        team: team.id,
        id: books.account,
        opening_minor: 10_000,
      });
      const before = await team.state();
      const kept = isPendingFirst ? await merge(pending, booked) : await merge(booked, pending);
      assert.partialDeepStrictEqual(kept, {
        id: booked,
        date: "2026-11-04",
        amount_minor: -3500,
        status: "posted",
        name: "Lunch",
        category_slug: "meals",
        category_by: "person",
        note: "Paid by card\nWith Anna",
      });
      assert.deepEqual(
        kept.tags.map(({ id }) => id),
        [tag],
      );
      await app.refused("GET /api/teams/:team/transactions/:id", { team: team.id, id: pending });
      assert.deepEqual(await bank.counts(PENDING), { duplicate: 1 });
      assert.deepEqual(await bank.counts(BOOKED), { duplicate: 1 });
      assert.equal(await findWrongFigure(world.database.reader), null);
      const activity = await Activity.of(team);
      await activity.undo(await activity.latest(MERGE));
      assert.deepEqual(await team.state(), before);
    }
  });

  test("a category of a rule gives way to one of a person, and one of a person does not", async () => {
    const { team, books, pending, booked, merge } = await announced();
    await books.change(booked, { category_slug: "travel-entertainment" });
    assert.equal((await merge(pending, booked)).category_slug, "travel-entertainment");
    const other = await announced();
    const context = { ...ownerContext(other.team), tool: "test" };
    await transaction(context, async (context) => {
      await lockTeam(context);
      const rows = await lockRows(context, [other.booked]);
      const values = { category_slug: "software", category_by: "rule" } as const;
      const changed = rows.map((row) => ({ row, values }));
      await record(context, await writeTransactions(context, { changed }));
    });
    assert.equal((await other.merge(other.pending, other.booked)).category_slug, "meals");
    assert.ok(team);
  });

  test("a pending transaction that is split is not merged away, and nothing changes", async () => {
    const { team, app, books, pending, booked } = await announced();
    await books.split(pending, [{ amount_minor: -3000 }, { amount_minor: -500 }]);
    const before = await team.state();
    for (const [id, other_id] of [
      [pending, booked],
      [booked, pending],
    ]) {
      const { status, code } = await app.refused(MERGE, { team: team.id, id, other_id });
      assert.deepEqual([status, code], [422, "invalid_argument"]);
    }
    assert.deepEqual(await team.state(), before);
  });

  test("notes that are too long for one are not merged, and nothing changes", async () => {
    const { team, app, books, pending, booked } = await announced();
    for (const id of [pending, booked]) await books.change(id, { note: id.repeat(50) });
    const before = await team.state();
    const { status, code } = await app.refused(MERGE, {
      team: team.id,
      id: booked,
      other_id: pending,
    });
    assert.deepEqual([status, code], [422, "invalid_argument"]);
    assert.deepEqual(await team.state(), before);
  });
});
