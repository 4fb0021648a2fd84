import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../../test/app.ts";
import { addAccount } from "../../../../test/bank-accounts.ts";
import { importTwice } from "../../../../test/imports.ts";
import { jobsWith, worked } from "../../../../test/outbox.ts";
import { HOSTING, type PaperValues, Receipts } from "../../../../test/receipts.ts";
import { addTransaction } from "../../../../test/transactions.ts";

const COFFEE: PaperValues = {
  type: "expense",
  vendor: "Corner Café",
  vendor_key: "name:corner cafe",
  date: "2026-10-12",
  currency: "EUR",
  amount_minor: 350,
};

onEachDatabase((world) => {
  const prepared = async (given: object = {}) => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team, given);
    const receipts = await Receipts.of(team);
    const pay = async (given: object) => {
      world.pass(1);
      return (await addTransaction(team, account, given)).id;
    };
    const looked = async () => worked(world, jobsWith(null));
    const suggestions = async (id: string) => {
      await looked();
      const { status, suggestions } = await receipts.get(id);
      return { status, ids: suggestions.map(({ transaction }) => transaction.id), suggestions };
    };
    return { team, account, receipts, pay, looked, suggestions };
  };

  test("the payment of an invoice is suggested with its reasons, and nothing is matched", async () => {
    const { team, receipts, pay, suggestions } = await prepared();
    const right = await pay({
      name: "HOSTING GMBH",
      description: "Invoice RE-2026-0001",
      amount_minor: -11_900,
      date: "2026-11-05",
    });
    await pay({ name: "Elsewhere", amount_minor: -11_900, date: "2026-05-05" });
    await pay({ name: "HOSTING GMBH", amount_minor: 11_900, date: "2026-11-05" });
    const id = await receipts.add();
    const found = await suggestions(id);
    assert.deepEqual([found.status, found.ids], ["suggested_match", [right]]);
    const [{ score, why } = assert.fail("nothing is suggested")] = found.suggestions;
    assert.equal(score, 50 + 22 + 22 + 25);
    assert.deepEqual(
      why.map(({ about, fit, paper, payment }) => [about, fit, paper, payment]),
      [
        ["amount", "same", "119.00 EUR", "119.00 EUR"],
        ["date", "same", "2026-10-31", "2026-11-05"],
        ["name", "same", "Hosting GmbH", "HOSTING GMBH"],
        ["reference", "same", "RE-2026-0001", "Invoice RE-2026-0001"],
      ],
    );
    const [row] = (await team.call("inbox_list", { status: "suggested_match" })).items;
    assert.deepEqual([row.suggestion.transaction_id, row.transaction_id], [right, null]);
    assert.deepEqual((await team.call("transactions_get", { id: right })).attachments, []);
  });

  test("a receipt without a payment is pending, and gets the one that comes later", async () => {
    const { receipts, pay, suggestions } = await prepared();
    const id = await receipts.add();
    assert.deepEqual(await suggestions(id), { status: "pending", ids: [], suggestions: [] });
    const payment = await pay({ name: "Hosting GmbH", amount_minor: -11_900, date: "2026-11-20" });
    assert.deepEqual((await suggestions(id)).ids, [payment]);
  });

  test("a payment that is deleted is suggested no more, and again once it is back", async () => {
    const { team, receipts, pay, suggestions } = await prepared();
    const payment = await pay({ name: "Hosting GmbH", amount_minor: -11_900, date: "2026-11-20" });
    const id = await receipts.add();
    assert.deepEqual((await suggestions(id)).ids, [payment]);
    await team.call("transactions_delete", { id: payment });
    assert.deepEqual(await suggestions(id), { status: "pending", ids: [], suggestions: [] });
    await receipts.undo("transactions_delete");
    assert.deepEqual((await suggestions(id)).ids, [payment]);
  });

  test("two coffees of one price are told as equally good, and neither is sure", async () => {
    const { receipts, pay, suggestions } = await prepared();
    const one = await pay({ name: "CORNER CAFE", amount_minor: -350, date: "2026-10-12" });
    const other = await pay({ name: "CORNER CAFE", amount_minor: -350, date: "2026-10-13" });
    const { ids, suggestions: both } = await suggestions(await receipts.add(COFFEE));
    assert.deepEqual(new Set(ids), new Set([one, other]));
    for (const { score, why } of both) {
      assert.equal(score, 50 + 25 + 22 - 10);
      assert.equal(why.at(-1)?.payment, "2 equally good");
    }
  });

  test("of a subscription, the payment of the month of each paper is suggested first", async () => {
    const { receipts, pay, suggestions } = await prepared();
    const months = ["2026-08", "2026-09", "2026-10"];
    const payments = [];
    for (const month of months)
      payments.push(await pay({ name: "Hosting", amount_minor: -11_900, date: `${month}-05` }));
    for (const [at, month] of months.entries()) {
      const paper = {
        ...HOSTING,
        type: "expense",
        number: `N-${month}`,
        date: `${month}-04`,
      } as const;
      const { ids } = await suggestions(await receipts.add(paper));
      assert.equal(ids[0], payments[at]);
    }
  });

  test("a declined payment is suggested no more until the amount is corrected by hand", async () => {
    const { team, receipts, pay, suggestions } = await prepared();
    const payment = await pay({ name: "Corner Cafe", amount_minor: -350, date: "2026-10-12" });
    const id = await receipts.add(COFFEE);
    assert.deepEqual((await suggestions(id)).ids, [payment]);
    const asked = { team: team.id, id };
    await receipts.app.ask("POST /api/teams/:team/inbox/:id/decline", {
      ...asked,
      transaction_id: payment,
    });
    assert.deepEqual((await suggestions(id)).ids, []);
    await receipts.app.ask("PATCH /api/teams/:team/inbox/:id", { ...asked, amount_minor: 351 });
    assert.deepEqual((await suggestions(id)).ids, [payment]);
  });

  test("a credit note is money that comes in, and a tip is more than the bill", async () => {
    const { receipts, pay, suggestions } = await prepared();
    await pay({ name: "Hosting GmbH", amount_minor: -11_900, date: "2026-11-01" });
    const back = await pay({ name: "Hosting GmbH", amount_minor: 11_900, date: "2026-11-01" });
    const note = { ...HOSTING, number: "CN-2026-1", amount_minor: -11_900, tax_minor: -1900 };
    assert.deepEqual((await suggestions(await receipts.add(note))).ids, [back]);
    const dinner = { ...COFFEE, vendor: "Trattoria Roma", amount_minor: 8000 };
    const tipped = await pay({ name: "TRATTORIA ROMA", amount_minor: -9000, date: "2026-10-12" });
    const found = await suggestions(await receipts.add(dinner));
    assert.deepEqual(found.ids, [tipped]);
    assert.deepEqual(
      found.suggestions[0]?.why.map(({ about, fit, points }) => [about, fit, points])[0],
      ["amount", "near", 25],
    );
  });

  test("a receipt in another currency finds the card payment by the bank's amount, or by the day's rate", async () => {
    const { team, receipts, pay, suggestions } = await prepared();
    await receipts.app.ask("PUT /api/teams/:team/rates/own", {
      team: team.id,
      currency: "SEK",
      day: "2026-10-12",
      rate: "11.0",
    });
    const paid = await pay({ name: "SJ AB Stockholm", amount_minor: -1840, date: "2026-10-13" });
    const ticket = {
      ...COFFEE,
      vendor: "SJ AB Stockholm",
      vendor_key: "name:sj ab",
      currency: "SEK",
      amount_minor: 20_000,
    };
    const found = await suggestions(await receipts.add(ticket));
    assert.deepEqual(found.ids, [paid]);
    const [amount] = found.suggestions[0]?.why ?? [];
    assert.deepEqual(
      [amount?.fit, amount?.points, amount?.paper],
      ["near", 34, "200.00 SEK, 18.18 EUR by the rate of 2026-10-12"],
    );
    const rates = [{ currency: "SEK", rate: "11.0", source: "own" }];
    const onPaper = await receipts.add({ ...ticket, number: "T-1", date: "2026-10-13" });
    assert.deepEqual((await receipts.get(onPaper)).base, { minor: 1818, day: "2026-10-12", rates });
    const early = await receipts.add({ ...ticket, number: "T-2", date: "2026-08-13" });
    assert.equal((await receipts.get(early)).base, null);
    assert.equal((await receipts.get(await receipts.add(HOSTING))).base, null);
  });

  test("a receipt without a payment tells the days that were searched, and where the bank's files end", async () => {
    const { team, account, receipts, looked } = await prepared();
    const id = await receipts.add(COFFEE);
    assert.equal((await receipts.get(id)).searched, null);
    await looked();
    const days = { start: "2026-09-12", end: "2027-02-09" };
    assert.deepEqual((await receipts.get(id)).searched, { ...days, imported: null });
    const others = await prepared();
    await importTwice(others.team, others.account);
    assert.equal((await receipts.get(id)).searched?.imported, null);
    await importTwice(team, account);
    assert.deepEqual((await receipts.get(id)).searched, { ...days, imported: "2026-11-03" });
    await receipts.app.ask("POST /api/teams/:team/inbox/:id/file", {
      team: team.id,
      id,
      as: "archived",
    });
    assert.equal((await receipts.get(id)).searched, null);
  });

  test("candidates are found by words too, and those of another team never", async () => {
    const { team, receipts, pay } = await prepared();
    const others = await prepared();
    await others.pay({ name: "Corner Cafe", amount_minor: -350, date: "2026-10-12" });
    const odd = await pay({ name: "Kiosk", amount_minor: -9999, date: "2026-02-02" });
    const id = await receipts.add(COFFEE);
    const candidates = async (q?: string) => {
      const input = { team: team.id, id, ...(q === undefined ? {} : { q }) };
      const { items } = await receipts.app.ask("GET /api/teams/:team/inbox/:id/candidates", input);
      return items.map(({ transaction }) => transaction.id);
    };
    assert.deepEqual(await candidates(), []);
    assert.deepEqual(await candidates("kiosk"), [odd]);
    assert.deepEqual(await candidates("corner"), []);
  });

  test("a pair of vendor and party that was matched twice is known the third time", async () => {
    const { receipts, pay, suggestions } = await prepared();
    const paper = { ...COFFEE, vendor: "Blue Bottle", vendor_key: "name:blue bottle" };
    for (const day of ["2026-09-01", "2026-09-08"]) {
      const payment = await pay({ name: "SUMUP *BB", amount_minor: -350, date: day });
      await receipts.match(await receipts.add({ ...paper, date: day }), payment);
    }
    const third = await pay({ name: "SUMUP *BB", amount_minor: -350, date: "2026-10-12" });
    const found = await suggestions(await receipts.add(paper));
    assert.deepEqual(found.ids, [third]);
    assert.equal(found.suggestions[0]?.score, 50 + 25 + 25);
  });
});
