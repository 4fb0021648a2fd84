import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { POSTGRES } from "../test/postgres.ts";
import { compareServers } from "./bench/compare.ts";
import { measureGrowth } from "./bench/growth.ts";
import { measureInvoices } from "./bench/invoices.ts";
import { measureJobs } from "./bench/jobs.ts";
import { measurePages } from "./bench/pages.ts";
import { measureReports } from "./bench/reports.ts";
import { measureSearch } from "./bench/search.ts";
import { measureStart } from "./bench/server-process.ts";
import { number } from "./bench/table.ts";

const HELP = `Usage: npm run bench -- [compare | growth | invoices | jobs | reports | search | pages] [options]

  compare   calls beside bare node:http and the official SDK's servers, and how our server starts (the default)
  growth    every tool, resource, prompt and route for a team with years of data
  invoices  sending, drawing, listing, exporting and editing invoices
  jobs      thirty everyday requests over the demo team: calls, bytes, and whether they were done
  reports   reports of 36 months, and an import
  search    documents of 300 words, and everything
  pages     pages of the web app in Chromium, as on slow 4G with a slow CPU

  --quick                       to see that it works: the numbers mean little
  --databases sqlite,postgres   PostgreSQL is that of TEST_DATABASE_URL, with 80 connections to spare
  --rounds 5 --seconds 0.4      compare, invoices: how often each takes its turn, and for how long;
                                pages: visits of each
  --connections 32              compare, invoices
  --size 1                      times what docs/speed.md names: growth, invoices, reports, search, pages
  --write                       jobs: replaces docs/jobs.md
  --runs 20                     growth, reports, search: calls of each`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h", default: false },
    quick: { type: "boolean", default: false },
    databases: { type: "string", default: POSTGRES === undefined ? "sqlite" : "sqlite,postgres" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    connections: { type: "string", default: "32" },
    size: { type: "string" },
    runs: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const { quick } = values;
const count = z.coerce.number<string>().int().min(1);
const share = z.coerce.number<string>().positive();
const { databases, ...effort } = z
  .object({
    databases: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(["sqlite", "postgres"]))),
    rounds: count.default(quick ? 1 : 5),
    seconds: share.default(quick ? 0.1 : 0.4),
    connections: count,
    size: share.default(quick ? 0.02 : 1),
    runs: count.default(quick ? 2 : 20),
  })
  .parse(values);

/** A wrong answer fails the run; a slow one is only reported. */
const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  compare: async () => {
    for (const database of databases) print(await compareServers(database, effort));
    const { seconds, megabytes } = await measureStart(quick ? 2 : 7);
    print(
      `Starts in ${number(seconds)} s to its first answer, with ${number(megabytes)} MB when idle.`,
    );
  },
  growth: async () => {
    for (const database of databases) print(await measureGrowth(database, effort));
  },
  invoices: async () => {
    for (const database of databases) print(await measureInvoices(database, effort));
  },
  jobs: async () => {
    for (const database of databases) print(await measureJobs(database, values.write));
  },
  reports: async () => {
    for (const database of databases) print(await measureReports(database, effort));
  },
  search: async () => {
    for (const database of databases) print(await measureSearch(database, effort));
  },
  pages: async () => print(await measurePages(effort)),
};

const run = COMMANDS[positionals[0] ?? "compare"];
if (values.help || run === undefined) console.log(HELP);
else {
  // Ctrl-C ends the servers too; the failure that follows drops the databases on its way out.
  process.on("SIGINT", () => {});
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB`;
  console.log(`${machine}, Node.js ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`);
  if (POSTGRES === undefined)
    console.log(
      "Without PostgreSQL: set TEST_DATABASE_URL=postgres://user@host:5432/database for it.",
    );
  await run();
}

function print(text: string): void {
  console.log(`\n${text}`);
}
