import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { connect, type Database } from "../../src/db/connect.ts";
import { baseContextOf, type Context } from "../../src/db/context.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { balance } from "../../src/domains/reports/balance.ts";
import { burnRate } from "../../src/domains/reports/burn-rate.ts";
import { profitLoss } from "../../src/domains/reports/profit-loss.ts";
import { addMonths, lastDayOf } from "../../src/domains/reports/range.ts";
import { recurringExpenses } from "../../src/domains/reports/recurring-expenses.ts";
import { revenue } from "../../src/domains/reports/revenue.ts";
import { runway } from "../../src/domains/reports/runway.ts";
import { spending } from "../../src/domains/reports/spending.ts";
import { tax } from "../../src/domains/reports/tax.ts";
import { countWaiting } from "../../src/domains/review/get-review.ts";
import { createDatabase } from "../../test/database.ts";
import { fillMoney } from "./fill-money.ts";
import { median, percentile } from "./statistics.ts";
import { analyze, openTeam, ownerOf, UNLIMITED } from "./team.ts";

/** The latencies of a report in this process, in milliseconds. */
export type ReportLatencies = {
  readonly name: string;
  /** Of 36 months. */
  readonly transactions: number;
  /** Goal; null for none at this size. */
  readonly most: number | null;
  readonly p50: number;
  readonly p95: number;
  /** Median time of this process's processor: PostgreSQL's own is not in it. */
  readonly cpu: number;
  /** Processes that ran or waited to run in the minute before. */
  readonly load: number;
};

/** Number of transactions at which reports that read them have their goals. */
const USUAL = 100_000;

/** Measures each report alone, of a whole book on one database, without a server. */
export async function measureReports(
  dialect: Dialect,
  transactions: number,
  runs: number,
): Promise<readonly ReportLatencies[]> {
  const { url, drop } = await createDatabase(dialect);
  const database = await connect(url, { onIdleError: () => {}, limits: UNLIMITED });
  try {
    const owner = await fill(database, transactions);
    const latencies: ReportLatencies[] = [];
    for (const { name, most, isFlat, read } of reportsOf(owner)) {
      const measured = await measure(read, runs);
      const goal = isFlat || transactions <= USUAL ? most : null;
      latencies.push({ name, transactions, most: goal, ...measured });
    }
    return latencies;
  } finally {
    await database.close();
    await drop();
  }
}

async function fill(database: Database, transactions: number): Promise<Context> {
  const context = baseContextOf({ database, clock: Date.now, randomBytes });
  const { team, ownerId } = await openTeam(context);
  const owner = ownerOf(team, ownerId);
  await fillMoney(owner, { transactions, each: 0 });
  await analyze(database);
  return owner;
}

type Report = {
  readonly name: string;
  readonly most: number | null;
  /** True for one that costs the same at any size. */
  readonly isFlat: boolean;
  readonly read: () => Promise<unknown>;
};

function reportsOf(owner: Context): readonly Report[] {
  const month = owner.now.slice(0, 7);
  const whole = { from: `${addMonths(month, -36)}-01`, to: lastDayOf(month) };
  const flat = (name: string, read: Report["read"]) => ({ name, most: 10, isFlat: true, read });
  const reading = (name: string, most: number | null, read: Report["read"]) => ({
    name,
    most,
    isFlat: false,
    read,
  });
  return [
    flat("profit and loss", async () => profitLoss(owner, whole)),
    flat("revenue", async () => revenue(owner, whole)),
    flat("burn rate", async () => burnRate(owner, whole)),
    flat("spending", async () => spending(owner, whole)),
    reading("tax", null, async () => tax(owner, whole)),
    reading("runway", 10, async () => runway(owner)),
    reading("recurring expenses", 40, async () => recurringExpenses(owner)),
    reading("balance, of accounts without a statement", 80, async () => balance(owner)),
    flat("count of Review", async () => countWaiting(owner)),
  ];
}

/** The first two runs warm up and do not count. */
async function measure(read: Report["read"], runs: number) {
  const [times, cpus]: [number[], number[]] = [[], []];
  for (let run = -2; run < runs; run += 1) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    await read();
    const { user, system } = process.cpuUsage(used);
    if (run < 0) continue;
    times.push(performance.now() - start);
    cpus.push((user + system) / 1000);
  }
  const [load = Number.NaN] = loadavg();
  return { p50: median(times), p95: percentile(times, 0.95), cpu: median(cpus), load };
}
