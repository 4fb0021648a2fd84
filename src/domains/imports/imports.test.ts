import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { csvOf, Importing, ofxOf } from "../../../test/imports.ts";
import { Books } from "../../../test/transactions.ts";

const MARCH = [
  { date: "2026-03-02", minor: -350, text: "Coffee Corner" },
  { date: "2026-03-02", minor: -350, text: "Coffee Corner" },
  { date: "2026-03-14", minor: 120_000, text: "Anna Adler" },
  { date: "2026-03-20", minor: -8900, text: "Books Ltd" },
];

onEachDatabase((world) => {
  async function opened(account: object = {}) {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, account);
    return { team, books, bank: new Importing(books) };
  }

  describe("an import", () => {
    test("is previewed without a trace, is one event, and adds nothing the second time", async () => {
      const { team, bank } = await opened();
      const before = { state: await team.state(), journal: await team.journal() };
      const preview = await bank.preview(csvOf(MARCH));
      assert.deepEqual({ state: await team.state(), journal: await team.journal() }, before);
      assert.deepEqual(preview.accounts[0]?.counts.new, { count: 4, minor: 110_400, taken: 4 });
      const { event, added } = await bank.run(csvOf(MARCH));
      assert.equal(added, 4);
      const rows = await bank.rows();
      assert.equal(rows.length, 4);
      assert.deepEqual(await bank.counts(csvOf(MARCH)), { duplicate: 4 });
      const state = await team.state();
      const { hash } = preview;
      assert.equal((await bank.preview(csvOf(MARCH))).hash, null);
      const { body } = await bank.commit(csvOf(MARCH), { hash });
      assert.equal(body.code, "plan_changed");
      assert.deepEqual(await team.state(), state);
      const events = (await team.journal()).filter(({ id }) => id === event);
      assert.equal(events.length, 1);
    });

    test("is undone whole, and imported again the same", async () => {
      const { team, bank } = await opened();
      const before = await team.state();
      const { event } = await bank.run(csvOf(MARCH));
      const rows = await bank.rows();
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await team.state(), before);
      await bank.run(csvOf(MARCH));
      assert.deepEqual(await bank.rows(), rows);
    });

    test("is not undone once a row was categorised", async () => {
      const { team, bank, books } = await opened();
      const { event } = await bank.run(csvOf(MARCH));
      const [row] = await team.world.database.reader
        .selectFrom("transactions")
        .select("id")
        .where("team_id", "=", team.id)
        .execute();
      await books.change(row?.id ?? "", { category_slug: "software" });
      const state = await team.state();
      assert.equal((await bank.undo(event)).status, 409);
      assert.deepEqual(await team.state(), state);
    });

    test("is refused with another plan than the one that was seen, and then nothing is imported", async () => {
      const { team, bank } = await opened();
      const { hash } = await bank.preview(csvOf(MARCH));
      await bank.run(csvOf(MARCH.slice(0, 1)));
      const state = await team.state();
      const { status, body } = await bank.commit(csvOf(MARCH), { hash });
      assert.deepEqual([status, body.code], [409, "plan_changed"]);
      assert.deepEqual(await team.state(), state);
    });

    test("is done once by twenty commits of one plan at once", async () => {
      const { bank } = await opened();
      const { hash } = await bank.preview(csvOf(MARCH));
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => bank.commit(csvOf(MARCH), { hash })),
      );
      const codes = answers.map(({ status, body }) => (status === 200 ? "done" : body.code));
      assert.equal(codes.filter((code) => code === "done").length, 1);
      // One of a person's files waits, and the others are refused.
      assert.deepEqual(new Set(codes), new Set(["done", "plan_changed", "busy"]));
      assert.equal((await bank.rows()).length, 4);
    });

    test("of overlapping files in any order is their union", async () => {
      const { bank } = await opened();
      await bank.run(csvOf(MARCH.slice(2)));
      await bank.run(csvOf(MARCH.slice(0, 3)));
      const one = await bank.rows();
      const other = await opened();
      await other.bank.run(csvOf(MARCH));
      assert.deepEqual(one, await other.bank.rows());
    });

    test("of more rows than a chunk is one event, in the bank's order", async () => {
      const { team, bank } = await opened();
      const many = Array.from({ length: 1200 }, (_, index) => ({
        date: `2026-0${1 + Math.floor(index / 400)}-15`,
        minor: index + 1,
        text: `Row ${index}`,
      }));
      const { event } = await bank.run(csvOf(many));
      const rows = await team.world.database.reader
        .selectFrom("transactions")
        .select("amount_minor")
        .where("team_id", "=", team.id)
        .orderBy("date")
        .orderBy("id")
        .execute();
      assert.deepEqual(
        rows.map(({ amount_minor }) => amount_minor),
        many.map(({ minor }) => minor),
      );
      const before = (await bank.rows()).length;
      assert.equal(before, 1200);
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await bank.rows(), []);
    });
  });

  describe("rows of a file", () => {
    test("of another kind are likely, and are known for sure after an import", async () => {
      const { bank } = await opened();
      await bank.run(csvOf(MARCH));
      const ofx = ofxOf(
        MARCH.map((line, index) => ({ ...line, id: `F${index}`, text: line.text.toUpperCase() })),
      );
      assert.deepEqual(await bank.counts(ofx), { likely: 4 });
      const rows = await bank.rows();
      await bank.run(ofx);
      assert.deepEqual(await bank.rows(), rows);
      assert.deepEqual(await bank.counts(ofx), { duplicate: 4 });
      assert.deepEqual(await bank.counts(csvOf(MARCH)), { duplicate: 4 });
    });

    test("that seem to be here are imported by choice", async () => {
      const { bank } = await opened();
      await bank.run(csvOf(MARCH.slice(0, 1)));
      const ofx = ofxOf([{ date: "2026-03-02", minor: -350, text: "Coffee", id: "F1" }]);
      await bank.run(ofx, { options: { chosen: [{ at: 0, take: true }] } });
      assert.equal((await bank.rows()).length, 2);
      assert.deepEqual(await bank.counts(ofx), { duplicate: 1 });
    });

    test("that seem to be here, or are new, are all taken or left out by one choice, but for single ones", async () => {
      const { bank } = await opened();
      const lines = Array.from({ length: 800 }, (_, index) => ({
        date: `2026-03-${String(1 + (index % 20)).padStart(2, "0")}`,
        minor: -350 - index,
        text: `Coffee ${index}`,
      }));
      await bank.run(csvOf(lines));
      const ofx = ofxOf(lines.map((line, index) => ({ ...line, id: `F${index}` })));
      const chosen = [{ at: 0, take: false }];
      const all = { likely: true, new: false };
      const plan = await bank.preview(ofx, { options: { all, chosen } });
      assert.deepEqual(
        [plan.accounts[0]?.counts.likely.count, plan.accounts[0]?.counts.likely.taken],
        [800, 799],
      );
      const { added } = await bank.run(ofx, { options: { all, chosen } });
      assert.equal(added, 799);
      assert.deepEqual(await bank.counts(ofx), { duplicate: 800 });
      const more = csvOf([...lines, { date: "2026-03-09", minor: -1, text: "Tea" }]);
      assert.equal((await bank.preview(more, { options: { all } })).hash, null);
      assert.equal((await bank.rows()).length, 1599);
      const refused = { options: { all: { duplicate: true } } };
      const { status } = await bank.send("POST /api/teams/:team/imports/preview", more, refused);
      assert.equal(status, 422);
    });

    test("that were deleted stay away, until their deletion is undone", async () => {
      const { team, bank } = await opened();
      await bank.run(csvOf(MARCH));
      const [row] = await team.world.database.reader
        .selectFrom("transactions")
        .select("id")
        .where("team_id", "=", team.id)
        .where("name", "=", "Books Ltd")
        .execute();
      const gone = { team: team.id, chosen: { ids: [row?.id ?? ""] } };
      const { event } = await bank.books.app.ask("POST /api/teams/:team/transactions/delete", gone);
      assert.deepEqual(await bank.counts(csvOf(MARCH)), { duplicate: 3, forgotten: 1 });
      assert.equal((await bank.preview(csvOf(MARCH))).hash, null);
      assert.equal((await bank.undo(event ?? "")).status, 200);
      assert.deepEqual(await bank.counts(csvOf(MARCH)), { duplicate: 4 });
    });

    test("that were pending are booked, keep what people added, and do not come back", async () => {
      const { team, bank, books } = await opened();
      const pending =
        "date;payee;amount;status\n2026-03-30;Hotel Adler;-99.00;pending\n2026-03-28;Books;-5.00;booked\n";
      const booked =
        "date;payee;amount;status\n2026-03-31;Hotel Adler Berlin;-99.00;booked\n2026-03-28;Books;-5.00;booked\n";
      await bank.run(pending);
      const [row] = await team.world.database.reader
        .selectFrom("transactions")
        .select("id")
        .where("team_id", "=", team.id)
        .where("status", "=", "pending")
        .execute();
      await books.change(row?.id ?? "", { category_slug: "travel-entertainment", note: "Fair" });
      assert.deepEqual(await bank.counts(booked), { update: 1, duplicate: 1 });
      await bank.run(booked);
      const after = await books.get(row?.id ?? "");
      assert.deepEqual(
        [after.date, after.status, after.note, after.name],
        ["2026-03-31", "posted", "Fair", "Hotel Adler Berlin"],
      );
      assert.deepEqual(await bank.counts(pending), { duplicate: 2 });
    });

    test("with errors stop the import, unless they are skipped", async () => {
      const { bank } = await opened();
      const file = `${csvOf(MARCH)}31.02.2026;Anna;x\n2026-03-21;Anna;1.2345\n`;
      const preview = await bank.preview(file);
      assert.equal(preview.hash, null);
      assert.ok(preview.errors.count >= 1);
      await bank.run(file, { options: { skip_errors: true } });
      assert.equal((await bank.rows()).length, 4);
    });
  });

  describe("the account of a file", () => {
    const IBAN = "DE02120300000000202051";
    const OTHER = "DE02500105170137075030";
    const above = (iban: string) => `Konto;${iban};\n\n`;

    test("learns its number, and another account's file asks where it goes", async () => {
      const { team, bank, books } = await opened();
      await bank.run(csvOf(MARCH, above(IBAN)));
      const [account] = await team.world.database.reader
        .selectFrom("bank_accounts")
        .select("number_masked")
        .where("team_id", "=", team.id)
        .execute();
      assert.equal(account?.number_masked, "DE•• 2051");
      const preview = await bank.preview(csvOf(MARCH, above(OTHER)));
      assert.equal(preview.hash, null);
      const [question] = preview.questions;
      assert.equal(question?.id, "account:DE•• 5030");
      const answers = { "account:DE•• 5030": books.account };
      assert.deepEqual(await bank.counts(csvOf(MARCH, above(OTHER)), { options: { answers } }), {
        duplicate: 4,
      });
    });

    test("in another currency refuses it", async () => {
      const { team, bank } = await opened();
      const state = await team.state();
      const file = "date;payee;amount;currency\n2026-03-02;Anna;-1.00;USD\n";
      const { status, body } = await bank.send("POST /api/teams/:team/imports/preview", file);
      assert.deepEqual([status, body.code], [422, "invalid_argument"]);
      assert.deepEqual(await team.state(), state);
    });

    test("keeps the balance that the file states, and remembers the answers of its kind of file", async () => {
      const { team, bank } = await opened();
      const stated =
        "date;payee;amount;balance\n2026-03-01;Cleo;-1.00;100.00\n2026-03-02;Anna;-1.00;99.00\n2026-03-02;Dora;1.00;100.00\n2026-03-03;Bert;-3.00;97.00\n";
      const preview = await bank.preview(stated);
      assert.equal(preview.accounts[0]?.balance_check, "agrees");
      await bank.run(stated);
      const [balance] = await team.world.database.reader
        .selectFrom("statement_balances")
        .select(["date", "minor", "kind"])
        .where("team_id", "=", team.id)
        .execute();
      assert.deepEqual(balance, { date: "2026-03-03", minor: 9700, kind: "intraday" });
      const open = "day;payee;sum of it\n03/02/2026;Anna;-1.00\n01/05/2026;Bert;-2.00\n";
      const titled = open.replace("day;payee;sum of it", "date;payee;amount");
      assert.equal((await bank.preview(titled)).hash, null);
      await bank.run(titled, { options: { answers: { "date-order": "mdy" } } });
      assert.deepEqual(await bank.counts(titled), { duplicate: 2 });
    });
  });
});
