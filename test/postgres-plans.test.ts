import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { EXAMPLES_AT, onFilled } from "../scripts/bench/fill.ts";
import { type ListEvents, listEvents } from "../src/activity/list-events.ts";
import { subjects } from "../src/api/subjects.ts";
import type { Role } from "../src/db/schema/accounts.ts";
import { toolCustomers } from "../src/domains/customers/tool-answers.ts";
import { findMissing } from "../src/domains/rates/get-rates.ts";
import type { Searched } from "../src/domains/transactions/counterparts.ts";
import { countNewestDuplicates, findDuplicates } from "../src/domains/transactions/duplicates.ts";
import {
  countTransactions,
  findIds,
  findTransactions,
} from "../src/domains/transactions/find-transactions.ts";
import { suggestCategories } from "../src/domains/transactions/same-party.ts";
import { sumImports, totalTransactions } from "../src/domains/transactions/total-transactions.ts";
import { type Filter, matchingOf } from "../src/domains/transactions/transaction-filter.ts";
import {
  countNewestPairs,
  countPairs,
  findPairs,
  searchExchanges,
} from "../src/domains/transfers/transfer-pairs.ts";
import { events } from "../src/events.ts";
import { planOnPostgres, plansOnPostgres } from "./plan.ts";
import { POSTGRES } from "./postgres.ts";

const SIZE = {
  people: 8,
  customers: 20_000,
  entries: 4000,
  events: 30_000,
  transactions: 20_000,
};
const skip = POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;

