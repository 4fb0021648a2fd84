import { loadavg } from "node:os";
import type { Context } from "../../src/db/context.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { commitImport } from "../../src/domains/imports/commit-import.ts";
import { parseImportOptions, readImportFile } from "../../src/domains/imports/import-file.ts";
import { previewImport } from "../../src/domains/imports/preview-import.ts";
import { balance } from "../../src/domains/reports/balance.ts";
import { burnRate, runway } from "../../src/domains/reports/burn-rate.ts";
import { profitLoss, revenue } from "../../src/domains/reports/profit-loss.ts";
import { addMonths, lastDayOf } from "../../src/domains/reports/range.ts";
import { recurringExpenses } from "../../src/domains/reports/recurring-expenses.ts";
import { spending } from "../../src/domains/reports/spending.ts";
import { tax } from "../../src/domains/reports/tax.ts";
import { countWaiting } from "../../src/domains/review/get-review.ts";
import { addDays } from "../../src/shared/calendar.ts";
import type { Team } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { csvOf } from "../../test/imports.ts";
import { ownerContext } from "../../test/transactions.ts";
import { EXAMPLES_AT, onFilled, words } from "./fill.ts";
import { beside, median, number, percentile, table } from "./table.ts";

/** Measures the reports of 36 months and an import of as many rows, in this process without a server. */
export async function measureReports(
  dialect: Dialect,
  { size, runs }: { readonly size: number; readonly runs: number },
): Promise<string> {
  const transactions = Math.ceil(100_000 * size);
  return onFilled(
    dialect,
    { people: 1, customers: 10, transactions },
    async ({ team }) => {
      const rows: (readonly string[])[] = [];
      for (const [name, goal, read] of reportsOf(ownerContext(team))) {
        const times: number[] = [];
        // The first two runs warm up and do not count.
        for (let run = -2; run < runs; run += 1) {
          const taken = await timed(read);
          if (run >= 0) times.push(taken);
        }
        rows.push([name, number(median(times)), ...valueAndGoal(goal, percentile(times, 0.95))]);
      }
      for (const [name, goal, taken] of await measureImport(team, transactions))
        rows.push([`${name} of ${number(transactions)} rows`, "", ...valueAndGoal(goal, taken)]);
      const [load = Number.NaN] = loadavg();
      const title = `${dialect}, ${number(transactions)} transactions, load ${number(load)}`;
      return table([title, "p50 ms", "p95 ms", "goal"], rows);
    },
    EXAMPLES_AT,
  );
}

function valueAndGoal(goal: number | null, value: number): readonly string[] {
  return [beside(goal, value), goal === null ? "" : number(goal)];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Name, longest p95 in milliseconds for 100,000 transactions, and the report itself. */
type Report = readonly [string, number | null, () => Promise<unknown>];

function reportsOf(owner: Context): readonly Report[] {
  const month = owner.now.slice(0, 7);
  const whole = { from: `${addMonths(month, -36)}-01`, to: lastDayOf(month) };
  return [
    ["profit and loss", 10, async () => profitLoss(owner, whole)],
    ["revenue", 10, async () => revenue(owner, whole)],
    ["burn rate", 10, async () => burnRate(owner, whole)],
    ["spending", 10, async () => spending(owner, whole)],
    ["runway", 10, async () => runway(owner)],
    ["recurring expenses", 40, async () => recurringExpenses(owner)],
    ["balances without a statement", 80, async () => balance(owner)],
    ["count of Review", 10, async () => countWaiting(owner)],
    ["tax, which reads all of its rows", null, async () => tax(owner, whole)],
  ];
}

/** Preview and commit of a CSV file into an account of its own, with goals for 100,000 rows. */
async function measureImport(
  team: Team,
  rows: number,
): Promise<readonly (readonly [string, number, number])[]> {
  const account = await addAccount(team, { name: "Imported", number: null });
  const owner = ownerContext(team);
  const lines = Array.from({ length: rows }, (_, row) => ({
    date: addDays("2025-11-01", Math.floor((row * 365) / rows)),
    minor: -(100 + ((row * 104_729) % 250_000)),
    text: `Payee ${words(row % 997)}`,
  }));
  const sent = { account, name: "bank.csv", bytes: Buffer.from(csvOf(lines)) };
  const read = async () => readImportFile(owner, sent, parseImportOptions(""));
  let hash: string | null = null;
  const preview = await timed(async () => {
    ({ hash } = await previewImport(owner, await read(), account));
  });
  const commit = await timed(async () =>
    commitImport(owner, await read(), { account, hash: hash ?? "" }),
  );
  return [
    ["preview of a CSV file", 6000, preview],
    ["import of it", 8000, commit],
  ];
}
