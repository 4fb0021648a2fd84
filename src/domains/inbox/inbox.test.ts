import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { HOSTING, Receipts } from "../../../test/receipts.ts";
import { addTransaction } from "../../../test/transactions.ts";

const DAY_MS = 86_400_000;

async function found(team: Team, filter: object): Promise<readonly string[]> {
  const { items } = await team.call("inbox_list", filter);
  return items.map(({ id }: any) => id);
}

onEachDatabase((world) => {
  test("the list goes by status, words, numbers in any spelling and days, page by page", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const one = await receipts.add(HOSTING, "hosting.txt");
    const other = await receipts.add({
      vendor: "Müller & Söhne",
      amount_minor: 123_456,
      currency: "EUR",
      date: "2026-09-01",
    });
    const { item_id: unread } = await receipts.upload("later.txt");
    assert.deepEqual(await found(team, {}), [unread, other, one]);
    for (const q of ["muller", "Mueller", "MÜLLER & SÖ", "mueller & soehne"])
      assert.deepEqual(await found(team, { q }), [other], q);
    assert.deepEqual(await found(team, { q: "HOSTING.TXT" }), [one]);
    assert.deepEqual(await found(team, { q: "re-2026" }), [one]);
    for (const q of ["1.234,56", "1,234.56 EUR", "1 200", "1'234.56", "1300"])
      assert.deepEqual(await found(team, { q }), [other], q);
    assert.deepEqual(await found(team, { q: "900" }), []);
    assert.deepEqual(await found(team, { q: "119" }), [one]);
    assert.deepEqual(await found(team, { end: "2026-10-31" }), [other, one]);
    assert.deepEqual(await found(team, { start: "2026-11-01" }), [unread]);
    const reversed = await team.call("inbox_list", { start: "2026-11-01", end: "2026-10-31" });
    assert.match(reversed.notices[0], /^start \(2026-11-01\) is after end \(2026-10-31\)/);
    assert.deepEqual(await found(team, { status: "new" }), [unread]);
    assert.deepEqual(await found(team, { status: "analyzing" }), [other, one]);
    const first = await team.call("inbox_list", { pageSize: 2 });
    assert.equal(first.cursor, first.nextCursor);
    assert.deepEqual(await found(team, { limit: 2, cursor: first.nextCursor }), [one]);
    const refused = (await team.attempt("inbox_list", { q: "x", cursor: first.cursor })).refused;
    assert.deepEqual([refused?.code, refused?.path], ["invalid_cursor", "cursor"]);
  });

  test("a reminder joins its invoice, another number does not, and people group and ungroup", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const receipts = await Receipts.of(team);
    const at = (id: string) => ({ team: team.id, id });
    const invoice = await receipts.add();
    const reminder = await receipts.add({ ...HOSTING, date: "2026-11-20", number: "RE 2026/0001" });
    const other = await receipts.add({ ...HOSTING, number: "RE-2026-0002", amount_minor: 1 });
    assert.deepEqual(await found(team, {}), [other, invoice]);
    assert.equal((await receipts.get(invoice)).related, 1);
    const payment = await addTransaction(team, await addAccount(team), { amount_minor: -11_900 });
    const { matched } = await receipts.match(reminder, payment.id);
    assert.deepEqual(matched, [invoice, reminder]);
    await receipts.app.ask("POST /api/teams/:team/inbox/:id/group", {
      ...at(invoice),
      with: [other],
    });
    assert.deepEqual(await found(team, {}), [invoice]);
    assert.equal((await receipts.get(other)).transaction?.id, payment.id);
    await receipts.app.ask("POST /api/teams/:team/inbox/:id/ungroup", at(reminder));
    assert.equal((await receipts.get(reminder)).transaction, null);
    await receipts.undo("POST /api/teams/:team/inbox/:id/ungroup");
    assert.equal((await receipts.get(reminder)).primary_id, invoice);
    const deleted = await team.call("inbox_delete", { id: invoice });
    assert.deepEqual([deleted.deleted_items, deleted.deleted_attachments], [3, 3]);
    assert.deepEqual(await found(team, {}), []);
  });

  test("a probable copy waits until a person keeps it or drops the other", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const receipts = await Receipts.of(team);
    const { number: _number, ...COFFEE } = HOSTING;
    const one = await receipts.add(COFFEE);
    const other = await receipts.add(COFFEE);
    const copy = await receipts.get(other);
    assert.deepEqual(
      [copy.duplicate?.id, copy.is_copy, copy.duplicate?.is_copy],
      [one, true, false],
    );
    const { items } = await team.call("inbox_list");
    assert.deepEqual(
      items.map(({ id, duplicate_of }: any) => [id, duplicate_of]),
      [
        [other, one],
        [one, undefined],
      ],
    );
    assert.deepEqual(
      [(await receipts.get(other)).status, (await receipts.get(one)).status],
      ["pending", "analyzing"],
    );
    const account = await addAccount(team);
    const payment = await addTransaction(team, account, { amount_minor: -11_900 });
    const dry = { id: other, transactionId: payment.id, dry_run: true };
    assert.match(
      (await team.call("inbox_match", dry)).notices[0],
      new RegExp(`copy of receipt ${one}`),
    );
    const keep = "POST /api/teams/:team/inbox/:id/keep";
    const kept = await receipts.app.ask(keep, { team: team.id, id: other });
    assert.deepEqual([kept.duplicate, kept.status], [null, "analyzing"]);
    await receipts.undo(keep);
    assert.equal((await receipts.get(other)).duplicate?.id, one);
    await team.call("inbox_delete", { id: one });
    assert.deepEqual(
      [(await receipts.get(other)).duplicate, (await receipts.get(other)).status],
      [null, "analyzing"],
    );
  });

  test("a person's word stays when the file is read again, and a null clears what was read", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const { item_id, document } = await receipts.upload();
    const id = item_id ?? assert.fail("no item");
    await receipts.read(document.id, HOSTING);
    const edit = "PATCH /api/teams/:team/inbox/:id";
    const at = { team: team.id, id };
    const { seen } = await receipts.get(id);
    const edited = await receipts.app.ask(edit, { ...at, seen, amount_minor: 500, number: null });
    assert.deepEqual([edited.amount_minor, edited.number, edited.sure.amount], [500, null, "high"]);
    await receipts.read(document.id, { ...HOSTING, vendor: "Hosting AG" });
    const again = await receipts.get(id);
    assert.deepEqual([again.amount_minor, again.number, again.vendor], [500, null, "Hosting AG"]);
    const late = await receipts.app.attempt(edit, { ...at, seen, amount_minor: 1 });
    assert.equal(late.body.code, "changed_meanwhile");
    await receipts.undo(edit);
    assert.equal((await receipts.get(id)).amount_minor, 11_900);
  });

  test("a receipt is filed and taken back, what is none is put aside, and an old one has no match", async () => {
    const team = await world.team();
    const receipts = await Receipts.of(team);
    const file = "POST /api/teams/:team/inbox/:id/file";
    const id = await receipts.add();
    const terms = await receipts.add({ type: "other" });
    const counts = async () =>
      receipts.app.ask("GET /api/teams/:team/inbox/counts", { team: team.id });
    assert.equal((await receipts.get(terms)).status, "other");
    const at = { team: team.id, id };
    for (const as of ["done", "archived", "other"] as const)
      assert.equal((await receipts.app.ask(file, { ...at, as })).status, as);
    assert.deepEqual(await counts(), { review: 0, reading: 0, suggested: 0 });
    assert.equal((await receipts.app.ask(file, { ...at, as: null })).status, "analyzing");
    await receipts.app.ask(file, { ...at, id: terms, as: null });
    assert.equal((await receipts.get(terms)).status, "analyzing");
    const { item_id } = await receipts.upload();
    await world.database.begin(async (db) => {
      await db.updateTable("inbox_items").set({ status: "pending" }).execute();
    });
    world.pass(91 * DAY_MS);
    const [latest] = (await team.call("inbox_list")).items;
    assert.deepEqual([latest.id, latest.status], [item_id, "no_match"]);
    assert.equal((await found(team, { status: "no_match" })).length, 3);
    assert.deepEqual(await found(team, { status: "pending" }), []);
  });
});
