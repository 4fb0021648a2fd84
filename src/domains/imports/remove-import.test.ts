import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { csvOf, Importing, ofxOf } from "../../../test/imports.ts";
import { storedRows } from "../../../test/rows.ts";
import { Books } from "../../../test/transactions.ts";

const REMOVAL = "GET /api/teams/:team/imports/:id/removal";
const REMOVE = "DELETE /api/teams/:team/imports/:id";
const LIST = "GET /api/teams/:team/transactions";

const MARCH = [
  { date: "2026-03-02", minor: -350, text: "Coffee Corner" },
  { date: "2026-03-14", minor: 120_000, text: "Anna Adler" },
  { date: "2026-03-20", minor: -8900, text: "Books Ltd" },
];

const NONE = {
  added: 0,
  categorised: 0,
  split: 0,
  linked: 0,
  noted: 0,
  exported: 0,
  paying: 0,
  put_back: 0,
  kept: 0,
  booked_later: 0,
};

const PENDING = "date;payee;amount;status\n2026-03-30;Hotel Adler;-99.00;pending\n";
const BOOKED =
  "date;payee;amount;status\n2026-03-31;Hotel Adler Berlin;-99.00;booked\n2026-03-31;Taxi;-12.00;booked\n";

function daysOf(state: Record<string, unknown[]>): readonly string[] {
  const rows = storedRows(state, "statement_balances");
  return rows.map(({ date, minor, kind }) => `${date} ${minor} ${kind}`).toSorted();
}

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    const { app } = books;
    const of = { team: team.id };
    const listed = async (id: string) => (await app.ask(LIST, { ...of, import: id })).items;
    const removal = async (id: string) => app.ask(REMOVAL, { ...of, id });
    const remove = async (id: string) => bank.remove(id);
    return { team, books, bank, app, of, listed, removal, remove };
  }

  describe("the removal of an import", () => {
    test("is done where an undo is refused, says what goes with it, and lets the file come again", async () => {
      const { bank, books, listed, removal, remove } = await opened();
      const empty = await bank.rows();
      const { event, imports } = await bank.run(csvOf(MARCH));
      const rows = await bank.rows();
      const [book] = await listed(imports[0]);
      await books.change(book?.id ?? "", { category_slug: "software", note: "For Anna" });
      assert.equal((await bank.undo(event)).status, 409);
      const { counts, kept } = await removal(imports[0]);
      assert.deepEqual(counts, { ...NONE, added: 3, categorised: 1, noted: 1 });
      assert.deepEqual(kept, []);
      await remove(imports[0]);
      assert.deepEqual(await bank.rows(), empty);
      assert.deepEqual(await bank.counts(csvOf(MARCH)), { new: 3 });
      await bank.run(csvOf(MARCH));
      assert.deepEqual(await bank.rows(), rows);
    });

    test("is one event, whose undo brings back all of it", async () => {
      const { team, bank, books, listed, remove } = await opened();
      const stated =
        "date;payee;amount;balance\n2026-03-02;Anna;-1.00;99.00\n2026-03-03;Bert;-2.00;97.00\n";
      const { imports } = await bank.run(stated);
      const [row] = await listed(imports[0]);
      await books.change(row?.id ?? "", { category_slug: "software" });
      const before = await team.state();
      const { event } = await remove(imports[0]);
      assert.equal((await team.state())["statement_balances"]?.length ?? 0, 0);
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await team.state(), before);
    });

    test("puts back what the import changed", async () => {
      const { bank, removal, remove } = await opened();
      await bank.run(PENDING);
      const before = await bank.rows();
      const { imports } = await bank.run(BOOKED);
      const { counts } = await removal(imports[0]);
      assert.deepEqual(counts, { ...NONE, added: 1, put_back: 1 });
      await remove(imports[0]);
      assert.deepEqual(await bank.rows(), before);
      assert.deepEqual(await bank.counts(BOOKED), { new: 1, update: 1 });
    });

    test("names what was changed since, and leaves it as it is", async () => {
      const { bank, books, listed, removal, remove } = await opened();
      await bank.run(PENDING);
      const { imports } = await bank.run(BOOKED);
      const hotel = (await listed(imports[0])).find(({ name }) => name.startsWith("Hotel"));
      await books.change(hotel?.id ?? "", { name: "Trade fair" });
      const found = await removal(imports[0]);
      assert.deepEqual(found.counts, { ...NONE, added: 1, kept: 1 });
      assert.deepEqual(found.kept, [{ id: hotel?.id, name: "Trade fair" }]);
      await remove(imports[0]);
      assert.deepEqual(await bank.rows(), ["2026-03-31 -9900 Trade fair posted"]);
    });

    test("of another kind of file leaves no trace in the rows that it met", async () => {
      const { team, bank, remove } = await opened();
      await bank.run(csvOf(MARCH));
      const before = await team.state();
      const ofx = ofxOf(MARCH.map((line, index) => ({ ...line, id: `F${index}` })));
      const { imports } = await bank.run(ofx);
      await remove(imports[0]);
      const after = await team.state();
      assert.deepEqual(after["forgotten_rows"], before["forgotten_rows"]);
      assert.deepEqual(await bank.counts(ofx), { likely: 3 });
    });

    test("is refused while a later import noted the bank's ids in its rows, which it names", async () => {
      const { team, bank, app, of, removal, remove } = await opened();
      const { imports } = await bank.run(csvOf(MARCH));
      const id = imports[0];
      const before = await team.state();
      const ofx = ofxOf(MARCH.map((line, index) => ({ ...line, id: `F${index}` })));
      const later = await bank.run(ofx, { file_name: "april.ofx" });
      const { counts, blocked_by } = await removal(id);
      const row = { id: later.imports[0], file_name: "april.ofx", created_at: world.now };
      assert.deepEqual(blocked_by, row);
      const state = await team.state();
      const { status, body } = await app.attempt(REMOVE, { ...of, id, counts });
      assert.deepEqual([status, body.code], [409, "in_use"]);
      assert.match(
        JSON.stringify(body),
        /First remove the import of \\"april\.ofx\\" of 2026-04-01; nothing was removed/,
      );
      assert.deepEqual(await team.state(), state);
      await remove(later.imports[0]);
      for (const table of ["imports", "forgotten_rows", "month_totals"])
        assert.deepEqual((await team.state())[table], before[table]);
      assert.equal((await removal(id)).blocked_by, null);
      await remove(id);
      assert.deepEqual(await bank.rows(), []);
    });

    test("lets another file bring its rows that had become one with those that are gone", async () => {
      const { bank, removal, remove } = await opened();
      const { imports } = await bank.run(csvOf(MARCH));
      const qif = `!Type:Bank\n${MARCH.map(({ date, minor, text }) => `D${date}\nT${minor / 100}\nP${text}\n^\n`).join("")}`;
      assert.deepEqual(await bank.counts(qif), { likely: 3 });
      await bank.run(qif);
      assert.deepEqual(await bank.counts(qif), { duplicate: 3 });
      // Rows that are only recognised are in nobody's way.
      assert.equal((await removal(imports[0])).blocked_by, null);
      await remove(imports[0]);
      assert.deepEqual(await bank.counts(qif), { new: 3 });
    });

    test("is refused for other numbers than were seen, and then nothing is removed", async () => {
      const { team, bank, books, app, of, listed, removal } = await opened();
      const { imports } = await bank.run(csvOf(MARCH));
      const id = imports[0];
      const { counts } = await removal(id);
      const [row] = await listed(id);
      await books.change(row?.id ?? "", { category_slug: "software" });
      const state = await team.state();
      const { status, body } = await app.attempt(REMOVE, { ...of, id, counts });
      assert.deepEqual([status, body.code], [409, "count_changed"]);
      assert.deepEqual(await team.state(), state);
    });

    test("is refused for an exported other side of a transfer, which it names beforehand", async () => {
      const { team, bank, app, of, books, listed, removal, remove } = await opened();
      const { imports } = await bank.run(csvOf(MARCH));
      const id = imports[0];
      const savings = await app.ask("POST /api/teams/:team/bank-accounts", {
        ...of,
        name: "Savings",
        type: "savings",
        currency: "EUR",
      });
      const into = await books.add({
        bank_account_id: savings.id,
        date: "2026-03-20",
        name: "To savings",
        amount_minor: 8900,
      });
      const out = (await listed(id)).find(({ amount_minor }) => amount_minor === -8900);
      const sides = { ...of, id: out?.id ?? "", other_id: into.id };
      await app.ask("POST /api/teams/:team/transfers", sides);
      const free = await removal(id);
      assert.deepEqual([free.counts.linked, free.stops], [1, { count: 0, first: [] }]);
      await books.change(into.id, { status: "exported" });
      const { counts, stops } = await removal(id);
      const first = [{ id: into.id, name: "To savings", account: "Savings" }];
      assert.deepEqual(stops, { count: 1, first });
      const state = await team.state();
      assert.equal((await app.refused(REMOVE, { ...of, id, counts })).code, "exported");
      assert.deepEqual(await team.state(), state);
      await books.change(into.id, { status: "completed" });
      assert.equal((await removal(id)).stops.count, 0);
      await remove(id);
      assert.deepEqual(await bank.rows(), ["2026-03-20 8900 To savings completed"]);
    });

    test("is done once by ten at once", async () => {
      const { bank, app, of, removal } = await opened();
      const { imports } = await bank.run(csvOf(MARCH));
      const id = imports[0];
      const { counts } = await removal(id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, async () => app.attempt(REMOVE, { ...of, id, counts })),
      );
      const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
      assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 404)]);
      assert.deepEqual(await bank.rows(), []);
    });

    /** Rows with a running balance, whose last one is of a day that was not over. */
    const statedOf = (
      ...rows: readonly (readonly [day: string, amount: number, balance: number])[]
    ) =>
      `date;payee;amount;balance\n${rows.map(([day, amount, balance]) => `2026-03-${day};Payee ${day};${amount}.00;${balance}.00\n`).join("")}`;
    const FIRST = statedOf(["02", -1, 99], ["03", -2, 97]);
    const SECOND = statedOf(["03", -2, 97], ["04", -3, 94]);
    const THIRD = statedOf(["04", -3, 94], ["05", -4, 90]);

    test("takes its own balances along, and one that went when it came stays away", async () => {
      const { team, bank, remove } = await opened();
      await bank.run(FIRST);
      const before = await team.state();
      const { imports } = await bank.run(SECOND);
      const between = await team.state();
      assert.deepEqual(daysOf(between), ["2026-03-04 9400 intraday"]);
      const { event } = await remove(imports[0]);
      assert.deepEqual(daysOf(await team.state()), []);
      for (const table of ["imports", "transactions", "booked_totals"])
        assert.deepEqual((await team.state())[table], before[table]);
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await team.state(), between);
    });

    test("takes a balance that it stated in place of an earlier file's, and says so before", async () => {
      const { team, bank, removal, remove } = await opened();
      await bank.run(FIRST);
      const { imports } = await bank.run(statedOf(["03", -2, 97], ["03", -5, 92]));
      assert.deepEqual(daysOf(await team.state()), ["2026-03-03 9200 intraday"]);
      assert.equal((await removal(imports[0])).balances, 1);
      await remove(imports[0]);
      assert.deepEqual(daysOf(await team.state()), []);
    });

    test("is in nobody's way for balances, whatever goes first", async () => {
      const { team, bank, remove } = await opened();
      const first = await bank.run(FIRST);
      const second = await bank.run(SECOND);
      const third = await bank.run(THIRD);
      await remove(second.imports[0]);
      assert.deepEqual(daysOf(await team.state()), ["2026-03-05 9000 intraday"]);
      await remove(first.imports[0]);
      assert.deepEqual(daysOf(await team.state()), ["2026-03-05 9000 intraday"]);
      await remove(third.imports[0]);
      assert.deepEqual(daysOf(await team.state()), []);
    });

    test("leaves the balances that people noted", async () => {
      const { team, books, bank, app, of, remove } = await opened();
      const { imports } = await bank.run(FIRST);
      const path = "PUT /api/teams/:team/bank-accounts/:id/balance";
      await app.ask(path, { ...of, id: books.account, day: "2026-03-06", minor: 12_300 });
      await remove(imports[0]);
      assert.deepEqual(daysOf(await team.state()), ["2026-03-06 12300 by_hand"]);
    });

    test("of more rows than a chunk removes all, and its undo brings all back", async () => {
      const { team, bank, remove } = await opened();
      const many = Array.from({ length: 1100 }, (_, index) => ({
        date: "2026-03-15",
        minor: index + 1,
        text: `Row ${index}`,
      }));
      const { imports } = await bank.run(csvOf(many));
      const before = await team.state();
      const { event } = await remove(imports[0]);
      assert.deepEqual(await bank.rows(), []);
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await team.state(), before);
    });
  });
});
