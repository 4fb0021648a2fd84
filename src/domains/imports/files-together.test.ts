import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { camtOf, Importing, ofxAccounts } from "../../../test/imports.ts";
import { Books } from "../../../test/transactions.ts";

const [GIRO, SAVINGS] = ["1111222233", "4444555566"];

const ENTRIES = [
  { date: "2026-03-02", minor: -1190, text: "Blumen Kern", id: "2026030200017" },
  { date: "2026-03-03", minor: 25_000, text: "Weber Bau", id: "2026030300004" },
];

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, { number: GIRO });
    return { team, books, bank: new Importing(books) };
  }

  describe("a file of two accounts", () => {
    const FILE = ofxAccounts([
      { number: GIRO, lines: [{ date: "2026-03-02", minor: -500, text: "Bakery", id: "A1" }] },
      { number: SAVINGS, lines: [{ date: "2026-03-04", minor: 700, text: "Interest", id: "B1" }] },
    ]);

    test("leaves out the account that the team does not have", async () => {
      const { bank } = await opened();
      const { accounts, other_accounts } = await bank.preview(FILE);
      assert.equal(accounts.length, 1);
      assert.deepEqual(
        other_accounts.map(({ number, currency, rows }: any) => [number, currency, rows]),
        [["•• 5566", "EUR", 1]],
      );
      await bank.run(FILE);
      assert.deepEqual(await bank.rows(), ["2026-03-02 -500 Bakery posted"]);
    });

    test("goes whole into two accounts once one is told, which learns its number, as one event", async () => {
      const { team, bank } = await opened();
      const savings = await addAccount(team, { name: "Savings", number: null });
      const before = await team.state();
      const [other] = (await bank.preview(FILE)).other_accounts;
      const options = { answers: { [other.id]: savings } };
      const { event, imports } = await bank.run(FILE, { options });
      assert.equal(imports.length, 2);
      assert.equal((await bank.rows()).length, 2);
      assert.deepEqual((await bank.preview(FILE)).other_accounts, []);
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await team.state(), before);
    });

    test("is not told into an account of another currency", async () => {
      const { team, bank } = await opened();
      const dollars = await addAccount(team, { name: "Dollars", currency: "USD", number: null });
      const [other] = (await bank.preview(FILE)).other_accounts;
      const preview = await bank.preview(FILE, { options: { answers: { [other.id]: dollars } } });
      assert.deepEqual(preview.other_accounts, [other]);
    });
  });

  test("a table that names its accounts without numbers asks for each, and mixes none", async () => {
    const { team, bank } = await opened();
    const savings = await addAccount(team, { name: "Savings", number: null });
    const dollars = await addAccount(team, { name: "Dollars", currency: "USD", number: null });
    const titles =
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance";
    const row = (product: string, text: string, amount: string) =>
      `CARD,${product},2026-03-01 10:00:00,2026-03-02 10:00:00,${text},${amount},0.00,EUR,COMPLETED,`;
    const rows = [row("Current", "Bakery", "-5.00"), row("Savings", "Interest", "7.00")];
    const file = [titles, ...rows, ""].join("\n");
    const plan = await bank.preview(file);
    assert.equal(plan.hash, null);
    const [current, saved, ...others] = plan.questions;
    assert.deepEqual(
      [current.id, saved.id, others],
      ["pocket:Current EUR", "pocket:Savings EUR", []],
    );
    const offered = new Set(saved.choices.map(({ value }: { value: string }) => value));
    assert.ok(offered.has(savings) && !offered.has(dollars));
    const answers = { [current.id]: bank.books.account, [saved.id]: "none" };
    const left = await bank.preview(file, { options: { answers } });
    assert.deepEqual([left.other_accounts.length, left.accounts.length], [1, 1]);
    answers[saved.id] = savings;
    const { imports } = await bank.run(file, { options: { answers } });
    assert.equal(imports.length, 2);
    const there = await team.world.database.reader
      .selectFrom("transactions")
      .select(["name", "bank_account_id"])
      .where("team_id", "=", team.id)
      .execute();
    assert.deepEqual(
      new Map(there.map(({ name, bank_account_id }) => [name, bank_account_id])),
      new Map([
        ["Bakery", bank.books.account],
        ["Interest", savings],
      ]),
    );
  });

  test("a CAMT.054 after the CAMT.053 of the same bookings adds nothing", async () => {
    const { bank } = await opened();
    await bank.run(camtOf("053", ENTRIES));
    const rows = await bank.rows();
    assert.equal(rows.length, 2);
    const notice = camtOf("054", ENTRIES);
    assert.deepEqual(await bank.counts(notice), { duplicate: 2 });
    assert.equal((await bank.preview(notice)).hash, null);
  });
});
