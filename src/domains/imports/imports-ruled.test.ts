import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { csvOf, Importing } from "../../../test/imports.ts";
import { addRule } from "../../../test/rules.ts";
import { Books } from "../../../test/transactions.ts";

const FILE = csvOf([
  { date: "2026-03-02", minor: -1190, text: "Hetzner Online" },
  { date: "2026-03-03", minor: -350, text: "Coffee Corner" },
]);

const [GIRO, SAVINGS] = ["1111222233", "4444555566"];

onAnyDatabase((world) => {
  async function opened(account: object = {}) {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, account);
    const rows = async () =>
      world.database.reader
        .selectFrom("transactions")
        .select(["name", "category_slug", "category_by", "rule_id", "transfer_id", "amount_minor"])
        .where("team_id", "=", team.id)
        .orderBy("date")
        .orderBy("amount_minor")
        .execute();
    return { team, books, bank: new Importing(books), rows };
  }

  test("rules run on what a file adds, are seen before, and go with its undo", async () => {
    const { team, bank, rows } = await opened();
    const tag = await team.call("tags_create", { name: "Servers" });
    const actions = { category_slug: "hosting", tag_ids: [tag.id] };
    const rule = await addRule(team, { actions });
    const before = await team.state();
    const { accounts } = await bank.preview(FILE);
    assert.deepEqual(
      accounts[0].rows.map(({ category }: any) => category),
      [{ slug: "hosting", rule: "Hetzner" }, null],
    );
    assert.deepEqual(await team.state(), before);
    const { event } = await bank.run(FILE);
    const [hosted, coffee] = await rows();
    assert.deepEqual(
      [hosted?.category_slug, hosted?.category_by, hosted?.rule_id],
      ["hosting", "rule", rule.id],
    );
    assert.deepEqual([coffee?.category_slug, coffee?.category_by], [null, null]);
    assert.equal(((await team.state())["transaction_tags"] ?? []).length, 1);
    assert.equal((await bank.undo(event)).status, 200);
    assert.deepEqual(await team.state(), before);
  });

  test("a rule that comes after the preview makes it another plan, and nothing is imported", async () => {
    const { team, bank, rows } = await opened();
    const { hash } = await bank.preview(FILE);
    await addRule(team);
    const { status, body } = await bank.commit(FILE, { hash });
    assert.deepEqual([status, body.code], [409, "plan_changed"]);
    assert.deepEqual(await rows(), []);
  });

  test("a transfer whose other side names the account is linked, in one event with the import", async () => {
    const { team, books, bank, rows } = await opened({ number: GIRO });
    const savings = await addAccount(team, { name: "Savings", number: SAVINGS });
    await books.add({ bank_account_id: savings, amount_minor: 5000, date: "2026-03-02" });
    const before = await team.state();
    const file = `date;payee;counterparty account;amount\n2026-03-02;Olga Owner;${SAVINGS};-50.00\n2026-03-03;Coffee;;-3.50\n`;
    const { event } = await bank.run(file);
    const [paid, received, coffee] = await rows();
    assert.ok(paid?.transfer_id);
    assert.deepEqual([received?.transfer_id, coffee?.transfer_id], [paid.transfer_id, null]);
    assert.equal((await bank.undo(event)).status, 200);
    assert.deepEqual(await team.state(), before);
  });
});
