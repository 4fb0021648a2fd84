import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { HOSTING, type PaperValues, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";

const PRINT: PaperValues = {
  ...HOSTING,
  vendor: "Druckerei Hellwig",
  vendor_key: "name:druckerei hellwig",
  number: "D-17",
  date: "2026-11-26",
  amount_minor: 48_790,
};

onEachDatabase((world) => {
  const prepared = async () => {
    const team = await world.team();
    const account = await addAccount(team);
    const receipts = await Receipts.of(team);
    const pay = async (amount_minor: number, given: object = {}) => {
      world.pass(1);
      const row = { name: "Telekom", date: "2026-10-06", amount_minor, ...given };
      return (await addTransaction(team, account, row)).id;
    };
    /** Notices of a match, which a dry run tells too. */
    const told = async (id: string, transactionId: string, more: object[] = []) => {
      const args = { id, transactionId, more };
      const dry = await team.call("inbox_match", { ...args, dry_run: true });
      const { notices = [] } = await team.call("inbox_match", args);
      assert.deepEqual(dry.notices ?? [], notices);
      return notices;
    };
    return { team, receipts, pay, told };
  };

  test("a receipt on the payment of another amount and name is told with both, in a dry run too", async () => {
    const { team, receipts, pay, told } = await prepared();
    const [id, payment] = [await receipts.add(PRINT, "Hellwig.pdf"), await pay(-8990)];
    const dry = await team.call("inbox_match", { id, transactionId: payment, dry_run: true });
    assert.equal(dry.would_have, 'attached the file "Hellwig.pdf" to the transaction "Telekom"');
    assert.deepEqual(dry.changes[1].fields.at(-1), {
      label: "Tax",
      before: "nothing",
      after: "-14.35 EUR",
    });
    assert.deepEqual(await told(id, payment), [
      'The receipt "Hellwig.pdf" of "Druckerei Hellwig" is of 487.90 EUR, and the transaction "Telekom" of 2026-10-06 is of -89.90 EUR: the amounts differ, and the names have nothing in common. If this is not its payment, take it off on the receipt\'s page in the web app.',
    ]);
    const activity = await Activity.of(team);
    const { deed } = await activity.latest("inbox_match");
    assert.deepEqual(deed.at(-1), { name: "Telekom" });
    const again = await team.call("inbox_match", { id, transactionId: payment });
    assert.deepEqual([again.already, again.notices], [true, undefined]);
  });

  test("another amount of the same name is told, and money that went the other way", async () => {
    const { receipts, pay, told } = await prepared();
    const [month] = await told(
      await receipts.add(PRINT),
      await pay(-40_000, { name: "Druckerei Hellwig" }),
    );
    assert.match(month, /of -400\.00 EUR: the amounts differ\. If/);
    const bought = await receipts.add({ ...PRINT, number: "D-19" });
    const [bill] = await told(bought, await pay(48_790));
    assert.match(bill, /the receipt is of money out, while the transaction is money in, and the/);
    const credit = { ...PRINT, amount_minor: -48_790, number: "D-18" };
    const [note] = await told(await receipts.add(credit), await pay(-48_790));
    assert.match(note, /is of -487\.90 EUR, .*the receipt is a credit note, while the/);
  });

  test("several receipts that are a payment together are in no doubt; those that are not are told with their sum", async () => {
    const { receipts, pay, told } = await prepared();
    const [one, other, third] = [
      await receipts.add({ ...PRINT, amount_minor: 10_000, number: "A" }),
      await receipts.add({ ...PRINT, amount_minor: 3000, number: "B" }),
      await receipts.add({ ...PRINT, amount_minor: -1000, number: "C" }),
    ];
    const transactionId = await pay(-12_000);
    const more = [other, third].map((id) => ({ id, transactionId }));
    assert.deepEqual(await told(one, transactionId, more), []);
    const fourth = await receipts.add({ ...PRINT, amount_minor: 500, number: "D" });
    const [notice] = await told(fourth, transactionId);
    const payment = await pay(-9000);
    assert.deepEqual(await told(await receipts.add({ vendor: "Telekom" }), payment), []);
    const [alone] = await told(await receipts.add({ ...PRINT, number: "E" }), payment);
    assert.match(alone, /is of 487\.90 EUR, and the transaction/);
    assert.match(notice, /5\.00 EUR \(with the other papers of the transaction 125\.00 EUR\), and/);
  });

  test("no doubt is told of tips, credit notes, rates of exchange, papers without an amount and what was suggested", async () => {
    const { team, receipts, pay, told } = await prepared();
    const cases: readonly (readonly [PaperValues, number, object?])[] = [
      [{ ...PRINT, type: "expense" }, -54_000],
      [{ ...PRINT, amount_minor: -48_790 }, 48_790],
      [{ ...PRINT, payable_minor: 20_000 }, -20_000],
      [{ ...PRINT, prepaid_minor: 20_000 }, -20_000],
      [{ vendor: "Druckerei Hellwig", date: "2026-11-26" }, -8990],
      [{ ...PRINT, currency: "SEK" }, -4400, { name: "Druckerei Hellwig" }],
    ];
    for (const [at, [paper, amount, given]] of cases.entries()) {
      const id = await receipts.add({ ...paper, number: `N-${at}`, date: `2026-11-0${at + 1}` });
      assert.deepEqual(await told(id, await pay(amount, given)), [], `case ${at}`);
    }
    const name = "Druckerei Hellwig D-9917";
    const part = await pay(-20_000, { name, date: "2026-11-27" });
    const id = await receipts.add({ ...PRINT, number: "D-9917" });
    await worked(world, jobsWith(null));
    const { items } = await team.call("inbox_list", { status: "suggested_match" });
    assert.deepEqual(
      items.map(({ suggestion }: any) => suggestion.transaction_id),
      [part],
    );
    assert.deepEqual(await told(id, part), []);
    const abroad = await receipts.add({ ...PRINT, currency: "SEK", number: "D-20" });
    const [notice] = await told(abroad, await pay(-4400));
    assert.match(notice, /487\.90 SEK, .*: the amounts do not tell that they belong together, and/);
  });

  test("a receipt that is matched elsewhere tells how a person attaches it to a second payment, which works", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, first, second] = [await receipts.add(), await pay(-6000), await pay(-5900)];
    await receipts.match(id, first);
    const { next } = await team.refusedWithoutTrace("inbox_match", { id, transactionId: second });
    assert.match(next, /attach its file to the other on that transaction's page/);
    const { app } = receipts;
    const [item] = (await team.call("inbox_list")).items;
    const { attachments } = await app.ask("POST /api/teams/:team/transactions/:id/attachments", {
      team: team.id,
      id: second,
      document_id: item.document_id,
    });
    assert.deepEqual(
      attachments.map(({ document }) => document.id),
      [item.document_id],
    );
    assert.equal((await receipts.get(id)).transaction?.id, first);
  });
});
