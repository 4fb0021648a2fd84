import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { csvOf, importWhatIsNew, Importing, ofxOf } from "../../../test/imports.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { getImportRemoval } from "./import-removal.ts";
import { removeImport } from "./remove-import.ts";

const TITLES = "date;payee;amount;status\n";

const LINES = [
  { date: "2026-03-28", minor: -500, text: "Books" },
  { date: "2026-03-29", minor: -700, text: "Lunch" },
  { date: "2026-03-29", minor: -700, text: "Lunch" },
];

/** Files of one account that announce, book, repeat and recognise each other's rows. */
const FILES = [
  `${TITLES}2026-03-30;Hotel Adler;-99.00;pending\n2026-03-28;Books;-5.00;booked\n`,
  `${TITLES}2026-03-31;Hotel Adler Berlin;-99.00;booked\n2026-03-31;Taxi;-12.00;booked\n`,
  `${TITLES}2026-03-29;Rail;-44.00;pending\n2026-03-29;Lunch;-7.00;booked\n`,
  `${TITLES}2026-03-30;Rail;-44.00;booked\n2026-04-01;Tea;-3.00;pending\n`,
  `${TITLES}2026-04-02;Tea;-3.00;booked\n`,
  csvOf(LINES),
  ofxOf(LINES.map((line, index) => ({ ...line, id: `F${index}` }))),
  "!Type:Bank\nD2026-03-29\nT-7.00\nPThe lunch\n^\nD2026-03-31\nT-12.00\nPA taxi\n^\n",
  "date;payee;amount;balance\n2026-03-31;Anna;-1.00;99.00\n2026-04-01;Bert;-2.00;97.00\n",
];

const WORK = ["categorise", "rename", "delete", "split", "export"] as const;

const stepOf = (kinds: readonly string[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat(50) });

const IMPORTING = ["import", "import", "import", "remove", "remove", "undo"];

const PATH = "POST /api/teams/:team/activity/:id/undo";

