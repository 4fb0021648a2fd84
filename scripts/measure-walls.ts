import { type ChildProcess, fork } from "node:child_process";
import { request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Dialect } from "../src/db/dialect.ts";
import { codeOf } from "../src/db/failures.ts";
import { createCustomer } from "../src/domains/customers/create-customer.ts";
import { addDays } from "../src/shared/calendar.ts";
import type { Team } from "../test/app.ts";
import { addAccount } from "../test/bank-accounts.ts";
import { siteAt } from "../test/browser.ts";
import { csvOf } from "../test/imports.ts";
import { signedIn } from "../test/oauth.ts";
import { POSTGRES } from "../test/postgres.ts";
import { ownerContext } from "../test/transactions.ts";
import { WebApp } from "../test/web.ts";
import { onFilled } from "./bench/fill.ts";
import { headersOf } from "./bench/load.ts";
import { ServerProcess } from "./bench/server-process.ts";
import { beside, number, percentile, table } from "./bench/table.ts";

const HELP = `Usage: npm run measure:walls -- [options] [attack …]

Runs attacks of one member on a real server, and measures meanwhile how long others wait for reads.

  --quick                       to see that it works: the numbers mean little
  --databases sqlite,postgres   PostgreSQL is that of TEST_DATABASE_URL`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h", default: false },
    quick: { type: "boolean", default: false },
    databases: { type: "string", default: POSTGRES === undefined ? "sqlite" : "sqlite,postgres" },
  },
});

/** Longest wait of others, in milliseconds, and memory of the server in MB. */
const GOALS = { wait: 200, memory: 1024 };

const SHARE = values.quick ? 0.02 : 1;
const of = (count: number) => Math.ceil(count * SHARE);

/** Session and team of the attacker, and a customer of the team. */
type Attacker = {
  readonly team: Team;
  readonly app: WebApp;
  readonly customer: string;
  /** Makes a new account. */
  readonly account: () => Promise<string>;
};

/** Returns what it found, in a few words. */
type Attack = (attacker: Attacker) => Promise<string>;

const PREVIEW = "POST /api/teams/:team/imports/preview";
const IMPORT = "POST /api/teams/:team/imports";

const uploads: Attack = async ({ team, app }) => {
  const line = `Website,2026-11-20,09:00,10:00,${"x".repeat(600)}\n`;
  const file = Buffer.from(
    `Project,Date,Start time,End time,Description\n${line.repeat(of(50_000))}`,
  );
  const headers = {
    Cookie: [...app.browser.cookies].map((pair) => pair.join("=")).join("; "),
    Origin: app.browser.origin,
    "Content-Type": "text/csv",
    "Content-Length": file.length,
    "X-CSRF-Token": await app.csrf(),
  };
  const url = `${app.browser.origin}/api/teams/${team.id}/time/import/preview`;
  const sent = Array.from({ length: 40 }, async () => {
    // The same bytes for all, so that this process has little to do.
    const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number }>();
    const asked = request(url, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0 });
    });
    asked.on("error", reject);
    asked.end(file);
    return promise;
  });
  return statuses(await Promise.all(sent));
};

const equalAmounts: Attack = async (attacker) => {
  const account = await attacker.account();
  const sales = (word: string) =>
    csvOf(
      Array.from({ length: of(20_000) }, (_, index) => ({
        date: "2026-11-03",
        minor: 999,
        text: `${word} ${index}`,
      })),
    );
  await imported(attacker, account, sales("Sale"));
  const other = sales("Order").replace("date;payee;amount", "date;description;amount");
  return statuses([await previewed(attacker, account, other)]);
};

const rulesByRows: Attack = async (attacker) => {
  const { team, app } = attacker;
  const account = await attacker.account();
  for (let rule = 0; rule < 40; rule += 1) {
    const texts = [0, 1, 2].map((condition) => ({
      in: "text",
      how: "contains_any",
      words: Array.from({ length: 100 }, (_, word) => `word ${rule} ${condition} ${word}`),
    }));
    const conditions = { texts };
    const actions = { category_slug: "software" };
    const given = { team: team.id, name: `Rule ${rule}`, conditions, actions };
    const { status } = await app.attempt("POST /api/teams/:team/rules", given);
    if (status !== 200) throw new Error(`a rule was answered with ${status}`);
  }
  const lines = Array.from({ length: of(6000) }, (_, index) => ({
    date: addDays("2026-01-01", index % 300),
    minor: -1000 - index,
    text: `Payee of ordinary length ${index} with some words behind it`,
  }));
  return statuses([await previewed(attacker, account, csvOf(lines))]);
};

