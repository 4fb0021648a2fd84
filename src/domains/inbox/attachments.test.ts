import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { UPLOAD } from "../../../test/papers.ts";
import { HOSTING, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";

const ATTACH = "POST /api/teams/:team/transactions/:id/attachments";
const DETACH = "DELETE /api/teams/:team/transactions/:id/attachments/:attachment";
const LIST = "GET /api/teams/:team/transactions";
const VAT = { rate: 19, type: "VAT", amount: -19 };

onEachDatabase((world) => {
  const prepared = async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    const receipts = await Receipts.of(team);
    const pay = async (given: object = {}) => {
      world.pass(1);
      return (await addTransaction(team, account, { amount_minor: -11_900, ...given })).id;
    };
    const attached = async (id: string) =>
      (await team.call("transactions_get", { id })).attachments;
    return { team, receipts, pay, attached, app: receipts.app };
  };

  test("the same bytes again are the same document, and bring a deleted receipt back", async () => {
    const { team, receipts } = await prepared();
    const first = await receipts.upload("a.txt", "Same");
    const again = await receipts.upload("b.txt", "Same");
    assert.deepEqual(
      [again.duplicate, again.revived, again.item_id, again.document, again.event],
      [true, false, first.item_id, first.document, null],
    );
    await team.call("inbox_delete", { id: first.item_id });
    const revived = await receipts.upload("c.txt", "Same");
    assert.deepEqual([revived.duplicate, revived.revived], [true, true]);
    assert.equal((await receipts.get(first.item_id ?? "")).status, "new");
    await receipts.undo(UPLOAD);
    assert.equal((await receipts.get(first.item_id ?? "")).status, "deleted");
  });

  test("a file is uploaded at a transaction, removed, and brought back by undo", async () => {
    const { team, receipts, pay, attached, app } = await prepared();
    const id = await pay();
    const sent = { team: team.id, to: "transaction", id, name: "x.txt" } as const;
    const { attachment_id, item_id, document } = await app.upload(UPLOAD, sent, "A file");
    assert.equal(item_id, null);
    const own = { id: attachment_id, document_id: document.id, name: "x.txt" };
    assert.deepEqual(await attached(id), [{ ...own, media_type: "text/plain", size: 6 }]);
    assert.match(
      (await app.attempt(UPLOAD, { ...sent, id: undefined, file: "B" })).body.code,
      /invalid_argument/,
    );
    await app.ask(DETACH, { team: team.id, id, attachment: attachment_id ?? "" });
    assert.deepEqual(await attached(id), []);
    await receipts.undo(DETACH);
    assert.equal((await attached(id)).length, 1);
  });

  test("a file that was attached before it was read gives its tax once it is, and no later reading does", async () => {
    const { team, receipts, pay, app } = await prepared();
    const [id, changed] = [await pay(), await pay()];
    const upload = (id: string, name: string) =>
      app.upload(UPLOAD, { team: team.id, to: "transaction", id, name }, `A file ${name}`);
    const [{ document }, { document: other }] = [await upload(id, "x"), await upload(changed, "y")];
    const { item_id, document: matched } = await receipts.upload();
    const third = await pay();
    await receipts.match(item_id ?? "", third);
    await receipts.setRate(changed, 700);
    const before = await receipts.taxOf(changed);
    for (const one of [document, other, matched]) await receipts.read(one.id, HOSTING);
    assert.equal(await receipts.taxOf(id), null);
    world.pass(1);
    await worked(world, jobsWith(null));
    assert.deepEqual([await receipts.taxOf(id), await receipts.taxOf(third)], [VAT, VAT]);
    assert.deepEqual(await receipts.taxOf(changed), before);
    const [given] = (await team.journalOf(UPLOAD)).toReversed();
    assert.deepEqual(given?.changes.map((change) => change.subject_type).toSorted(), [
      "attachment",
      "transaction",
    ]);
    const uploads = await team.journalOf(UPLOAD);
    const uploaded = uploads.find(({ changes }) =>
      changes.some(({ subject_id }) => subject_id === document.id),
    );
    assert.equal(
      await new Activity(app, team).refused({ id: uploaded?.id ?? "" }),
      'not_undoable: The attachment ("Coffee", "x") has changed since, in a value that is not shown.',
    );
    await receipts.read(document.id, { ...HOSTING, tax_minor: 1800 });
    await worked(world, jobsWith(null));
    assert.deepEqual(await receipts.taxOf(id), VAT);
    await team.call("documents_delete", { id: document.id });
    assert.equal(await receipts.taxOf(id), null);
  });

  test("a file that is attached by hand matches the receipt that waits for it, and stays where that is elsewhere", async () => {
    const { team, receipts, pay, attached, app } = await prepared();
    const [first, second] = [
      await pay({ amount_minor: -5950 }),
      await pay({ amount_minor: -5950 }),
    ];
    const { item_id, document } = await receipts.upload();
    await receipts.read(document.id, HOSTING);
    for (const id of [first, second])
      await app.ask(ATTACH, { team: team.id, id, document_id: document.id });
    const shown = await receipts.get(item_id ?? "");
    assert.equal(shown.transaction?.id, first);
    assert.equal(shown.attachments.length, 2);
    for (const id of [first, second])
      assert.deepEqual(await receipts.taxOf(id), { ...VAT, amount: -9.5 });
    await team.call("inbox_delete", { id: item_id });
    assert.deepEqual([await attached(first), await receipts.taxOf(first)], [[], null]);
    assert.equal((await attached(second)).length, 1);
    await team.call("documents_delete", { id: document.id });
    assert.deepEqual([await attached(second), await receipts.taxOf(second)], [[], null]);
    await receipts.undo("documents_delete");
    assert.deepEqual(await receipts.taxOf(second), { ...VAT, amount: -9.5 });
  });

  test("merged payments keep the files of both, each once, and the tax of their papers", async () => {
    const { team, receipts, pay, attached, app } = await prepared();
    const [kept, gone] = [await pay(), await pay()];
    const id = await receipts.add();
    await receipts.match(id, gone);
    const state = await team.state();
    const merge = "POST /api/teams/:team/review/duplicates/merge";
    world.pass(1);
    await app.ask(merge, { team: team.id, id: kept, other_id: gone });
    assert.equal((await receipts.get(id)).transaction?.id, kept);
    assert.deepEqual([(await attached(kept)).length, await receipts.taxOf(kept)], [1, VAT]);
    await team.call("inbox_delete", { id });
    assert.equal(await receipts.taxOf(kept), null);
    await receipts.undo("inbox_delete");
    await receipts.undo(merge);
    assert.deepEqual(
      (await team.state())["transaction_attachments"],
      state["transaction_attachments"],
    );
    assert.deepEqual(await receipts.taxOf(gone), VAT);
  });

  test("the list finds money out that is in sums and has no file", async () => {
    const { team, receipts, pay, app } = await prepared();
    const [paid, open] = [await pay(), await pay({ name: "Open" })];
    await pay({ amount_minor: 500 });
    const excluded = await pay();
    await team.call("transactions_update_status", { id: excluded, status: "excluded" });
    await receipts.match(await receipts.add(), paid);
    const { items } = await app.ask(LIST, { team: team.id, attachment: "none" });
    assert.deepEqual(
      items.map(({ id }) => id),
      [open],
    );
  });
});
