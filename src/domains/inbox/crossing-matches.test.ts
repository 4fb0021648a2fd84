import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { codesOf, together } from "../../../test/races.ts";
import { HOSTING, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";

onEachDatabase((world) => {
  const prepared = async (payments: number) => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    const receipts = await Receipts.of(team);
    const ids: string[] = [];
    for (let at = 0; at < payments; at += 1)
      ids.push((await addTransaction(team, account, { amount_minor: -11_900 })).id);
    return { team, receipts, ids };
  };

  test("of twenty matches of one receipt at once one wins, and only its payment has the tax", async () => {
    const { team, receipts, ids } = await prepared(20);
    const id = await receipts.add();
    const attempts = await together(20, (at) =>
      team.attempt("inbox_match", { id, transactionId: ids[at] }),
    );
    assert.deepEqual(codesOf(attempts), { already_matched: 19 });
    const state = await team.state();
    assert.equal(state["transaction_attachments"]?.length, 1);
    const taxed = state["transactions"]?.filter(({ tax_minor }: any) => tax_minor !== null);
    assert.deepEqual(
      taxed?.map((row: any) => row.id),
      state["transaction_attachments"]?.map((row: any) => row.transaction_id),
    );
  });

  test("a match against what deletes its payment, its receipt, its document or reads it ends whole", async () => {
    const { team, receipts, ids } = await prepared(12);
    for (const [at, transactionId] of ids.entries()) {
      const { item_id, document } = await receipts.upload();
      if (at % 4 !== 3) await receipts.read(document.id, { ...HOSTING, number: `N-${at}` });
      const id = item_id ?? assert.fail("no item");
      const others = [
        async () => team.attempt("transactions_delete", { id: transactionId }),
        async () => team.attempt("inbox_delete", { id }),
        async () => team.attempt("documents_delete", { id: document.id }),
        async () => receipts.read(document.id, HOSTING),
      ];
      await Promise.all([team.attempt("inbox_match", { id, transactionId }), others[at % 4]?.()]);
    }
    const state = await team.state();
    const items = new Map(state["inbox_items"]?.map((item: any) => [item.id, item]));
    const payments = new Set(state["transactions"]?.map(({ id }: any) => id));
    const matched = new Set<string>();
    const attached: readonly any[] = state["transaction_attachments"] ?? [];
    for (const row of attached) {
      matched.add(row.inbox_id);
      assert.ok(payments.has(row.transaction_id));
      assert.equal(items.get(row.inbox_id)?.status, "done");
    }
    for (const { id, status } of items.values()) assert.equal(status === "done", matched.has(id));
  });

  test("a paper that joins while its group is unmatched, or its payment goes, is attached to nothing", async () => {
    const { team, receipts, ids } = await prepared(6);
    for (const [at, transactionId] of ids.entries()) {
      const paper = { ...HOSTING, number: `N-${at}` };
      const id = await receipts.add(paper);
      await receipts.match(id, transactionId);
      await receipts.add({ ...paper, date: "2026-11-20" });
      const given = { team: team.id, id };
      const others = [
        async () => receipts.app.ask("POST /api/teams/:team/inbox/:id/unmatch", given),
        async () => team.attempt("transactions_delete", { id: transactionId }),
      ];
      await Promise.all([worked(world, jobsWith(null)), others[at % 2]?.()]);
    }
    await worked(world, jobsWith(null));
    const state = await team.state();
    assert.deepEqual(state["transaction_attachments"], []);
    assert.ok(state["inbox_items"]?.every(({ status }: any) => status !== "done"));
    assert.ok(state["transactions"]?.every(({ tax_minor }: any) => tax_minor === null));
  });
});