/** Thirty files at once, while another team imports a small one. */
const slowFiles: Attack = async (attacker) => {
  const account = await attacker.account();
  const split = "Sfood and drink\nEmemo\n$1.00\n";
  const record = `D2/11/2026\nT900.00\nPShop\n${split.repeat(900)}^\n`;
  const file = `!Type:Bank\n${record.repeat(of(110))}`;
  const sent = Array.from({ length: 30 }, async (_, index) =>
    previewed(attacker, account, `${file}\n${" ".repeat(index)}`),
  );
  return statuses(await Promise.all(sent));
};

const manyFields: Attack = async (attacker) => {
  const account = await attacker.account();
  const head = ":20:X\n:25:DE12345678901234567890\n:28C:1/1\n:60F:C261101EUR100,00\n";
  const file = `${head}:61:2611021102D1,00NMSCNONREF\n${":86:x\n".repeat(of(800_000))}:62F:C261102EUR99,00\n-\n`;
  return statuses([await previewed(attacker, account, file)]);
};

const largeImport: Attack = async (attacker) => {
  const account = await attacker.account();
  const rows = of(100_000);
  const lines = Array.from({ length: rows }, (_, row) => ({
    date: addDays("2025-11-01", Math.floor((row * 365) / rows)),
    minor: -(100 + ((row * 104_729) % 250_000)),
    text: `Payee ${row % 997}`,
  }));
  return `imported in ${await imported(attacker, account, csvOf(lines))} s`;
};

const largeDeletion: Attack = async ({ team, app, customer }) => {
  const begin = performance.now();
  const gone = await app.ask("DELETE /api/teams/:team/customers/:id", {
    team: team.id,
    id: customer,
  });
  const middle = performance.now();
  await app.ask("POST /api/teams/:team/activity/:id/undo", {
    team: team.id,
    id: String(gone.event),
  });
  return `deleted in ${seconds(begin, middle)} s, undone in ${seconds(middle)} s`;
};

const ATTACKS: Readonly<Record<string, Attack>> = {
  "40 files of 32 MiB": uploads,
  "20,000 equal amounts": equalAmounts,
  "12,000 words by 6,000 rows": rulesByRows,
  "30 slow files": slowFiles,
  "800,000 fields": manyFields,
  "import of 100,000 rows": largeImport,
  "350,000 entries deleted, undone": largeDeletion,
};

async function previewed({ team, app }: Attacker, account: string, file: string) {
  return app.attempt(PREVIEW, { team: team.id, account, file_name: "bank.txt", file });
}

/** @returns seconds of the import */
async function imported(attacker: Attacker, account: string, file: string): Promise<string> {
  const { team, app } = attacker;
  const given = { team: team.id, account, file_name: "bank.txt" };
  const { hash } = await app.upload(PREVIEW, given, file);
  const begin = performance.now();
  await app.upload(IMPORT, { ...given, hash: hash ?? "" }, file);
  return seconds(begin);
}

function seconds(from: number, to = performance.now()): string {
  return number((to - from) / 1000);
}

/** `2 × 200, 38 × 503` */
function statuses(replies: readonly { readonly status: number }[]): string {
  const groups = Map.groupBy(replies, ({ status }) => status);
  return [...groups].map(([status, some]) => `${some.length} × ${status}`).join(", ");
}

type Reads = { readonly port: number; readonly key: string; readonly customer: string };

/** Milliseconds of each read. */
type Waits = {
  readonly health: readonly number[];
  readonly customers: readonly number[];
  /** The longest of both before the attack: what the machine alone does. */
  readonly before: number;
  /** Reads without an answer, by why; each waited until then. */
  readonly failed: Readonly<Record<string, number>>;
};

const INTERVAL_MS = 20;
/** The first calls of a server do not count. */
const FIRST_MS = 2000;
const BEFORE_MS = 3000;

/** Reads of others, from a process of their own, at times that do not wait for answers. */
class Probe {
  readonly #process: ChildProcess = fork(import.meta.filename, ["--", "probe"]);

  start(reads: Reads): void {
    this.#process.send(reads);
  }

  end(): void {
    this.#process.kill();
  }

  async stop(): Promise<Waits> {
    const { promise, resolve, reject } = Promise.withResolvers<Waits>();
    this.#process.once("message", (waits: Waits) => resolve(waits));
    this.#process.once("exit", () => reject(new Error("the probe ended")));
    this.#process.send("stop", (error) => {
      if (error !== null) reject(error);
    });
    return promise;
  }
}

