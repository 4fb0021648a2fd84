import { fileURLToPath } from "node:url";
import { type CompiledQuery, DummyDriver, Kysely, PostgresDialect, SqliteDialect } from "kysely";
import type { Context } from "../../src/db/context.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import type { Schema } from "../../src/db/schema/schema.ts";
import { getCustomer } from "../../src/domains/customers/get-customer.ts";
import { CustomersAsked, toolCustomers } from "../../src/domains/customers/tool-answers.ts";
import type { Team } from "../../test/app.ts";
import { ownerContext } from "../../test/transactions.ts";
import { type Filled, onFilled } from "./fill.ts";
import { type Call, type Job, LoadGenerator, type Measured } from "./load.ts";
import { ServerProcess } from "./server-process.ts";
import { median, number, table } from "./table.ts";

type Effort = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
};

const SERVERS = ["ours", "bare", "McpServer", "Server"] as const;
type ServerName = (typeof SERVERS)[number];

/** Compares our server with bare `node:http` and with the official SDK's two servers. */
export async function compareServers(dialect: Dialect, effort: Effort): Promise<string> {
  const size = { people: effort.connections, customers: 1000 };
  return onFilled(dialect, size, async (filled) => {
    const servers = await startAll(filled);
    const load = new LoadGenerator();
    try {
      const rows: (readonly string[])[] = [];
      for (const [operation, sequences] of Object.entries(operationsOf(filled))) {
        const keys = filled.people.map(({ key }) => key);
        const jobs = SERVERS.map((name): [ServerName, Job] => [
          name,
          { port: servers[name].port, sequences, keys, seconds: effort.seconds },
        ]);
        rows.push(rowOf(operation, await load.inTurns(new Map(jobs), effort.rounds)));
      }
      const ratios = SERVERS.slice(1).map((name) => `ours / ${name}`);
      const head = [...SERVERS, ...ratios, "p50 ms", "p99 ms", "generator busy"];
      return table([`${dialect}, calls a second`, ...head], rows);
    } finally {
      load.stop();
      await Promise.all(SERVERS.map(async (name) => servers[name].stop()));
    }
  });
}

async function startAll({
  team,
  people,
}: Filled): Promise<Readonly<Record<ServerName, ServerProcess>>> {
  const { url } = team.world;
  const start = async (script: string, given: object) =>
    ServerProcess.start([fileURLToPath(script)], { BENCH: JSON.stringify({ url, ...given }) });
  const ours = await ServerProcess.ours(url);
  await ours.ask(team.key, LIST_TOOLS);
  const holders = people.map(({ key, userId }) => [key, userId] as const);
  const servers = {
    bare: await start(import.meta.resolve("./bare.ts"), {
      ours: ours.port,
      teamId: team.id,
      holders,
      reads: {
        customers_get: await statementOf(team, (context) => getCustomer(context, { id: "(id)" })),
        customers_list: await statementOf(team, (context) =>
          toolCustomers(context, CustomersAsked.parse({})),
        ),
      },
    }),
    ours,
    McpServer: await start(import.meta.resolve("./official.ts"), { server: "McpServer" }),
    Server: await start(import.meta.resolve("./official.ts"), { server: "Server" }),
  };
  for (const name of SERVERS) await servers[name].ask(team.key, LIST_TOOLS);
  return servers;
}

/** Compiles the statement of a verb that reads one, without sending it. */
async function statementOf(team: Team, read: (context: Context) => Promise<unknown>) {
  const dialect =
    team.world.dialect === "sqlite"
      ? new SqliteDialect({ database: unopened })
      : new PostgresDialect({ pool: unopened });
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  await read({ ...ownerContext(team), db });
  const [statement, ...others] = sent;
  if (statement === undefined || others.length > 0) throw new Error("a read is one statement");
  return { sql: statement.sql, values: statement.parameters };
}

function unopened(): never {
  throw new Error("no statement is sent");
}

const LIST_TOOLS: Call = { method: "tools/list" };

function toolCall(name: string, args: Readonly<Record<string, unknown>>): Call {
  return { method: "tools/call", params: { name, arguments: args } };
}

function operationsOf({
  customerIds,
  projectIds: [project_id],
}: Filled): Readonly<Record<string, Job["sequences"]>> {
  // A timer that was started then is of today, and long enough to be kept.
  const start = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  return {
    "tools/list": [[LIST_TOOLS]],
    customers_get: customerIds.slice(0, 500).map((id) => [toolCall("customers_get", { id })]),
    customers_list: [[toolCall("customers_list", {})]],
    "start and stop": [
      [toolCall("tracker_start_timer", { project_id, start }), toolCall("tracker_stop_timer", {})],
    ],
  };
}

function rowOf(
  operation: string,
  measured: ReadonlyMap<ServerName, readonly Measured[]>,
): readonly string[] {
  const valuesOf = (name: ServerName, column: keyof Measured) =>
    (measured.get(name) ?? []).map((round) => round[column]);
  const rates = SERVERS.map((name) => valuesOf(name, "callsPerSecond"));
  const [ours = [], ...others] = rates;
  // Round by round: a slow round slows both sides.
  const ratios = others.map((other) =>
    median(ours.map((rate, round) => rate / (other[round] ?? Number.NaN))),
  );
  const figures = [
    ...rates.map(median),
    ...ratios,
    median(valuesOf("ours", "p50")),
    median(valuesOf("ours", "p99")),
    Math.max(...SERVERS.flatMap((name) => valuesOf(name, "generatorBusy"))),
  ];
  return [operation, ...figures.map(number)];
}
