import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { extent } from "../../../test/extent.ts";
import {
  csvOf,
  fileOf,
  importByVerb,
  importWhatIsNew,
  type Line,
  ofxOf,
} from "../../../test/imports.ts";
import { addRule, containing } from "../../../test/rules.ts";
import { addTransaction, ownerContext } from "../../../test/transactions.ts";
import { Refusal } from "../../core/errors.ts";
import { balancesOn } from "../bank-accounts/balances.ts";
import { deleteAccount } from "../bank-accounts/save-account.ts";
import { mergeDuplicates } from "../review/merge-duplicates.ts";
import { applyRule } from "../rules/apply-rule.ts";
import { categorize } from "../transactions/categorize.ts";
import { deleteTransaction } from "../transactions/delete-transactions.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { commitImport } from "./commit-import.ts";
import { planImport } from "./plan-import.ts";

const line = (day: number, minor: number, text: string): Line => ({
  date: `2026-03-${String(day).padStart(2, "0")}`,
  minor,
  text,
});

/** Counterparts on most days, and one day whose only booking a person deletes. */
const LINES = [
  line(2, -350, "Coffee Corner"),
  line(2, -350, "Coffee Corner"),
  line(3, -350, "Coffee Corner"),
  line(4, -7700, "Hotel Adler"),
  line(5, -9900, "Books Ltd"),
  line(6, 120_000, "Anna Adler"),
  line(6, 120_000, "Anna Adler"),
  line(9, -1, "Interest"),
  line(9, -1, "Interest"),
  line(10, -350, "Coffee Corner"),
];

const DELETED = line(16, -1234, "By mistake");

const BOOKS = [...LINES, DELETED];

const ids = (lines: readonly Line[]) =>
  lines.map((one) => ({ ...one, id: `F${LINES.indexOf(one)}` }));

const FILES = [
  csvOf(BOOKS),
  csvOf(BOOKS),
  csvOf(LINES.slice(3)),
  csvOf(LINES.slice(0, 8)),
  ofxOf(ids(LINES)),
  ofxOf(ids(LINES.slice(2, 9))),
];

const TOO_LATE: ReadonlySet<string> = new Set(["plan_changed", "count_changed", "not_found"]);

onEachDatabase((world) => {
  /** Repeats what a change of the books in between has stopped. */
  async function untilDone(attempt: () => Promise<unknown>): Promise<void> {
    for (;;)
      try {
        await attempt();
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || !TOO_LATE.has(error.code)) throw error;
        if (error.code === "not_found") return;
      }
  }

  const rowsOf = async (team: Team) =>
    world.database.reader
      .selectFrom("transactions")
      .selectAll()
      .where("team_id", "=", team.id)
      .orderBy("id")
      .execute();

  /** Applies a rule to all that it would change, as often as something else came first. */
  async function applied(team: Team, id: string): Promise<void> {
    for (let count = 1; count <= LINES.length;)
      try {
        await applyRule(ownerContext(team), { id, count, replace: false });
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "count_changed") throw error;
        count += 1;
      }
  }

  test("imports of counterparts at once, beside people and a rule, bring each booking once", async () => {
    for (let round = 0; round < extent(3, 30); round += 1) {
      world.at("2026-04-20T12:00:00Z");
      const team = await world.team();
      const account = await addAccount(team, { number: null, opening_minor: 1_000_000 });
      const rule = await addRule(team, {
        name: "Coffee",
        is_on: false,
        conditions: containing("coffee"),
        actions: { category_slug: "meals" },
      });
      await importByVerb(team, csvOf([...LINES.slice(0, 2), DELETED]), { account });
      const there = await rowsOf(team);
      const [coffee, other] = there.filter(({ name }) => name.startsWith("Coffee"));
      const gone = there.find(({ name }) => name === DELETED.text);
      world.pass(1000);
      const hotel = { date: "2026-03-04", name: "Trade fair", amount_minor: -7700 };
      const one = await addTransaction(team, account, hotel);
      const two = await addTransaction(team, account, hotel);
      const context = () => {
        world.pass(1);
        return ownerContext(team);
      };
      const calls = [
        ...FILES.map((file) => async () => importWhatIsNew(team, file, { account })),
        async () => mergeDuplicates(context(), { id: one.id, other_id: two.id }),
        async () => deleteTransaction(context(), { id: gone?.id ?? "" }),
        async () =>
          categorize(context(), { chosen: { ids: [coffee?.id ?? ""] }, category_slug: "software" }),
        async () => applied(team, rule.id),
      ];
      // Another start each time, so that others are first in the queue.
      const turned = [
        ...calls.slice(round % calls.length),
        ...calls.slice(0, round % calls.length),
      ];
      await Promise.all(turned.map(async (call) => untilDone(call)));
      const check = async () => {
        const rows = await rowsOf(team);
        const told = rows.map(({ date, amount_minor }) => `${date} ${amount_minor}`).toSorted();
        assert.deepEqual(told, LINES.map(({ date, minor }) => `${date} ${minor}`).toSorted());
        const sum = rows.reduce((sum, { amount_minor }) => sum + amount_minor, 1_000_000);
        const balances = await balancesOn(ownerContext(team), "2026-04-20");
        assert.equal(balances.get(account)?.minor, sum);
        assert.equal(await findWrongFigure(world.database.reader), null);
        const of = (id: string | undefined) => rows.find((row) => row.id === id);
        assert.equal(of(coffee?.id)?.category_slug, "software");
        assert.ok([null, "meals"].includes(of(other?.id)?.category_slug ?? null));
        assert.equal(rows.filter(({ name }) => name === "Trade fair").length, 1);
      };
      await check();
      for (const file of [...FILES, ...FILES.toReversed()])
        await importWhatIsNew(team, file, { account });
      await check();
    }
  });

  test("an account that is deleted while its file is read gets nothing", async () => {
    const team = await world.team();
    const account = await addAccount(team, { number: null });
    const context = ownerContext(team);
    const file = await fileOf(team, csvOf(BOOKS));
    const { hash } = await planImport(context, file, account);
    assert.ok(hash !== null);
    await deleteAccount(context, { id: account });
    const before = await team.state();
    const isGone = { code: "not_found" };
    await assert.rejects(planImport(context, file, account), isGone);
    await assert.rejects(commitImport(context, file, { account, hash }), isGone);
    assert.deepEqual(await team.state(), before);
  });
});
