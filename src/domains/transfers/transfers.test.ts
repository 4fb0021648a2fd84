import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, SECRET, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { together } from "../../../test/races.ts";
import { storedRows } from "../../../test/rows.ts";
import {
  addTransaction,
  Books,
  importTransaction,
  ownerContext,
} from "../../../test/transactions.ts";
import { Recording } from "../../activity/journal.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { numberHash } from "../bank-accounts/account-number.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { linkSureTransfers } from "./link-sure-transfers.ts";

const LINK = "POST /api/teams/:team/transfers";
const UNLINK = "POST /api/teams/:team/transfers/unlink";
const REJECT = "POST /api/teams/:team/transfers/reject";
const REVIEW = "GET /api/teams/:team/review";

const [GIRO, SAVINGS] = ["1111 2222 3000", "4444 5555 6000"];

onEachDatabase((world) => {
  const hashOf = (team: Team, number: string) =>
    numberHash({ secret: SECRET, isInDatabase: false }, team.id, number.replaceAll(" ", ""));

  test("both sides of a transfer leave what counts, and come back when it is unlinked", async () => {
    const { books, app, of, pair, link, review } = await opened();
    const { out, into } = await pair();
    const linked = await link(out.id, into.id);
    assert.deepEqual([linked.standing, linked.transfer_id !== null], ["transfer", true]);
    const other = await books.get(into.id);
    assert.deepEqual([other.standing, other.transfer_id], ["transfer", linked.transfer_id]);
    assert.equal(await findWrongFigure(world.database.reader), null);
    world.pass(1000);
    await app.ask(UNLINK, { ...of, id: into.id });
    for (const { id } of [out, into])
      assert.partialDeepStrictEqual(await books.get(id), {
        standing: "counted",
        transfer_id: null,
      });
    assert.equal(await findWrongFigure(world.database.reader), null);
    const { transfers, counts } = await review();
    assert.deepEqual([transfers, counts.counterparts], [[], 0]);
    const refused = await app.refused(UNLINK, { ...of, id: into.id });
    assert.equal(refused.status, 404);
  });

  test("what is offered to link can be linked, and what cannot is not offered", async () => {
    const { books, app, savings, of } = await opened();
    const out = await books.add({ name: "Out", amount_minor: -10_000 });
    const into = { bank_account_id: savings };
    const equal = await books.add({ ...into, name: "Equal", amount_minor: 10_000 });
    const other = await books.add({ ...into, name: "Other amount", amount_minor: 10_050 });
    const split = await books.add({ ...into, name: "With a fee", amount_minor: 9900 });
    await books.split(split.id, [
      { amount_minor: 10_000, category_slug: "internal-transfer" },
      { amount_minor: -100, category_slug: "banking-fees" },
    ]);
    await books.add({ name: "Same account", amount_minor: 10_000 });
    const candidates = async (id: string) =>
      (await app.ask("GET /api/teams/:team/transfers/candidates", { ...of, id })).items;
    const items = await candidates(out.id);
    assert.deepEqual(
      items.map(({ id }) => id),
      [equal.id, split.id],
    );
    assert.deepEqual(await candidates(other.id), []);
    const refused = await app.refused(LINK, { ...of, id: out.id, other_id: other.id });
    assert.equal(refused.status, 422);
    for (const { id } of items) {
      await app.ask(LINK, { ...of, id: out.id, other_id: id });
      world.pass(1000);
      await app.ask(UNLINK, { ...of, id });
    }
  });

  test("of 20 links of overlapping pairs at once each transaction is in one at most", async () => {
    const { team, books, app, savings, of } = await opened();
    const outs = await together(4, () => books.add({ amount_minor: -100 }));
    const ins = await together(5, () => books.add({ bank_account_id: savings, amount_minor: 100 }));
    const replies = await together(20, (index) =>
      app.attempt(LINK, {
        ...of,
        id: outs[index % 4]?.id,
        other_id: ins[index % 5]?.id,
      }),
    );
    const done = replies.filter(({ status }) => status === 200).length;
    assert.ok(
      replies.every(({ status, body }) => status === 200 || body.code === "already_exists"),
    );
    const rows = storedRows(await team.state(), "transactions").filter(
      ({ transfer_id }) => transfer_id !== null,
    );
    const sides = Map.groupBy(rows, ({ transfer_id }) => transfer_id);
    assert.deepEqual([sides.size, rows.length], [done, done * 2]);
    assert.ok(done >= 1 && done <= 4);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  if (world.isSecond) return;

  test("a fee is split off first, and then counts alone", async () => {
    const { team, books, app, savings, of, link } = await opened();
    const out = await books.add({ amount_minor: -5150 });
    const into = await books.add({ bank_account_id: savings, amount_minor: 5000 });
    const pair = { ...of, id: out.id, other_id: into.id };
    const { code, title } = await app.refused(LINK, pair);
    assert.equal(code, "invalid_argument");
    assert.equal(title, "Not linked: €51.50 left and €50.00 arrived.");
    const turned = await app.refused(LINK, { ...of, id: into.id, other_id: out.id });
    assert.equal(turned.title, title);
    // People are told no ids, and no tools.
    const gone = await app.attempt(LINK, { ...pair, other_id: team.userId });
    const words =
      /"title":"This transaction is not there any more\.".*"detail":"Nothing was changed\."/;
    assert.match(JSON.stringify(gone.body), words);
    const internal = { category_slug: "internal-transfer" };
    const fee = { amount_minor: -150, category_slug: "banking-fees" };
    await books.split(out.id, [
      { amount_minor: -2500, ...internal },
      { amount_minor: -2500, ...internal },
      fee,
    ]);
    assert.match((await app.refused(LINK, pair)).title, /2 of its parts/);
    await books.split(out.id, [{ amount_minor: -5000, ...internal }, fee]);
    assert.equal((await link(out.id, into.id)).standing, "split");
    const rows = storedRows(await team.state(), "month_totals").map(
      (row) => `${row.standing} ${row.category_slug} ${row.in_minor} ${row.out_minor}`,
    );
    assert.deepEqual(
      new Set(rows),
      new Set([
        "counted banking-fees 0 -150",
        "counted internal-transfer 0 -5000",
        "transfer  5000 0",
      ]),
    );
    await app.refused("PUT /api/teams/:team/transactions/:id/parts", {
      ...of,
      id: out.id,
      parts: [],
      seen: (await books.get(out.id)).updated_at,
    });
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("what cannot be a transfer is refused: itself, one account, one sign, linked ones", async () => {
    const { team, books, app, of, pair, link } = await opened();
    const { out, into } = await pair();
    const same = await books.add({ amount_minor: 5000 });
    const alike = await addTransaction(team, into.bank_account_id, { amount_minor: -5000 });
    for (const [id, other_id, why] of [
      [out.id, out.id, /one transaction/],
      [out.id, same.id, /one account/],
      [out.id, alike.id, /same sign/],
    ] as const) {
      const { code, title } = await app.refused(LINK, { ...of, id, other_id });
      assert.equal(code, "invalid_argument");
      assert.match(title, why);
    }
    await link(out.id, into.id);
    const again = await app.refused(LINK, { ...of, id: into.id, other_id: out.id });
    assert.equal(again.code, "already_exists");
    const rejected = await app.refused(REJECT, { ...of, id: into.id, other_id: out.id });
    assert.equal(rejected.code, "already_exists");
  });

  test("an exported side is neither linked nor unlinked", async () => {
    const { team, app, of, pair, link } = await opened();
    const { out, into } = await pair();
    const other = await pair(700);
    await link(other.out.id, other.into.id);
    const ids = [out.id, other.into.id];
    await team.call("transactions_update_status", { ids, status: "exported" });
    const linked = await app.refused(LINK, { ...of, id: into.id, other_id: out.id });
    const unlinked = await app.refused(UNLINK, { ...of, id: other.out.id });
    assert.deepEqual([linked.code, unlinked.code], ["exported", "exported"]);
  });

  test("a side stays while the other one is exported, which would count without it", async () => {
    const { team, app, of, pair, link } = await opened();
    const { out, into } = await pair();
    await link(out.id, into.id);
    await team.call("transactions_update_status", { id: into.id, status: "exported" });
    const told = await team.refusedWithoutTrace("transactions_delete", { id: out.id });
    const chosen = { ids: [out.id] };
    const asked = await app.refused("POST /api/teams/:team/transactions/delete", { ...of, chosen });
    assert.deepEqual([told.code, asked.code], ["exported", "exported"]);
    await team.call("transactions_update_status", { id: into.id, status: "posted" });
    await team.call("transactions_delete", { id: out.id });
  });

  test("when one side is deleted the other counts again, and undo links them again", async () => {
    const { team, books, pair, link } = await opened();
    const { out, into } = await pair();
    const { transfer_id } = await link(out.id, into.id);
    await team.call("transactions_delete", { id: out.id });
    assert.partialDeepStrictEqual(await books.get(into.id), {
      standing: "counted",
      transfer_id: null,
    });
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("transactions_delete"));
    for (const { id } of [out, into]) assert.equal((await books.get(id)).transfer_id, transfer_id);
    await activity.undo(await activity.latest(LINK));
    assert.equal((await books.get(into.id)).transfer_id, null);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("equal amounts up to 5 days apart in two accounts are suggested, when each is the only candidate", async () => {
    const { team, books, app, savings, of, pair, review, link } = await opened();
    const { out, into } = await pair();
    const day = async (account: string, amount_minor: number, date: string) =>
      addTransaction(team, account, { amount_minor, date });
    await day(books.account, -800, "2026-10-01");
    await day(savings, 800, "2026-10-07");
    // Three candidates: nobody knows which two belong together.
    await day(books.account, -900, "2026-10-01");
    await day(books.account, -900, "2026-10-02");
    await day(savings, 900, "2026-10-02");
    const found = await review();
    assert.deepEqual(
      found.transfers.map((sides) => sides.map(({ id }) => id)),
      [[into.id, out.id]],
    );
    assert.deepEqual([found.counts.transfers, found.counts.counterparts], [1, 5]);
    await app.ask(REJECT, { ...of, id: out.id, other_id: into.id });
    assert.deepEqual((await review()).transfers, []);
    await link(out.id, into.id);
    assert.deepEqual((await team.state())["rejected_pairs"], []);
  });

  test("a rejected pair leaves the only other candidate to be suggested", async () => {
    const { books, app, savings, of, pair, review } = await opened();
    const { out, into } = await pair();
    const late = await books.add({
      bank_account_id: savings,
      amount_minor: 5000,
      date: "2026-10-04",
    });
    assert.equal((await review()).counts.transfers, 0);
    await app.ask(REJECT, { ...of, id: into.id, other_id: out.id });
    assert.deepEqual(
      (await review()).transfers.map((sides) => sides.map(({ id }) => id)),
      [[late.id, out.id]],
    );
    const activity = await Activity.of(books.team);
    await activity.undo(await activity.latest(REJECT));
    assert.equal((await review()).counts.transfers, 0);
  });

  test("a transfer is linked by itself only when the bank names the other account and no other fits", async () => {
    const { team, books, savings } = await opened();
    const row = async (account: string, amount_minor: number, given: object = {}) =>
      importTransaction(team, account, { amount_minor, date: "2026-10-01", ...given });
    const to = (number: string) => ({ counterparty_hash: hashOf(team, number) });
    const sure = [
      await row(books.account, -100, to(SAVINGS)),
      await row(savings, 100, { date: "2026-10-06" }),
    ];
    const both = [await row(savings, -200, to(GIRO)), await row(books.account, 200, to(SAVINGS))];
    const left = [
      // Nobody names the other account.
      await row(books.account, -300),
      await row(savings, 300),
      // One side names a stranger.
      await row(books.account, -400, to(SAVINGS)),
      await row(savings, 400, to("9999")),
      // Too late.
      await row(books.account, -500, to(SAVINGS)),
      await row(savings, 500, { date: "2026-10-07" }),
      // Two fit.
      await row(books.account, -600, to(SAVINGS)),
      await row(savings, 600),
      await row(savings, 600, { date: "2026-10-02" }),
      // Announced only, and told by a person to be no business.
      await row(books.account, -700, { ...to(SAVINGS), status: "pending" }),
      await row(savings, 700),
      await row(books.account, -800, { ...to(SAVINGS), status: "excluded" }),
      await row(savings, 800),
    ];
    await linkSure(team, [...sure, ...both, ...left]);
    for (const ids of [sure, both]) {
      const [one, other] = await Promise.all(ids.map((id) => books.get(id)));
      assert.ok(one?.transfer_id !== null && one?.transfer_id === other?.transfer_id);
    }
    for (const id of left) assert.equal((await books.get(id)).transfer_id, null);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("the second side that comes is linked with the first, by hand too, but never a pair that was unlinked", async () => {
    const { team, books, app, savings, of } = await opened();
    const first = await importTransaction(team, books.account, {
      amount_minor: -100,
      date: "2026-10-01",
      counterparty_hash: hashOf(team, SAVINGS),
    });
    await linkSure(team, [first]);
    assert.equal((await books.get(first)).transfer_id, null);
    const second = await books.add({
      bank_account_id: savings,
      amount_minor: 100,
      date: "2026-10-02",
    });
    assert.equal((await books.get(first)).transfer_id, second.transfer_id);
    assert.ok(second.transfer_id);
    await app.ask(UNLINK, { ...of, id: first });
    await linkSure(team, [first, second.id]);
    assert.equal((await books.get(first)).transfer_id, null);
  });

  test("ids of another team do not exist", async () => {
    const { app, of, pair } = await opened();
    const { out } = await pair();
    const other = await world.team();
    const theirs = await addTransaction(other, await addAccount(other), { amount_minor: 5000 });
    for (const [path, given] of [
      [LINK, { id: out.id, other_id: theirs.id }],
      [LINK, { id: theirs.id, other_id: out.id }],
      [REJECT, { id: out.id, other_id: theirs.id }],
      [UNLINK, { id: theirs.id }],
    ] as const) {
      const { status, code } = await app.refused(path, { ...of, ...given });
      assert.deepEqual([status, code], [404, "not_found"]);
    }
  });

  async function opened() {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team, { number: GIRO });
    const savings = await addAccount(team, { name: "Savings", number: SAVINGS });
    const of = { team: team.id } as const;
    const pair = async (amount = 5000) => {
      const out = await books.add({ amount_minor: -amount, date: "2026-10-01" });
      const into = await books.add({
        bank_account_id: savings,
        amount_minor: amount,
        date: "2026-10-03",
      });
      return { out, into };
    };
    const link = async (id: string, other_id: string) => {
      world.pass(1000);
      return books.app.ask(LINK, { ...of, id, other_id });
    };
    const review = async () => books.app.ask(REVIEW, of);
    return { team, books, app: books.app, savings, of, pair, link, review };
  }

  async function linkSure(team: Team, ids: readonly string[]): Promise<void> {
    await transaction({ ...ownerContext(team), tool: "test" }, async (context) => {
      await lockTeam(context);
      const recording = new Recording(context);
      await linkSureTransfers(context, ids, recording);
      await recording.end();
    });
  }
});