function probe({ port, key, customer }: Reads): () => Promise<Waits> {
  const [health, customers]: [Promise<number>[], Promise<number>[]] = [[], []];
  const failed: Record<string, number> = {};
  const timed = async (path: string, init: RequestInit = {}) => {
    const begin = performance.now();
    const why = await failureOf(`http://127.0.0.1:${port}${path}`, init);
    if (why !== null) failed[why] = (failed[why] ?? 0) + 1;
    return performance.now() - begin;
  };
  const params = { name: "customers_get", arguments: { id: customer } };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const init = { method: "POST", headers: headersOf(key), body: JSON.stringify(call) };
  const timer = setInterval(() => {
    health.push(timed("/healthz"));
    customers.push(timed("/mcp", init));
  }, INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    const [first, begin] = [FIRST_MS / INTERVAL_MS, (FIRST_MS + BEFORE_MS) / INTERVAL_MS];
    const all = await Promise.all([Promise.all(health), Promise.all(customers)]);
    return {
      health: all[0].slice(begin),
      customers: all[1].slice(begin),
      before: Math.max(...all.flatMap((waits) => waits.slice(first, begin))),
      failed,
    };
  };
}

/** Reads, and tells why there is no answer; null where there is one. A server that stands still ends no run. */
async function failureOf(url: string, init: RequestInit): Promise<string | null> {
  try {
    const answer = await fetch(url, init);
    const text = await answer.text();
    if (!answer.ok) return String(answer.status);
    return text.includes('"isError":true') ? "an error of the tool" : null;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return codeOf(cause) || String(cause);
  }
}

async function measure(dialect: Dialect, name: string, attack: Attack): Promise<readonly string[]> {
  const isDeletion = attack === largeDeletion;
  const size = { people: 1, customers: 1, ...(isDeletion ? { entries: of(350_000) } : {}) };
  return onFilled(dialect, size, async ({ team, customerIds: [customer = ""] }) => {
    const other = await team.world.team();
    const quiet = { name: "Quiet Ltd", email: "quiet@example.com" };
    const { id } = await createCustomer(ownerContext(other), quiet);
    const server = await ServerProcess.ours(team.world.url);
    const running = new Probe();
    try {
      await server.ask(other.key, { method: "tools/list" });
      const origin = `http://localhost:${server.port}`;
      const app = new WebApp(team.world, await signedIn(team, { app: siteAt(origin) }, origin));
      const account = async () => addAccount(team, { name: `Giro ${name}`, number: null });
      running.start({ port: server.port, key: other.key, customer: id });
      await sleep(FIRST_MS + BEFORE_MS);
      const attacked = attack({ team, app, customer, account });
      const found = await attacked.catch((error: unknown) => `failed: ${String(error)}`);
      const { health, customers, before, failed } = await running.stop();
      return [
        name,
        dialect,
        number(before),
        ...[health, customers].flatMap((waits) => [
          beside(GOALS.wait, percentile(waits, 0.999)),
          number(Math.max(...waits)),
        ]),
        beside(GOALS.memory, (await server.peakMegabytes()) ?? Number.NaN),
        [found, ...told(failed)].join("; "),
      ];
    } finally {
      running.end();
      await server.stop();
    }
  });
}

function told(failed: Waits["failed"]): readonly string[] {
  return Object.entries(failed).map(([why, count]) => `${count} reads failed: ${why}`);
}

const HEAD = [
  "attack",
  "database",
  "longest before",
  "healthz p99.9",
  "longest",
  "customers_get p99.9",
  "longest",
];

async function main(): Promise<void> {
  const chosen = Object.entries(ATTACKS).filter(
    ([name]) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  const rows: (readonly string[])[] = [];
  for (const [name, attack] of chosen)
    for (const dialect of values.databases.split(",")) {
      if (dialect !== "sqlite" && dialect !== "postgres") throw new Error(HELP);
      rows.push(await measure(dialect, name, attack));
      console.log(rows.at(-1)?.join(" | "));
    }
  console.log(`\nMilliseconds and MB; load ${number(loadavg()[0] ?? Number.NaN)}\n`);
  console.log(table([...HEAD, "peak RSS", "answers"], rows));
}

function isReads(message: unknown): message is Reads {
  return typeof message === "object" && message !== null && "port" in message;
}

if (process.send !== undefined && positionals[0] === "probe") {
  let stop: (() => Promise<Waits>) | null = null;
  process.on("message", (message: unknown) => {
    if (isReads(message)) stop = probe(message);
    else void stop?.().then((waits) => process.send?.(waits));
  });
} else if (values.help) console.log(HELP);
else await main();
