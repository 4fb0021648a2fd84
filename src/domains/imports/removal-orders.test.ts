import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { csvOf, importByVerb, Importing } from "../../../test/imports.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { redactSome } from "../../activity/redact.ts";
import { baseContextOf } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { getImportRemoval } from "./import-removal.ts";
import { removeImport } from "./remove-import.ts";

const DAY_MS = 24 * 60 * 60_000;

const TITLES = "date;payee;amount;status\n";

const FILES = {
  announced: `${TITLES}2026-03-30;Hotel Adler;-99.00;pending\n2026-03-28;Books;-5.00;booked\n`,
  other: csvOf([{ date: "2026-03-29", minor: -700, text: "Lunch" }]),
  booked: `${TITLES}2026-03-31;Hotel Adler Berlin;-99.00;booked\n2026-03-31;Taxi;-12.00;booked\n`,
};

type Name = keyof typeof FILES;

const NAMES = ["announced", "other", "booked"] as const;

const HAND = "2026-03-29 -9900 Fair posted hand";
const PENDING = "2026-03-30 -9900 Fair pending csv";
const POSTED = "2026-03-31 -9900 Fair posted csv";

/** The hotel, which a person added, with the imports that are there. */
function expected(there: ReadonlySet<string>): string {
  if (there.has("booked")) return POSTED;
  return there.has("announced") ? PENDING : HAND;
}

function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** All but the journal, without the times at which rows were written. */
function booksIn(state: Record<string, unknown[]>) {
  const tables = ["transactions", "forgotten_rows", "statement_balances", "imports"];
  const kept = ["month_totals", "booked_totals", "look_alikes"];
  return [...tables, ...kept].map((table) =>
    (state[table] ?? []).map((row) => ({ ...Object(row), updated_at: "" })),
  );
}

