import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { tools as catalogue } from "../src/mcp/registry.ts";
import { POSTGRES } from "../test/postgres.ts";
import {
  comparisonVerdicts,
  credentialVerdicts,
  growthVerdicts,
  latencyVerdicts,
  reportVerdicts,
  startVerdicts,
} from "./bench/bounds.ts";
import { type Comparison, compareServers } from "./bench/comparison.ts";
import { type ByCredential, compareCredentials } from "./bench/credentials.ts";
import { type Latencies, measureGrown } from "./bench/grown.ts";
import { type Growth, measureGrowth } from "./bench/growth.ts";
import { LoadGenerator } from "./bench/load-generator.ts";
import { OPERATIONS } from "./bench/operations.ts";
import { measurePages } from "./bench/pages.ts";
import { profile } from "./bench/profile.ts";
import {
  comparisonTable,
  credentialsTable,
  doubts,
  growthTable,
  latencyTable,
  pagesTable,
  reportsTable,
} from "./bench/report.ts";
import { measureReports, type ReportLatencies } from "./bench/reports.ts";
import { measureStart } from "./bench/start.ts";

/**
 * Measures the server on this machine. A wrong answer fails the run; a slow one is only reported.
 */
const HELP = `Usage: npm run bench -- [compare | credentials | growth | reports | customers | pages | profile OPERATION] [options]

  compare             beside bare node:http and the official SDK's server, and how it starts (the default)
  credentials         calls with an app's access token beside calls with an API key
  growth              every tool, resource and route for a team with years of data
  reports             reports of 36 months with more and more transactions, in this process
  customers           what a call costs with more and more customers
  pages               how pages of the web app open in Chromium, as on slow 4G with a slow CPU, for 10,000
                      customers, 100,000 time entries and 100,000 transactions
  profile OPERATION   which functions take the time: ${OPERATIONS.map((name) => JSON.stringify(name)).join(", ")}

  --quick                       to see that it works: the numbers mean little
  --databases sqlite,postgres   PostgreSQL is that of TEST_DATABASE_URL, with 80 connections to spare
  --tools ${catalogue.length},45                 how many tools to compare with: copies add what is missing
  --customers 1000,1000000      how many customers to grow through
  --transactions 100000,1000000 reports: how many transactions to grow through; a million fill in minutes
  --size 1                      growth: times 200,000 customers, 2,000,000 entries, 500,000 events
                                and 100,000 transactions
  --runs 20                     growth, reports: calls of each
  --rounds 5 --seconds 0.4      how often each server takes its turn, and for how long
  --connections 32`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h", default: false },
    quick: { type: "boolean", default: false },
    databases: { type: "string", default: POSTGRES === undefined ? "sqlite" : "sqlite,postgres" },
    tools: { type: "string", default: `${catalogue.length},45` },
    customers: { type: "string" },
    transactions: { type: "string" },
    size: { type: "string" },
    runs: { type: "string", default: "20" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    connections: { type: "string", default: "32" },
  },
});
const { quick } = values;
const words = z.string().transform((text) => text.split(","));
const count = z.coerce.number<string>().int().min(1);
const { databases, tools, customers, transactions, size, runs, ...effort } = z
  .object({
    databases: words.pipe(z.array(z.enum(["sqlite", "postgres"]))),
    tools: words.pipe(z.array(count)),
    customers: words
      .pipe(z.array(count))
      .default(quick ? [1000, 10_000] : [1000, 100_000, 1_000_000]),
    transactions: words.pipe(z.array(count)).default(quick ? [1000, 10_000] : [100_000, 1_000_000]),
    size: z.coerce
      .number()
      .positive()
      .default(quick ? 0.01 : 1),
    runs: count,
    rounds: count.default(quick ? 1 : 5),
    seconds: z.coerce
      .number()
      .positive()
      .default(quick ? 0.1 : 0.4),
    connections: count,
  })
  .parse(values);

const grown = {
  customers: Math.round(200_000 * size),
  entries: Math.round(2_000_000 * size),
  events: Math.round(500_000 * size),
  transactions: Math.round(100_000 * size),
  runs,
};

const COMMANDS: Readonly<Record<string, (load: LoadGenerator) => Promise<void>>> = {
  compare: async (load) => {
    const all: Comparison[] = [];
    for (const database of databases) {
      for (const toolCount of tools) {
        const comparisons = await compareServers(load, { database, toolCount }, effort);
        all.push(...comparisons);
        const heading = `\n${database}, ${toolCount} tools\n`;
        print(heading, comparisonTable(comparisons), ...doubts(comparisons));
      }
    }
    const start = await measureStart(quick ? 2 : 7);
    print("", ...comparisonVerdicts(all), ...startVerdicts(start));
  },
  credentials: async (load) => {
    const all: ByCredential[] = [];
    for (const database of databases) {
      const compared = await compareCredentials(load, database, effort);
      all.push(...compared);
      print(`\n${database}\n`, credentialsTable(compared));
    }
    print("", ...credentialVerdicts(all));
  },
  growth: async () => {
    const all: (readonly Latencies[])[] = [];
    for (const database of databases) {
      all.push(await measureGrown(database, grown));
      print(`${database} is measured`);
    }
    print("", latencyTable(databases, all), "", ...latencyVerdicts(databases, all));
    print(...all.flat().flatMap(({ refused = [] }) => refused));
  },
  reports: async () => {
    for (const database of databases) {
      const all: ReportLatencies[] = [];
      for (const count of transactions) all.push(...(await measureReports(database, count, runs)));
      print(`\n${database}\n`, reportsTable(all), "", ...reportVerdicts(database, all));
    }
  },
  customers: async (load) => {
    const all: Growth[] = [];
    for (const database of databases) {
      const growth = await measureGrowth(load, database, customers, effort);
      all.push(...growth);
      print(`\n${database}\n`, growthTable(growth));
    }
    print("", ...growthVerdicts(all));
  },
  pages: async () => print(pagesTable(await measurePages(effort.rounds, { isQuick: quick }))),
  profile: async (load) => {
    const operation = z.enum(OPERATIONS).parse(positionals[1]);
    for (const database of databases) {
      const functions = await profile(load, { database, operation }, effort);
      print(`\n${operation} on ${database}\n`, functions);
    }
  },
};

const run = COMMANDS[positionals[0] ?? "compare"];
if (values.help || run === undefined) print(HELP);
else await measure(run);

async function measure(run: (load: LoadGenerator) => Promise<void>): Promise<void> {
  // Ctrl-C ends the servers too; the failure that follows drops the databases on its way out.
  process.on("SIGINT", () => {});
  const load = new LoadGenerator();
  try {
    print(machine());
    if (POSTGRES === undefined)
      print("Without PostgreSQL: set TEST_DATABASE_URL=postgres://user@host:5432/database for it.");
    await run(load);
  } finally {
    await load.stop();
  }
}

function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, Node.js ${process.versions.node}, ${effort.connections} connections`;
}

function print(...lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
