import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { HOSTING, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";

const PAYMENT = { name: "HOSTING GMBH", amount_minor: -11_900, date: "2026-11-03" };
const VAT = { rate: 19, type: "VAT", amount: -19 };

onEachDatabase((world) => {
  const prepared = async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    const receipts = await Receipts.of(team);
    const pay = async (given: object = {}) => {
      world.pass(1);
      return (await addTransaction(team, account, { ...PAYMENT, ...given })).id;
    };
    return { team, receipts, pay };
  };

  test("a match attaches the file, copies the tax and is told by both; the same pair again changes nothing", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [await receipts.add(), await pay()];
    const matched = await receipts.match(id, payment);
    assert.deepEqual(
      [matched.status, matched.already, matched.matched, matched.tax],
      ["done", false, [id], VAT],
    );
    const shown = await team.call("transactions_get", { id: payment });
    assert.deepEqual(
      shown.attachments.map(({ name }: any) => name),
      ["receipt.txt"],
    );
    assert.deepEqual(shown.tax, VAT);
    const [row] = (await team.call("inbox_list")).items;
    assert.deepEqual([row.status, row.transaction_id], ["done", payment]);
    const events = await team.journal();
    const again = await receipts.match(id, payment);
    assert.deepEqual([again.already, again.attachment_ids], [true, matched.attachment_ids]);
    assert.deepEqual(await team.journal(), events);
  });

  test("a receipt that is matched elsewhere is refused with that payment, and of several pairs none is matched", async () => {
    const { team, receipts, pay } = await prepared();
    const [one, other] = [await receipts.add(), await receipts.add({ ...HOSTING, number: "2" })];
    const [first, second] = [await pay(), await pay({ name: "Another" })];
    await receipts.match(one, first);
    const state = await team.state();
    const { refused } = await team.attempt("inbox_match", {
      id: other,
      transactionId: second,
      more: [{ id: one, transactionId: second }],
    });
    assert.deepEqual([refused?.code, refused?.path], ["already_matched", "more.0.id"]);
    assert.match(refused?.message ?? "", /HOSTING GMBH/);
    assert.deepEqual(await team.state(), state);
  });

  test("payments that are pending, unknown or of another team are refused, and nothing happens", async () => {
    const { team, receipts, pay } = await prepared();
    const others = await prepared();
    const id = await receipts.add();
    const pending = await pay();
    await team.call("transactions_update_status", { id: pending, status: "pending" });
    const state = await team.state();
    const codes = [];
    for (const transactionId of [
      pending,
      await others.pay(),
      "01900000-0000-7000-8000-000000000000",
    ]) {
      const { refused } = await team.attempt("inbox_match", { id, transactionId });
      codes.push([refused?.code, refused?.path]);
    }
    assert.deepEqual(codes, [
      ["invalid_argument", "transactionId"],
      ["not_found", "transactionId"],
      ["not_found", "transactionId"],
    ]);
    assert.deepEqual(await team.state(), state);
  });

  test("undo of a match takes file and tax back; it is refused where the tax was changed since", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [await receipts.add(), await pay()];
    await receipts.match(id, payment);
    await receipts.undo("inbox_match");
    assert.equal(await receipts.taxOf(payment), null);
    assert.deepEqual((await team.call("transactions_get", { id: payment })).attachments, []);
    assert.equal((await receipts.get(id)).status, "analyzing");
    await receipts.match(id, payment);
    await receipts.setRate(payment, 700);
    assert.match(await receipts.notUndone("inbox_match"), /not_undoable/);
    assert.equal((await receipts.get(id)).status, "done");
  });

  test("deletion takes the match and its tax along, and undo brings both back", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [await receipts.add(), await pay()];
    await receipts.match(id, payment);
    const before = await team.state();
    const deleted = await team.call("inbox_delete", { id });
    assert.deepEqual(
      [deleted.deleted, deleted.deleted_items, deleted.deleted_attachments, deleted.tax_reset],
      [true, 1, 1, true],
    );
    assert.equal(await receipts.taxOf(payment), null);
    assert.deepEqual((await team.call("inbox_list")).items, []);
    assert.equal((await team.call("inbox_list", { status: "deleted" })).items.length, 1);
    await receipts.undo("inbox_delete");
    assert.deepEqual(await receipts.taxOf(payment), VAT);
    assert.equal((await receipts.get(id)).status, "done");
    assert.deepEqual(
      (await team.state())["transaction_attachments"],
      before["transaction_attachments"],
    );
    assert.deepEqual((await team.call("inbox_delete", { id: payment })).deleted, false);
  });

  test("a tax that was set by hand since survives the deletion of the receipt", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [await receipts.add(), await pay()];
    await receipts.match(id, payment);
    await receipts.setRate(payment, 700);
    const tax = await receipts.taxOf(payment);
    assert.equal((await team.call("inbox_delete", { id })).tax_reset, false);
    assert.deepEqual(await receipts.taxOf(payment), tax);
  });

  test("a deleted payment leaves its receipt waiting, and undo matches them again", async () => {
    const { team, receipts, pay } = await prepared();
    const [id, payment] = [await receipts.add(), await pay()];
    await receipts.match(id, payment);
    await team.call("transactions_delete", { id: payment });
    assert.equal((await receipts.get(id)).transaction, null);
    await receipts.undo("transactions_delete");
    assert.equal((await receipts.get(id)).transaction?.id, payment);
    assert.deepEqual(await receipts.taxOf(payment), VAT);
  });
});