onAnyDatabase((world) => {
  /** A hotel by hand. One file announces it as pending, another one books it. */
  async function opened() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    const day = "2026-03-29";
    const { id: hotel } = await books.add({ date: day, name: "Fair", amount_minor: -9900 });
    const ids = new Map<string, string>();
    const run = async (name: Name) => {
      const found = await importByVerb(team, FILES[name], { account: books.account });
      ids.set(name, found.imports[0] ?? "");
      return found.event;
    };
    const told = async () => {
      const row = await world.database.reader
        .selectFrom("transactions")
        .selectAll()
        .where("team_id", "=", team.id)
        .where("id", "=", hotel)
        .executeTakeFirstOrThrow();
      const { date, amount_minor, name, status, source } = row;
      return `${date} ${amount_minor} ${name} ${status} ${source}`;
    };
    const removal = async (name: string) =>
      getImportRemoval(ownerContext(team), { id: ids.get(name) ?? name });
    const remove = async (name: string) => {
      const { id, counts } = await removal(name);
      world.pass(1000);
      return (await removeImport(ownerContext(team), { id, counts })).event;
    };
    const undo = async (event: string) => {
      world.pass(1000);
      return (await bank.undo(event)).status;
    };
    return { team, books, bank, hotel, run, told, removal, remove, undo };
  }

  describe("a transaction by hand that one import announced and another booked", () => {
    test("is as the imports that stay give it, whatever goes first, and undos bring back all", async () => {
      const { team, bank, run, told, removal, remove, undo } = await opened();
      const bare = booksIn(await team.state());
      for (const name of NAMES) await run(name);
      for (const order of orders(NAMES)) {
        const there = new Set<string>(NAMES);
        const gone: { name: string; event: string; before: object }[] = [];
        for (const name of order) {
          const { counts } = await removal(name);
          assert.deepEqual([counts.kept, counts.added], [0, 1]);
          const isLater = name === "announced" && there.has("booked");
          assert.equal(counts.booked_later, isLater ? 1 : 0);
          const before = await team.state();
          gone.push({ name, before, event: await remove(name) });
          there.delete(name);
          assert.equal(await told(), expected(there), order.join());
        }
        assert.equal(await findWrongFigure(world.database.reader), null);
        assert.deepEqual(booksIn(await team.state()), bare, order.join());
        for (const { name, event, before } of gone.toReversed()) {
          assert.equal(await undo(event), 200);
          there.add(name);
          assert.equal(await told(), expected(there));
          assert.deepEqual(await team.state(), before);
        }
      }
      for (const name of NAMES) await remove(name);
      assert.deepEqual(await bank.counts(FILES.announced), { update: 1, new: 1 });
    });

    test("is by hand again once all are removed, after removals and undos in any order", async () => {
      const { team, run, told, remove, undo } = await opened();
      const bare = booksIn(await team.state());
      const steps = orders(["announced", "booked", "undo first", "undo last"]);
      for (const order of steps.filter(([first]) => first?.startsWith("undo") === false)) {
        for (const name of ["announced", "booked"] as const) await run(name);
        const there = new Set(["announced", "booked"]);
        const gone: { name: string; event: string }[] = [];
        for (const step of order) {
          const before = await told();
          if (there.has(step)) {
            gone.push({ name: step, event: await remove(step) });
            there.delete(step);
          } else if (step.startsWith("undo") && gone.length > 0) {
            const [one] = gone.splice(step === "undo first" ? 0 : gone.length - 1, 1);
            if ((await undo(one?.event ?? "")) === 200) there.add(one?.name ?? "");
            else assert.equal(await told(), before);
          }
          // An undo brings back no announcement that its removal had left to a later import.
          const may = there.has("booked") ? [POSTED] : [expected(there), HAND];
          assert.ok(may.includes(await told()), `${step} of ${order.join()}: ${await told()}`);
        }
        for (const name of there) await remove(name);
        assert.deepEqual(booksIn(await team.state()), bare, order.join());
      }
      assert.equal(await findWrongFigure(world.database.reader), null);
    });

    test("stays by hand when its announcement comes back without its booking, whose undo then brings back all", async () => {
      const { team, bank, run, told, remove, undo } = await opened();
      await run("announced");
      await run("booked");
      const before = await team.state();
      const announced = await remove("announced");
      const booked = await remove("booked");
      assert.equal(await undo(announced), 200);
      // Pending again, it would have changed since the other removal, whose undo would be refused.
      assert.equal(await told(), HAND);
      assert.equal(await findWrongFigure(world.database.reader), null);
      assert.deepEqual(await bank.counts(FILES.announced), { duplicate: 1, update: 1 });
      assert.equal(await undo(booked), 200);
      assert.deepEqual(await team.state(), before);
    });

    test("is as a person left it between two imports, when both are removed", async () => {
      const { books, hotel, run, told, remove } = await opened();
      await run("announced");
      await remove("announced");
      await books.change(hotel, { date: "2026-03-30" });
      await run("booked");
      assert.equal(await told(), POSTED);
      await remove("booked");
      assert.equal(await told(), HAND.replace("29", "30"));
    });

    test("is not pending again by an undo once the import that announced it is removed", async () => {
      const { team, run, told, remove, undo } = await opened();
      await run("announced");
      const booked = await run("booked");
      const removed = await remove("announced");
      const state = await team.state();
      assert.equal(await undo(booked), 409);
      assert.deepEqual(await team.state(), state);
      assert.equal(await undo(removed), 200);
      assert.equal(await undo(booked), 200);
      assert.equal(await told(), PENDING);
    });

    test("stays as it is when the journal no longer tells what it was", async () => {
      const { run, told, removal, remove } = await opened();
      await run("announced");
      world.pass(20 * DAY_MS);
      await run("booked");
      world.pass(11 * DAY_MS);
      const sources = { database: world.database, clock: () => Date.parse(world.now) };
      await transaction(baseContextOf({ ...sources, randomBytes }), async (context) =>
        redactSome(context, 1000),
      );
      await remove("announced");
      const { counts } = await removal("booked");
      assert.deepEqual([counts.put_back, counts.kept], [0, 1]);
      await remove("booked");
      assert.equal(await told(), POSTED);
    });
  });

  test("the file that announced a transaction brings it once, though the import that booked it is removed", async () => {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    await bank.run(FILES.announced);
    const { imports } = await bank.run(FILES.booked);
    const rows = await world.database.reader
      .selectFrom("transactions")
      .select(["id", "name"])
      .where("team_id", "=", team.id)
      .execute();
    const hotel = rows.find(({ name }) => name.startsWith("Hotel"))?.id ?? "";
    await books.change(hotel, { name: "Hotel of the fair" });
    await bank.remove(imports[0]);
    assert.deepEqual(await bank.counts(FILES.announced), { duplicate: 2 });
    assert.deepEqual(await bank.counts(FILES.booked), { duplicate: 1, new: 1 });
  });
});