onEachDatabase((world) => {
  /** Books with transactions by hand, two of which the files announce or book. */
  async function opened() {
    world.at("2026-04-03T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    await books.add({ date: "2026-03-29", name: "Fair", amount_minor: -9900 });
    await books.add({ date: "2026-04-01", name: "Tea", amount_minor: -300, status: "pending" });
    await books.add({ date: "2026-03-10", name: "Rent", amount_minor: -80_000 });
    return { team, books, bank: new Importing(books), first: (await team.journal()).length };
  }

  type Opened = Awaited<ReturnType<typeof opened>>;
  type Listed = Awaited<ReturnType<typeof rowsOf>>[number];

  const importsOf = async (team: Team) =>
    world.database.reader
      .selectFrom("imports")
      .select("id")
      .where("team_id", "=", team.id)
      .orderBy("id")
      .execute();

  const rowsOf = async (team: Team) =>
    world.database.reader
      .selectFrom("transactions")
      .select(["id", "name", "amount_minor"])
      .where("team_id", "=", team.id)
      .orderBy("id")
      .execute();

  /** Removes an import by the verb, and holds it to what its preview said. @returns whether it was done */
  async function remove(team: Team, id: string): Promise<boolean> {
    world.pass(1000);
    const context = ownerContext(team);
    const { counts, blocked_by, stops } = await getImportRemoval(context, { id });
    if (blocked_by !== null || stops.count > 0) {
      const before = await team.state();
      const code = blocked_by === null ? "exported" : "in_use";
      await assert.rejects(removeImport(context, { id, counts }), { code });
      assert.deepEqual(await team.state(), before);
      return false;
    }
    const before = await rowsOf(team);
    await removeImport(context, { id, counts });
    const staying = new Set((await rowsOf(team)).map((row) => row.id));
    assert.equal(before.filter((row) => !staying.has(row.id)).length, counts.added);
    return true;
  }

  async function check(): Promise<void> {
    assert.equal(await findWrongFigure(world.database.reader), null);
  }

  /** An undo of a removal may bring keys again whose transactions went with another import. */
  async function checkKeys(team: Team): Promise<void> {
    const there = new Set((await rowsOf(team)).map(({ id }) => id));
    const keys = await world.database.reader
      .selectFrom("forgotten_rows")
      .select("survivor_id")
      .where("team_id", "=", team.id)
      .execute();
    assert.ok(keys.every(({ survivor_id }) => survivor_id !== null && there.has(survivor_id)));
  }

  /** @returns true for an undo that was done */
  async function take({ team, books, bank, first }: Opened, kind: string, which: number) {
    if (kind === "import") {
      const file = FILES[which % FILES.length] ?? "";
      await importWhatIsNew(team, file, { account: books.account });
    } else if (kind === "remove") {
      const imports = await importsOf(team);
      const one = imports[which % Math.max(imports.length, 1)];
      if (one !== undefined) await remove(team, one.id);
    } else if (kind === "undo") {
      const events = (await team.journal()).slice(first);
      const event = events[which % Math.max(events.length, 1)];
      const before = await team.state();
      if (event === undefined) return false;
      world.pass(1000);
      const { status } = await books.app.attempt(PATH, { team: team.id, id: event.id });
      if (status === 200) return true;
      assert.deepEqual(await team.state(), before);
    } else {
      const rows = await rowsOf(team);
      const row = rows[which % Math.max(rows.length, 1)];
      if (row !== undefined) await work(bank, row, kind);
    }
    return false;
  }

  /** Something that a person does with a transaction; what is refused changes nothing. */
  async function work({ books: { team, app } }: Importing, row: Listed, kind: string) {
    world.pass(1000);
    const of = { team: team.id, id: row.id };
    const { updated_at: seen } = await app.ask("GET /api/teams/:team/transactions/:id", of);
    const change = "PATCH /api/teams/:team/transactions/:id";
    const half = Math.trunc(row.amount_minor / 2);
    const parts = [{ amount_minor: half }, { amount_minor: row.amount_minor - half }];
    const deeds: Record<string, readonly [string, Record<string, unknown>]> = {
      categorise: [change, { ...of, seen, category_slug: "meals" }],
      rename: [change, { ...of, seen, name: `${row.name} again` }],
      export: [change, { ...of, seen, status: "exported" }],
      delete: [
        "POST /api/teams/:team/transactions/delete",
        { team: team.id, chosen: { ids: [row.id] } },
      ],
      split: ["PUT /api/teams/:team/transactions/:id/parts", { ...of, seen, parts }],
    };
    const [path, input] = deeds[kind] ?? assert.fail(kind);
    await app.attempt(path, input);
  }

  test("imports, removals and undos in any order leave exact books, and nothing once all imports are removed", async () => {
    const steps = fc.array(stepOf(IMPORTING), { minLength: 2, maxLength: 12 });
    const rule = fc.asyncProperty(steps, async (steps) => {
      const opening = await opened();
      const { team } = opening;
      const booksIn = async () => {
        const state = await team.state();
        const tables = ["transactions", "forgotten_rows", "statement_balances", "imports"];
        return [...tables, "month_totals", "booked_totals", "counterparts"].map((table) =>
          (state[table] ?? []).map((row) => ({ ...Object(row), updated_at: "" })),
        );
      };
      const bare = await booksIn();
      let isUndone = false;
      for (const { kind, which } of steps) {
        isUndone = (await take(opening, kind, which)) || isUndone;
        await check();
        if (!isUndone) await checkKeys(team);
      }
      // The newest is never in the way of another one.
      for (const { id } of (await importsOf(team)).toReversed())
        assert.ok(await remove(team, id), "a newest import that cannot be removed");
      await check();
      assert.deepEqual(await booksIn(), bare);
    });
    await fc.assert(rule, { numRuns: extent(6, 60) });
  });

  test("whatever people do between, removals leave exact books and do what their preview says", async () => {
    const steps = fc.array(stepOf([...IMPORTING, ...WORK]), { minLength: 4, maxLength: 14 });
    const rule = fc.asyncProperty(steps, async (steps) => {
      const opening = await opened();
      for (const { kind, which } of steps) {
        await take(opening, kind, which);
        await check();
      }
      for (const { id } of (await importsOf(opening.team)).toReversed())
        await remove(opening.team, id);
      await check();
    });
    await fc.assert(rule, { numRuns: extent(6, 60) });
  });
});
