import assert from "node:assert/strict";
import { sql } from "kysely";
import { SYSTEM_CATEGORIES } from "../../src/domains/categories/system-categories.ts";
import { addTransaction } from "../transactions.ts";
import { inOrder, OCTOBER } from "./customers-and-time.ts";
import type { Job } from "./job.ts";

const THIRD_QUARTER = { from: "2026-07-01", to: "2026-09-30" } as const;

export const MONEY: readonly Job[] = [
  {
    asks: "How much VAT do we owe for the third quarter?",
    fewest: 1,
    work: async (assistant) => {
      const { tax } = await assistant.call("reports_profit_loss", { ...THIRD_QUARTER, tax: true });
      return { collected: tax.collected.tax, paid: tax.paid.tax, owed: tax.difference };
    },
    check: async (ledger, told) => {
      const rows = await countedRows(ledger, THIRD_QUARTER);
      const taxed = rows.filter(({ slug }) => kindOf(slug) !== null && !slug.startsWith("vat-"));
      const sum = (isIn: boolean) =>
        taxed.reduce((sum, { tax, minor }) => sum + (minor > 0 === isIn ? Math.abs(tax) : 0), 0);
      assert.deepEqual(told, {
        collected: sum(true) / 100,
        paid: sum(false) / 100,
        owed: (sum(true) - sum(false)) / 100,
      });
    },
  },
  {
    asks: "What VAT was in our hosting bills of the third quarter, by rate?",
    fewest: 1,
    work: async (assistant) => {
      const asked = { category_slug: "hosting", ...THIRD_QUARTER, limit: 1, tax: true };
      const { totals } = await assistant.call("transactions_list", asked);
      return totals.tax_out.map(({ rate, tax }: any) => [rate, tax]);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select tax_rate_bp as bp, -sum(tax_minor) as tax from transactions
          where team_id = ${team} and category_slug = 'hosting' and standing = 'counted'
            and date between '2026-07-01' and '2026-09-30' and tax_minor is not null group by tax_rate_bp`,
      );
      assert.ok(rows.length > 0);
      assert.deepEqual(inOrder(told), inOrder(rows.map(({ bp, tax }) => [bp / 100, +tax / 100])));
    },
  },
  {
    asks: "Was the third quarter better than the second?",
    fewest: 1,
    work: async (assistant) => {
      const asked = { from: "2026-04-01", to: "2026-09-30" };
      const { months } = await assistant.call("reports_profit_loss", asked);
      const profit = (some: any[]) =>
        some.reduce((sum, { delta }) => sum + Math.round(delta * 100), 0);
      return [profit(months.slice(0, 3)), profit(months.slice(3))];
    },
    check: async (ledger, told) => {
      const second = await countedRows(ledger, { from: "2026-04-01", to: "2026-06-30" });
      const third = await countedRows(ledger, THIRD_QUARTER);
      assert.deepEqual(told, [second, third].map(profitOf));
    },
  },
  {
    asks: "Who paid us the most this year?",
    fewest: 1,
    work: async (assistant) => {
      const asked = { from: "2026-01-01", to: "2026-11-21", group_by: "counterparty" };
      const { counterparties } = await assistant.call("reports_revenue", asked);
      const [{ counterparty, amount }] = counterparties.items;
      return { counterparty, amount };
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select name, sum(base_minor) as minor from transactions
          where team_id = ${team} and standing = 'counted' and amount_minor > 0 and category_slug = 'service-revenue'
            and date between '2026-01-01' and '2026-11-21' group by name order by 2 desc limit 1`,
      );
      assert.deepEqual(told, { counterparty: rows[0].name, amount: rows[0].minor / 100 });
    },
  },
  {
    asks: "What did we spend in October, by vendor?",
    fewest: 1,
    readsMemos: true,
    work: async (assistant) => {
      const asked = { ...OCTOBER, group_by: "counterparty" };
      const { counterparties } = await assistant.call("reports_spending", asked);
      return counterparties.items.map(({ counterparty, amount }: any) => [counterparty, amount]);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select name, -sum(base_minor) as minor from transactions
          where team_id = ${team} and standing = 'counted' and amount_minor < 0
            and date between '2026-10-01' and '2026-10-31' group by name`,
      );
      assert.deepEqual(inOrder(told), inOrder(rows.map(({ name, minor }) => [name, minor / 100])));
    },
  },
  {
    asks: "Which subscriptions do we have, and did any become dearer?",
    fewest: 1,
    work: async (assistant) => {
      const { items } = await assistant.call("reports_recurring_expenses");
      return items
        .filter(({ category_slug }: any) => category_slug === "software")
        .map(({ counterparty, first_price, last_price, price_currency }: any) => [
          counterparty,
          first_price,
          last_price,
          price_currency,
        ]);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select name, currency, amount_minor as minor from transactions
          where team_id = ${team} and standing = 'counted' and category_slug = 'software'
            and date between '2026-05-01' and '2026-10-31' order by date`,
      );
      const names = [...new Set(rows.map(({ name }) => name))];
      const prices = names.map((name) => rows.filter((row) => row.name === name));
      assert.ok(names.length >= 2);
      const expected = prices.map((paid) => {
        const [first, last] = [paid.at(0), paid.at(-1)];
        return [first.name, -first.minor / 100, -last.minor / 100, last.currency];
      });
      assert.deepEqual(inOrder(told), inOrder(expected));
    },
  },
  {
    asks: "How long does our money last?",
    fewest: 1,
    work: async (assistant) => {
      const { months, net } = await assistant.call("reports_runway");
      return { gross: months, net: net.months };
    },
    check: async (ledger, { gross, net }) => {
      const rows = await countedRows(ledger, { from: "2026-05-01", to: "2026-10-31" });
      const isBurn = ({ slug }: Counted) =>
        slug === "" || ["expense", "capital"].includes(kindOf(slug) ?? "");
      const burn = -rows.filter(isBurn).reduce((sum, { minor }) => sum + minor, 0) / 6;
      const { cash } = await ledger.team.call("reports_runway");
      // The tool rounds down to tenths.
      assert.equal(gross, Math.floor((cash * 1000) / burn) / 10);
      assert.equal(net, profitOf(rows) > 0 ? null : net);
    },
  },
  {
    asks: "What was in our accounts at the end of September?",
    fewest: 1,
    work: async (assistant) => {
      const { items } = await assistant.call("reports_balance", { as_of: "2026-09-30" });
      return items.map(({ currency, amount }: any) => [currency, Math.round(amount * 100)]);
    },
    check: async (ledger, told) => {
      // Stated by the banks; the files end later, so what was booked since is taken off.
      const today = await ledger.team.call("reports_balance");
      const later = await ledger.rows(
        (team) => sql`select currency, sum(amount_minor) as minor from transactions
          where team_id = ${team} and status <> 'pending' and date > '2026-09-30' group by currency`,
      );
      const expected = today.items.map(({ currency, amount }: any) => {
        const since = later.find((row) => row.currency === currency)?.minor ?? 0;
        return [currency, Math.round(amount * 100) - +since];
      });
      assert.deepEqual(inOrder(told), inOrder(expected));
    },
  },
  {
    asks: "What do we have of etzner? I forgot how they are spelled.",
    fewest: 1,
    readsMemos: true,
    work: async (assistant) => {
      const asked = { query: "etzner", limit: 100, per_table_limit: 50 };
      const { items } = await assistant.call("search_global", asked);
      return items.map(({ type, id }: any) => [type, id]);
    },
    check: async (ledger, told) => {
      const [transactions, documents] = await Promise.all([
        ledger.rows(
          (team) =>
            sql`select id from transactions where team_id = ${team} and name like '%etzner%'`,
        ),
        ledger.rows(
          (team) => sql`select id from documents where team_id = ${team} and name like '%etzner%'`,
        ),
      ]);
      const expected = [
        ...transactions.map(({ id }) => ["transaction", id]),
        ...documents.map(({ id }) => ["document", id]),
      ];
      const known = new Set(inOrder(told));
      assert.ok(transactions.length > 10 && documents.length > 0);
      assert.deepEqual(
        inOrder(expected).filter((row) => !known.has(row)),
        [],
      );
    },
  },
  {
    asks: "Is any payment booked twice?",
    fewest: 1,
    readsMemos: true,
    prepare: async (team) => {
      const { items } = await team.call("transactions_list", { q: "Figma", limit: 1 });
      const [{ date, amount, name, bank_account_id }] = items;
      const again = { date, name, amount_minor: Math.round(amount * 100) };
      await addTransaction(team, bank_account_id, again);
    },
    work: async (assistant) => {
      const { items } = await assistant.call("transactions_list", { duplicates: true });
      return items.map(({ id }: any) => id);
    },
    check: async (ledger, told) => {
      const rows = await ledger.rows(
        (team) => sql`select one.id as id from transactions as one join transactions as other
          on other.team_id = one.team_id and other.id <> one.id and other.bank_account_id = one.bank_account_id
            and other.date = one.date and other.amount_minor = one.amount_minor and other.name = one.name
          where one.team_id = ${team}`,
      );
      assert.equal(rows.length, 2);
      assert.deepEqual(inOrder(told), inOrder(rows.map(({ id }) => id)));
    },
  },
  {
    asks: "Categorize what lacks a category in October, as you would suggest.",
    fewest: 2,
    readsMemos: true,
    work: async (assistant) => {
      const asked = { category_slug: "uncategorized", ...OCTOBER, limit: 100 };
      const { items } = await assistant.call("transactions_list", asked);
      const changes = items
        .filter(({ suggested_category }: any) => suggested_category !== undefined)
        .map(({ id, suggested_category }: any) => ({ id, category_slug: suggested_category }));
      await assistant.call("transactions_update_category", { changes });
      return changes.length;
    },
    check: async (ledger, told) => {
      const left = await ledger.rows(
        (team) => sql`select id from transactions where team_id = ${team} and standing = 'counted'
          and category_slug is null and date between '2026-10-01' and '2026-10-31'`,
      );
      const done = await ledger.rows(
        (
          team,
        ) => sql`select id from transactions where team_id = ${team} and category_by = 'assistant'
          and date between '2026-10-01' and '2026-10-31'`,
      );
      assert.deepEqual([left.length, done.length], [0, told]);
    },
    journal: ["transactions_update_category: 4 transaction changed"],
  },
  {
    asks: "Leave all that we paid to Café Grundmann in the second quarter out of the reports.",
    fewest: 2,
    work: async (assistant) => {
      const filter = { q: "Café Grundmann", from: "2026-04-01", to: "2026-06-30" };
      const { totals } = await assistant.call("transactions_list", { ...filter, limit: 1 });
      return assistant.call("transactions_update_status", {
        filter,
        expected_count: totals.count,
        status: "excluded",
      });
    },
    check: async (ledger, { changed, notices }) => {
      const rows = await ledger.rows(
        (
          team,
        ) => sql`select standing from transactions where team_id = ${team} and name = 'Café Grundmann'
          and date between '2026-04-01' and '2026-06-30'`,
      );
      assert.ok(rows.length > 1);
      assert.deepEqual(new Set(rows.map(({ standing }) => standing)), new Set(["excluded"]));
      assert.equal(changed, rows.length);
      assert.match(notices[0], /no report/);
    },
    journal: ["transactions_update_status: 5 transaction changed"],
  },
];

type Counted = { readonly minor: number; readonly tax: number; readonly slug: string };
type Ledger = Parameters<Job["check"]>[0];

/** Rows and parts that count in reports, in the team's currency. */
async function countedRows(
  ledger: Ledger,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Counted[]> {
  const rows = await ledger.rows(
    (team) => sql`select base_minor as minor, category_slug as slug,
      case when currency = 'EUR' then tax_minor
        else round(base_minor * tax_rate_bp * 1.0 / (10000 + tax_rate_bp)) end as tax
      from transactions where team_id = ${team} and standing = 'counted' and date between ${from} and ${to}`,
  );
  return rows.map(({ minor, slug, tax }) => ({
    minor: +minor,
    tax: +(tax ?? 0),
    slug: slug ?? "",
  }));
}

function kindOf(slug: string): string | null {
  return SYSTEM_CATEGORIES.find((category) => category.slug === slug)?.kind ?? null;
}

/** Revenue less expense: capital is neither. */
function profitOf(rows: readonly Counted[]): number {
  const counted = rows.filter(({ slug }) => !["capital", "transfer"].includes(kindOf(slug) ?? ""));
  return counted.reduce((sum, { minor }) => sum + minor, 0);
}
