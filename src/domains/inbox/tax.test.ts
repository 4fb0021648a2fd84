import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { HOSTING, type PaperValues, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";

onAnyDatabase((world) => {
  const prepared = async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    const receipts = await Receipts.of(team);
    const pay = async (amount_minor: number) =>
      (await addTransaction(team, account, { name: "Payment", amount_minor })).id;
    return { team, receipts, pay };
  };

  type Case = {
    readonly of: string;
    readonly paper: PaperValues;
    readonly paid: number;
    readonly tax: object | null;
    readonly notices: RegExp | null;
  };

  const { tax_rate_bp: _rate, ...WITHOUT_RATE } = HOSTING;
  const at19 = (amount: number) => ({ rate: 19, type: "VAT", amount });
  const CASES: readonly Case[] = [
    { of: "the gross amount", paper: HOSTING, paid: -11_900, tax: at19(-19), notices: null },
    {
      of: "what is payable",
      paper: { ...HOSTING, payable_minor: 5000 },
      paid: -5000,
      tax: at19(-19),
      notices: null,
    },
    {
      of: "an instalment",
      paper: HOSTING,
      paid: -5950,
      tax: at19(-9.5),
      notices: /the amounts differ/,
    },
    {
      of: "a tip",
      paper: { ...HOSTING, type: "expense" },
      paid: -13_000,
      tax: at19(-19),
      notices: null,
    },
    {
      of: "much more",
      paper: HOSTING,
      paid: -20_000,
      tax: { rate: null, type: "VAT", amount: -19 },
      notices: /larger/,
    },
    {
      of: "another currency",
      paper: { ...HOSTING, currency: "SEK", amount_minor: 119_000, tax_minor: 19_000 },
      paid: -11_900,
      tax: at19(-19),
      notices: /do not tell that they belong/,
    },
    {
      of: "several rates",
      paper: { ...WITHOUT_RATE, tax_minor: 1400 },
      paid: -11_900,
      tax: { rate: null, type: "VAT", amount: -14 },
      notices: /no single tax rate/,
    },
    {
      of: "a credit note",
      paper: { ...HOSTING, amount_minor: -11_900, tax_minor: -1900 },
      paid: 11_900,
      tax: at19(19),
      notices: null,
    },
    {
      of: "no stated tax",
      paper: { vendor: "Shop", amount_minor: 11_900, currency: "EUR" },
      paid: -11_900,
      tax: null,
      notices: null,
    },
  ];

  for (const { of, paper, paid, tax, notices } of CASES)
    test(`the tax of a payment for ${of} has the payment's sign`, async () => {
      const { receipts, pay } = await prepared();
      const [id, payment] = [await receipts.add(paper), await pay(paid)];
      const matched = await receipts.match(id, payment);
      assert.deepEqual(matched.tax, tax);
      assert.deepEqual(await receipts.taxOf(payment), tax);
      if (notices === null) assert.equal(matched.notices, undefined);
      else assert.match(matched.notices.join(" "), notices);
    });

  test("the printed sum of several rates is in the tax report and its lists, and survives other changes", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [
      await receipts.add({ ...WITHOUT_RATE, tax_minor: 1400 }),
      await pay(-11_900),
    ];
    const plain = await pay(-2000);
    await receipts.match(id, payment);
    const { app } = receipts;
    const { updated_at } = await team.call("transactions_get", { id: payment });
    const of = { team: team.id, id: payment };
    const path = "PATCH /api/teams/:team/transactions/:id";
    await app.ask(path, { ...of, name: "Market", seen: updated_at });
    for (const id of [payment, plain])
      await team.call("transactions_update_category", { id, category_slug: "office-supplies" });
    const sum = { rate: null, type: "VAT", amount: -14 };
    assert.deepEqual(await receipts.taxOf(payment), sum);
    const { date } = await team.call("transactions_get", { id: payment });
    const days = { from: date, to: date };
    const report = await app.ask("GET /api/teams/:team/reports/tax", { team: team.id, ...days });
    assert.deepEqual(
      report.rates.map(({ rate, type, paid }) => [rate, type, paid.gross, paid.tax, paid.count]),
      [[null, "VAT", 119, 14, 1]],
    );
    assert.deepEqual([report.difference, report.no_tax_stated.expense.amount], [-14, 20]);
    const listed = async (list: object) => {
      const asked = { team: team.id, ...list };
      const page = await app.ask("GET /api/teams/:team/transactions", asked);
      return [page.items.map(({ id }) => id), page.totals?.figure_minor];
    };
    const [several] = report.rates;
    assert.deepEqual(await listed(several?.paid.lists.tax ?? {}), [[payment], 1400]);
    assert.deepEqual(await listed(report.no_tax_stated.expense.list), [[plain], 2000]);
    const seen = (await team.call("transactions_get", { id: payment })).updated_at;
    await app.ask(path, { ...of, amount_minor: -5000, seen });
    assert.deepEqual(await receipts.taxOf(payment), { ...sum, amount: null });
  });

  test("several papers of a payment sum up, and what is left after one goes is computed anew", async () => {
    const { team, receipts, pay } = await prepared();
    const payment = await pay(-17_850);
    const one = await receipts.add();
    const other = await receipts.add({
      ...HOSTING,
      number: "2",
      amount_minor: 5950,
      tax_minor: 950,
    });
    await receipts.match(one, payment);
    await receipts.match(other, payment);
    assert.deepEqual(await receipts.taxOf(payment), at19(-28.5));
    await team.call("inbox_delete", { id: one });
    assert.deepEqual(await receipts.taxOf(payment), {
      rate: null,
      type: "VAT",
      amount: -9.5,
    });
    await team.call("inbox_delete", { id: other });
    assert.equal(await receipts.taxOf(payment), null);
  });

  for (const isFirst of [true, false])
    test(`the slip of a card, which came ${isFirst ? "before" : "after"} its bill, leaves the bill's tax as it is`, async () => {
      const { receipts, pay } = await prepared();
      const payment = await pay(-11_900);
      const { tax_minor: _tax, number: _number, ...SLIP } = WITHOUT_RATE;
      const papers = isFirst ? [SLIP, HOSTING] : [HOSTING, SLIP];
      const ids: string[] = [];
      for (const paper of papers) ids.push(await receipts.add(paper));
      assert.equal((await receipts.get(ids[1] ?? "")).duplicate?.id, ids[0]);
      for (const id of ids) await receipts.match(id, payment);
      assert.deepEqual(await receipts.taxOf(payment), at19(-19));
    });

  test("two tickets of one price and day are both paid, though each may be a copy of the other", async () => {
    const { receipts, pay } = await prepared();
    const payment = await pay(-23_800);
    const { number: _number, ...TICKET } = HOSTING;
    for (const id of [await receipts.add(TICKET), await receipts.add(TICKET)])
      await receipts.match(id, payment);
    assert.deepEqual(await receipts.taxOf(payment), at19(-38));
  });

  test("a payment that was split or exported keeps its tax, and says so", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [await receipts.add(), await pay(-11_900)];
    await team.call("transactions_update_status", { id: payment, status: "exported" });
    const matched = await receipts.match(id, payment);
    assert.deepEqual([matched.tax, matched.status], [null, "done"]);
    assert.match(matched.notices.join(" "), /accountant/);
  });

  test("a receipt that is matched while it is read gives its tax when it is matched again", async () => {
    const { receipts, pay } = await prepared();
    const payment = await pay(-11_900);
    const { item_id, document } = await receipts.upload();
    const id = item_id ?? assert.fail("no item");
    const first = await receipts.match(id, payment);
    assert.deepEqual([first.tax, first.already], [null, false]);
    assert.match(first.notices.join(" "), /still being read/);
    await receipts.read(document.id, HOSTING);
    assert.equal((await receipts.get(id)).status, "done");
    assert.deepEqual((await receipts.match(id, payment)).tax, at19(-19));
    assert.equal((await receipts.match(id, payment)).already, true);
  });
});