describe("postgres, for a team with 30,000 events", { skip }, () => {
  const over = Promise.withResolvers<null>();
  const filled = Promise.withResolvers<Team>();
  let filling: Promise<unknown> | null = null;
  before(async () => {
    filling = onFilled(
      "postgres",
      SIZE,
      async ({ team, people, tagIds, account }) => {
        const { userId: member } = await team.member("member");
        filled.resolve({
          url: team.world.url,
          id: team.id,
          person: people[0]?.userId ?? "",
          tag: tagIds[0] ?? "",
          owner: team.userId,
          member,
          account,
        });
        await over.promise;
      },
      EXAMPLES_AT,
    );
    await Promise.race([filled.promise, filling]);
  });
  after(async () => {
    over.resolve(null);
    await filling;
  });

  const DAYS = { from: "2026-11-01", to: "2026-11-10" } as const;
  for (const [what, filterOf] of [
    ["no filter", () => ({})],
    ["a person", ({ person }) => ({ actor: person })],
    ["a person without events", ({ member }) => ({ actor: member })],
    ["an unknown key", ({ id }) => ({ credential: `key:${id}` })],
    ["the web app", () => ({ credential: "web" })],
    ["the command line", () => ({ credential: "command" })],
    ["the inbox folder", () => ({ credential: "folder" })],
    ["mails", () => ({ credential: "mail" })],
    ["what was refused", () => ({ outcome: "refused" })],
    ["what was done", () => ({ outcome: "done" })],
    ["days", () => DAYS],
    ["a person and days", ({ person }) => ({ actor: person, ...DAYS })],
    ["a kind of thing", () => ({ subject: "customer" })],
    ["a kind of thing and a person", ({ person }) => ({ subject: "customer", actor: person })],
    ["a kind of thing and days", () => ({ subject: "customer", ...DAYS })],
    ["what is private", () => ({ subject: "api_key" })],
  ] as const satisfies readonly (readonly [string, (team: Team) => Partial<ListEvents>])[]) {
    for (const role of ["owner", "member"] as const) {
      test(`a page of ${what}, for ${role}s, reads no table from its beginning to its end`, async () => {
        const team = await filled.promise;
        const plan = await planFor(team, role, filterOf(team));
        assert.match(plan, /activity_(events|subjects)/);
        assert.doesNotMatch(plan, /Seq Scan on activity_/, plan);
      });
    }
  }

  for (const [what, filter] of [
    ["", {}],
    [" who are not archived", { is_archived: false }],
    [" with a part of the name", { name: "a" }],
  ] as const) {
    test(`a page of the customers of a tag${what} reads the tag's links in order, until it is full`, async () => {
      const { url, id, tag } = await filled.promise;
      const input = { ...filter, tag_id: tag, limit: 25 };
      const plan = await planOnPostgres(url, (db) =>
        toolCustomers({ team: { id }, db } as never, input),
      );
      assert.match(plan, /Index (Only )?Scan Backward using customer_tags_by_tag/, plan);
      assert.doesNotMatch(plan, /Seq Scan on customer/, plan);
    });
  }

  for (const [what, filterOf] of [
    ["", () => ({})],
    [" of days", () => DAYS],
    [" without a category", () => ({ category: "uncategorized" })],
    [" in a category", () => ({ category: "rent" })],
    [" with a status", () => ({ status: "exported" })],
    [" of an account", ({ account }) => ({ account })],
    [" with a word", () => ({ q: "hetzner" })],
    [" of an import", ({ id }) => ({ import: id })],
  ] as const satisfies readonly (readonly [string, (team: Team) => Partial<Filter>])[]) {
    test(`a page of transactions${what} reads no table from its beginning to its end`, async () => {
      const team = await filled.promise;
      const page = { isNewestFirst: true, after: null, rows: 26 };
      const plan = await planOnPostgres(team.url, async (db) => {
        const context = { team: { id: team.id }, db } as never;
        return findTransactions(context, await matchingOf(context, filterOf(team)), page);
      });
      assert.match(plan, /transactions/);
      assert.doesNotMatch(plan, /Seq Scan on transaction/, plan);
    });
  }

  test("totals of days and of an account read transactions by an index", async () => {
    const team = await filled.promise;
    for (const filter of [DAYS, { account: team.account, ...DAYS }]) {
      const plan = await planOnPostgres(team.url, async (db) => {
        const context = { team: { id: team.id }, db } as never;
        return totalTransactions(context, await matchingOf(context, filter));
      });
      assert.match(plan, /Index (Only )?Scan using transactions_/, plan);
      assert.doesNotMatch(plan, /Seq Scan on transaction/, plan);
    }
  });

  test("a page of an import is read in its own index", async () => {
    const { url, id } = await filled.promise;
    const page = { isNewestFirst: true, after: null, rows: 26 };
    const plan = await planOnPostgres(url, async (db) => {
      const context = { team: { id }, db } as never;
      return findIds(context, await matchingOf(context, { import: id }), page);
    });
    assert.match(plan, /Index Only Scan Backward using transactions_by_import/, plan);
    assert.doesNotMatch(plan, /Sort/, plan);
  });

  test("sums of some imports are read in their own index", async () => {
    const { url, id } = await filled.promise;
    const plans = await plansOnPostgres(url, async (db) =>
      sumImports({ team: { id }, db } as never, [id, id]),
    );
    const sums = plans.filter((plan) => plan.includes(" on transactions"));
    assert.equal(sums.length, 2);
    for (const plan of sums) assert.match(plan, /transactions_by_import/, plan);
  });

  const RANGE = { from: "2026-10-01", to: "2026-10-31" };
  for (const [what, read] of [
    ["suggested transfers", async (context) => findPairs(context, 50)],
    ["counterparts of a month", async (context) => countPairs(context, RANGE)],
    ["transfers in two currencies", async (context) => searchExchanges(context, {})],
    ["maybe-duplicates", async (context) => findDuplicates(context, { most: 50 })],
    ["the number of maybe-duplicates", async (context) => countNewestDuplicates(context, 100)],
    ["the number of suggested transfers", async (context) => countNewestPairs(context, 100)],
    [
      "suggested categories",
      async (context) => suggestCategories(context as never, ["office rent", "card payment"]),
    ],
  ] as const satisfies readonly (readonly [string, (context: Searched) => Promise<unknown>])[])
    test(`${what} are looked for without reading all transactions`, async () => {
      const { url, id } = await filled.promise;
      const plans = await plansOnPostgres(url, async (db) => read({ db, team: { id } }));
      assert.ok(plans.some((plan) => / transactions/.test(plan)));
      for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan on transactions/, plan);
    });

  test("amounts without a rate are found in an index of these alone", async () => {
    const { url, id } = await filled.promise;
    const team = { id, baseCurrency: "USD" };
    const plan = await planOnPostgres(url, (db) => findMissing({ db, team } as never));
    assert.match(plan, /transactions_unrated/, plan);
    assert.doesNotMatch(plan, /Seq Scan on transactions/, plan);
  });

  test("open transactions are counted in an index alone", async () => {
    const { url, id } = await filled.promise;
    const plan = await planOnPostgres(url, async (db) => {
      const context = { team: { id }, db } as never;
      const filter = { category: "uncategorized", hides_archived: true };
      return countTransactions(db, await matchingOf(context, filter));
    });
    assert.match(plan, /Index Only Scan using transactions_by_category/, plan);
  });
});

type Team = {
  readonly url: string;
  readonly id: string;
  readonly person: string;
  readonly tag: string;
  readonly owner: string;
  readonly member: string;
  /** Of a tenth of the transactions. */
  readonly account: string;
};

async function planFor(
  team: Team,
  role: Extract<Role, "owner" | "member">,
  filter: Partial<ListEvents>,
): Promise<string> {
  const actor = { id: team[role], name: "", role, timeZone: "UTC" };
  const context = { team: { id: team.id }, actor, subjects, events };
  return planOnPostgres(team.url, (db) =>
    listEvents({ ...context, db } as never, { cursor: undefined, limit: 50, ...filter }),
  );
}
