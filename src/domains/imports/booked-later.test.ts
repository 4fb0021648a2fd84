import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";
import { Importing } from "../../../test/imports.ts";
import { Books } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { redactSome } from "../../activity/undo-state.ts";
import { baseContextOf } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";

const REMOVAL = "GET /api/teams/:team/imports/:id/removal";
const REMOVE = "DELETE /api/teams/:team/imports/:id";
const DAY_MS = 24 * 60 * 60_000;
const TITLES = "date;payee;amount;status\n";
const PENDING = `${TITLES}2026-03-30;Hotel Adler;-99.00;pending\n2026-03-28;Books;-5.00;booked\n`;
const BOOKED = `${TITLES}2026-03-31;Hotel Adler Berlin;-99.00;booked\n2026-03-31;Taxi;-12.00;booked\n`;

onAnyDatabase((world) => {
  /** A hotel that one file announced, a person described, and a later file booked. */
  async function booked() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    const hotel = async () =>
      world.database.reader
        .selectFrom("transactions")
        .selectAll()
        .where("team_id", "=", team.id)
        .where("name", "like", "Hotel%")
        .executeTakeFirst();
    const [first = ""] = (await bank.run(PENDING)).imports;
    await books.change((await hotel())?.id ?? "", { category_slug: "travel-entertainment" });
    const announced = await team.state();
    const { imports, event } = await bank.run(BOOKED);
    const [second = ""] = imports;
    const removal = async (id: string) => books.app.ask(REMOVAL, { team: team.id, id });
    const undo = async (event: string) => (await bank.undo(event)).status;
    return { team, books, bank, hotel, first, second, event, announced, removal, undo };
  }

  describe("a pending transaction that a later import booked", () => {
    test("stays with that one when the import that announced it is removed", async () => {
      const { team, books, bank, hotel, first, removal, undo } = await booked();
      const before = await team.state();
      const row = await hotel();
      const { counts } = await removal(first);
      assert.partialDeepStrictEqual(counts, { added: 1, categorised: 0, booked_later: 1 });
      const { event } = await bank.remove(first);
      assert.deepEqual(await hotel(), row);
      assert.deepEqual(await bank.rows(), [
        "2026-03-31 -1200 Taxi posted",
        "2026-03-31 -9900 Hotel Adler Berlin posted",
      ]);
      assert.equal(row?.category_slug, "travel-entertainment");
      assert.deepEqual(await bank.counts(BOOKED), { duplicate: 2 });
      assert.deepEqual(await bank.counts(PENDING), { duplicate: 1, new: 1 });
      assert.equal(await findWrongFigure(world.database.reader), null);
      assert.equal(await undo(event), 200);
      assert.deepEqual(await team.state(), before);
      assert.equal((await books.get(row?.id ?? "")).status, "posted");
    });

    test("is of the file that booked it, and of the other one again after an undo", async () => {
      const { team, hotel, first, second, event, announced, undo } = await booked();
      assert.deepEqual([(await hotel())?.import_id, (await hotel())?.line], [second, 2]);
      assert.equal(await undo(event), 200);
      assert.equal((await hotel())?.import_id, first);
      assert.deepEqual(await team.state(), announced);
    });

    test("goes with the later import once the earlier one is gone, and both undos bring back all", async () => {
      for (const order of ["the last first", "the first first"]) {
        const { team, bank, first, second, removal, undo } = await booked();
        const before = await team.state();
        const one = await bank.remove(first);
        const between = await team.state();
        assert.partialDeepStrictEqual((await removal(second)).counts, {
          added: 2,
          categorised: 1,
          put_back: 0,
        });
        const other = await bank.remove(second);
        assert.deepEqual(await bank.rows(), []);
        assert.deepEqual((await team.state())["forgotten_rows"] ?? [], []);
        assert.deepEqual(await bank.counts(PENDING), { new: 2 });
        if (order === "the last first") {
          assert.equal(await undo(other.event), 200);
          assert.deepEqual(await team.state(), between);
          assert.equal(await undo(one.event), 200);
        } else {
          assert.equal(await undo(one.event), 200);
          assert.equal(await undo(other.event), 200);
        }
        assert.deepEqual(await team.state(), before);
        assert.equal(await findWrongFigure(world.database.reader), null);
      }
    });

    test("is pending again when the later import goes first, and then goes with the earlier one", async () => {
      const { team, bank, first, second, announced, removal, undo } = await booked();
      const before = await team.state();
      assert.partialDeepStrictEqual((await removal(second)).counts, { added: 1, put_back: 1 });
      const other = await bank.remove(second);
      const between = await team.state();
      for (const table of ["imports", "forgotten_rows", "month_totals"])
        assert.deepEqual(between[table], announced[table]);
      assert.partialDeepStrictEqual((await removal(first)).counts, { added: 2, booked_later: 0 });
      const one = await bank.remove(first);
      assert.deepEqual(await bank.rows(), []);
      const gone = await team.state();
      assert.equal(await undo(other.event), 409);
      assert.deepEqual(await team.state(), gone);
      assert.equal(await undo(one.event), 200);
      assert.deepEqual(await team.state(), between);
      assert.equal(await undo(other.event), 200);
      assert.deepEqual(await team.state(), before);
    });

    test("stays with the earlier import when it was changed since the later one, which is removed", async () => {
      const { team, books, bank, hotel, first, second, removal, undo } = await booked();
      await books.change((await hotel())?.id ?? "", { name: "Hotel of the fair" });
      const before = await team.state();
      assert.partialDeepStrictEqual((await removal(second)).counts, { added: 1, kept: 1 });
      const { event } = await bank.remove(second);
      assert.equal((await hotel())?.import_id, first);
      assert.equal((await hotel())?.status, "posted");
      assert.equal(await undo(event), 200);
      assert.deepEqual(await team.state(), before);
    });

    test("is not given back to an import that is removed, by the undo of the later one", async () => {
      const { team, bank, first, event, undo } = await booked();
      const before = await team.state();
      const removed = await bank.remove(first);
      const state = await team.state();
      const { status, body } = await bank.undo(event);
      assert.equal(status, 409);
      assert.match(JSON.stringify(body), /import .* is not there any more/);
      assert.deepEqual(await team.state(), state);
      assert.equal(await undo(removed.event), 200);
      assert.deepEqual(await team.state(), before);
      assert.equal(await undo(event), 200);
    });

    test("comes once from the file that announced it, though the import that booked it is removed", async () => {
      const { books, bank, hotel, second } = await booked();
      await books.change((await hotel())?.id ?? "", { name: "Hotel of the fair" });
      await bank.remove(second);
      assert.deepEqual(await bank.counts(PENDING), { duplicate: 2 });
      assert.deepEqual(await bank.counts(BOOKED), { duplicate: 1, new: 1 });
    });
  });

  /** Lets the session end and the snapshots go, and gives the doors of a new session. */
  async function afterAMonth(team: Team) {
    world.pass(31 * DAY_MS);
    const sources = { database: world.database, clock: () => Date.parse(world.now) };
    await transaction(baseContextOf({ ...sources, randomBytes }), async (context) =>
      redactSome(context, 1000),
    );
    const app = await WebApp.of(team);
    const removal = async (id: string) => app.ask(REMOVAL, { team: team.id, id });
    const remove = async (id: string) => {
      const { counts } = await removal(id);
      world.pass(1000);
      return app.ask(REMOVE, { team: team.id, id, counts });
    };
    const undo = async (id: string) =>
      app.ask("POST /api/teams/:team/activity/:id/undo", { team: team.id, id });
    return { removal, remove, undo };
  }

  describe("a transaction that an import changed more than 30 days ago", () => {
    test("stays as it is, is counted, and is of the import that announced it", async () => {
      const { team, hotel, first, second } = await booked();
      const { removal, remove, undo } = await afterAMonth(team);
      const { counts, kept, knows_before } = await removal(second);
      const row = await hotel();
      assert.partialDeepStrictEqual(counts, { added: 1, put_back: 0, kept: 1 });
      assert.deepEqual([kept, knows_before], [[{ id: row?.id, name: row?.name }], false]);
      const before = await team.state();
      const { event } = await remove(second);
      const { import_id, status, date } = (await hotel()) ?? {};
      assert.deepEqual([import_id, status, date], [first, "posted", "2026-03-31"]);
      assert.equal(await findWrongFigure(world.database.reader), null);
      await undo(event);
      assert.deepEqual(await team.state(), before);
    });

    test("still names the later import that changed it", async () => {
      const { team, first, second, told } = await byHand();
      const { removal, remove } = await afterAMonth(team);
      assert.equal((await removal(first)).blocked_by?.id, second);
      await remove(second);
      const { blocked_by, counts } = await removal(first);
      assert.equal(blocked_by, null);
      assert.partialDeepStrictEqual(counts, { put_back: 0, kept: 1 });
      await remove(first);
      assert.equal(await told(), POSTED);
    });
  });

  const HAND = "2026-03-29 -9900 Fair posted hand";
  const ANNOUNCED = "2026-03-30 -9900 Fair pending csv";
  const POSTED = "2026-03-31 -9900 Fair posted csv";

  /** A hotel by hand, which one file announced as pending and a later one booked. It is of no import. */
  async function byHand() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    const { id } = await books.add({ date: "2026-03-29", name: "Fair", amount_minor: -9900 });
    const told = async () => {
      const row = await world.database.reader
        .selectFrom("transactions")
        .selectAll()
        .where("team_id", "=", team.id)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const { date, amount_minor, name, status, source } = row;
      return `${date} ${amount_minor} ${name} ${status} ${source}`;
    };
    const bare = await team.state();
    const [first = ""] = (await bank.run(PENDING)).imports;
    const [second = ""] = (await bank.run(BOOKED, { file_name: "april.csv" })).imports;
    const removal = async (of: string) => books.app.ask(REMOVAL, { team: team.id, id: of });
    return { team, books, bank, id, told, bare, first, second, removal };
  }

  describe("a transaction by hand that one import announced and a later one booked", () => {
    test("keeps the first from being removed, which names the later one, and gets back what a person gave it", async () => {
      const { team, books, bank, told, bare, first, second, removal } = await byHand();
      const { counts, blocked_by } = await removal(first);
      assert.partialDeepStrictEqual(blocked_by, { id: second, file_name: "april.csv" });
      const state = await team.state();
      const of = { team: team.id, id: first, counts };
      const { status, body } = await books.app.attempt(REMOVE, of);
      assert.deepEqual([status, body.code], [409, "in_use"]);
      assert.deepEqual(await team.state(), state);
      const later = await bank.remove(second);
      assert.equal(await told(), ANNOUNCED);
      assert.equal((await removal(first)).blocked_by, null);
      const earlier = await bank.remove(first);
      assert.equal(await told(), HAND);
      for (const table of ["imports", "forgotten_rows", "month_totals", "booked_totals"])
        assert.deepEqual((await team.state())[table], bare[table]);
      assert.equal((await bank.undo(later.event)).status, 409);
      assert.equal((await bank.undo(earlier.event)).status, 200);
      assert.equal(await told(), ANNOUNCED);
      assert.equal((await bank.undo(later.event)).status, 200);
      assert.deepEqual(await team.state(), state);
      // The undo brought the later import again.
      assert.equal((await removal(first)).blocked_by?.id, second);
    });

    test("is as a person left it between two imports, once both are removed", async () => {
      const { books, bank, id, told, first, second } = await byHand();
      await bank.remove(second);
      await bank.remove(first);
      await books.change(id, { date: "2026-03-30" });
      const { imports } = await bank.run(BOOKED);
      assert.equal(await told(), POSTED);
      await bank.remove(imports[0]);
      assert.equal(await told(), HAND.replace("29", "30"));
    });
  });
});
