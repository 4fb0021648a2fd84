import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { extent } from "../../../test/extent.ts";
import { cents } from "../../../test/report-checks.ts";
import { addTransaction, ownerContext } from "../../../test/transactions.ts";
import { divideRound } from "../../shared/fraction.ts";
import { splitTransaction } from "../transactions/split-transaction.ts";
import { ToldRecurring } from "./recurring-expenses.ts";

/** Three spellings of one party, others, and a name that tells none. */
const NAMES = ["FIGMA 4711, US", "Figma 0815, US", "figma us", "Rent", "Bakery", "4711 0815"];

const PARTIES: Readonly<Record<string, string>> = { Rent: "rent", Bakery: "bakery" };

/** Signs with which a category counts as an expense; others never do. */
const SIGNS: Readonly<Record<string, "both" | "out">> = {
  software: "both",
  rent: "both",
  other: "out",
  none: "out",
};

const slug = fc.constantFrom(
  "software",
  "software",
  "rent",
  "other",
  null,
  "owner-draws",
  "grants",
);

/** Few amounts, so that months come to nothing, and some that are large. */
const minor = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(-200, -100, -100, 100) },
  { weight: 1, arbitrary: fc.integer({ min: -99_999_999, max: -1 }) },
);

const row = fc.record({
  name: fc.constantFrom(...NAMES.slice(0, 3), ...NAMES),
  date: fc
    .tuple(fc.constantFrom("04", "05", "06", "07", "08", "09", "10", "11"), fc.nat(1))
    .map(([month, day]) => `2026-${month}-0${day + 1}`),
  minor,
  slug,
  status: fc.constantFrom("posted", "posted", "posted", "archived", "pending", "excluded"),
  isForeign: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
  part: fc.option(fc.record({ minor, slug }), { freq: 4 }),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

/** So that a party recurs in few draws too. */
const RENT = ["05", "06", "07"].map((month): Row => ({
  name: "Rent",
  date: `2026-${month}-01`,
  minor: -99_999_999,
  slug: "rent",
  status: "posted",
  isForeign: false,
  part: null,
}));

async function write(team: Team, rows: readonly Row[]): Promise<void> {
  const add = async (currency: string) =>
    addAccount(team, { name: `Giro ${currency}`, currency, number: null });
  const accounts = { EUR: await add("EUR"), USD: await add("USD") };
  for (const { name, date, minor, slug, status, isForeign, part } of rows) {
    team.world.pass(1000);
    const given = { name, date, amount_minor: minor, category_slug: slug, status };
    const account = accounts[isForeign ? "USD" : "EUR"];
    const { id, updated_at: seen } = await addTransaction(team, account, given);
    if (part === null || part.minor === minor) continue;
    const parts = [
      { amount_minor: part.minor, category_slug: part.slug },
      { amount_minor: minor - part.minor, category_slug: slug },
    ];
    await splitTransaction(ownerContext(team), { id, seen, parts });
  }
}

/** Rows and parts that a person would count as expenses. */
function counted(rows: readonly Row[]) {
  return rows.flatMap(({ name, date, minor, slug, status, isForeign, part }) => {
    if (isForeign || status === "pending" || status === "excluded") return [];
    if (date < "2026-05" || date >= "2026-11" || name === "4711 0815") return [];
    const parts =
      part === null || part.minor === minor
        ? [{ minor, slug }]
        : [part, { minor: minor - part.minor, slug }];
    const party = PARTIES[name] ?? "figma us";
    return parts
      .filter(({ minor, slug }) => {
        const signs = SIGNS[slug ?? "none"];
        return signs === "both" || (signs === "out" && minor < 0);
      })
      .map(({ minor }) => ({ party, name, date, minor: BigInt(minor) }));
  });
}

function expected(rows: readonly Row[]) {
  const sum = (some: readonly { minor: bigint }[]) =>
    some.reduce((all, one) => all - one.minor, 0n);
  return [...Map.groupBy(counted(rows), ({ party }) => party)]
    .flatMap(([party, some]) => {
      const byMonth = Map.groupBy(some, ({ date }) => date.slice(0, 7));
      const months = [...byMonth.values()].filter((month) => sum(month) > 0n).length;
      const expense = sum(some);
      if (months < 3 || expense <= 0n) return [];
      const newest = some.map(({ date, name }) => `${date} ${name}`).toSorted();
      const [last_date = "", counterparty] = (newest.at(-1) ?? "").split(/ (.*)/);
      const average = Number(divideRound(expense, BigInt(months)));
      return [{ party, counterparty, months, average, last_date, expense }];
    })
    .toSorted(
      (one, other) => Number(other.expense - one.expense) || (one.party < other.party ? -1 : 1),
    )
    .map(({ party: _party, expense: _expense, ...item }) => item);
}

onEachDatabase((world) => {
  test("recurring expenses are what the months of each party come to", async () => {
    let found = 0;
    const rule = fc.asyncProperty(
      fc.array(row, { minLength: 25, maxLength: 45 }),
      async (drawn) => {
        const rows = [...RENT, ...drawn];
        world.at("2026-11-22T12:00:00Z");
        const team = await world.team();
        await write(team, rows);
        const { items } = await team.call("reports_recurring_expenses");
        const told = ToldRecurring.shape.items
          .parse(items)
          .map(({ counterparty, months, avg_amount, last_date }) => ({
            counterparty,
            months,
            average: cents(avg_amount),
            last_date,
          }));
        assert.deepEqual(told, expected(rows));
        found += items.length;
      },
    );
    await fc.assert(rule, { numRuns: extent(3, 150) });
    assert.ok(found > 0, "no row recurred");
  });
});
