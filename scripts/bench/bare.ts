import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Pool } from "pg";
import { z } from "zod";
import { uuidV7 } from "../../src/core/ids.ts";
import { headersOf } from "./load.ts";

/**
 * Floor of the comparison: `node:http` and the driver alone read the same requests, run the same
 * statements and write the same answers, without credentials, limits, checks or libraries.
 */
const Start = z.object({
  url: z.string(),
  /** Port of our server, whose list of tools it serves. */
  ours: z.int(),
  teamId: z.string(),
  /** Users by API key. */
  holders: z.array(z.tuple([z.string(), z.string()])),
  /** Statements of the tools that read. The value `(id)` stands for the id that is asked for. */
  reads: z.record(
    z.string(),
    z.object({ sql: z.string(), values: z.array(z.union([z.string(), z.number()])) }),
  ),
});

type Row = Readonly<Record<string, string | number>>;
type Statement = { readonly sql: string; readonly values: readonly (string | number)[] };

const { url, ours, teamId, holders, reads } = Start.parse(JSON.parse(process.env["BENCH"] ?? ""));
const userOf = new Map(holders);
const isSqlite = url.startsWith("sqlite:");
const database = isSqlite ? openSqlite(url.slice("sqlite:".length)) : openPostgres();
const list = await fetch(`http://127.0.0.1:${ours}/mcp`, {
  method: "POST",
  headers: headersOf(holders[0]?.[0] ?? ""),
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
}).then(async (answer) => Buffer.from(await answer.arrayBuffer()));

createServer((incoming, outgoing) => {
  const pieces: Buffer[] = [];
  incoming.on("data", (piece: Buffer) => pieces.push(piece));
  incoming.on("end", () => {
    // oxlint-disable-next-line typescript/no-unsafe-argument -- the load generator sends nothing else
    void answer(JSON.parse(Buffer.concat(pieces).toString()), incoming, outgoing);
  });
}).listen(Number(process.env["PORT"]), "127.0.0.1");

type Message = {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly name: string; readonly arguments: Row };
};

async function answer(
  { id, method, params }: Message,
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (method === "tools/list") {
    write(outgoing, list);
    return;
  }
  const key = (headers.authorization ?? "").replace(/^Bearer /, "");
  const json = JSON.stringify(await callTool(params, userOf.get(key) ?? ""));
  const content = `[{"type":"text","text":${JSON.stringify(json)}}]`;
  const result = `{"content":${content},"structuredContent":${json}}`;
  write(outgoing, `{"jsonrpc":"2.0","id":${id},"result":${result}}`);
}

function write(outgoing: ServerResponse, body: string | Buffer): void {
  outgoing.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  });
  outgoing.end(body);
}

async function callTool({ name, arguments: args }: Message["params"], user: string) {
  if (name === "tracker_start_timer") return startTimer(args, user);
  if (name === "tracker_stop_timer") return stopTimer(user);
  const { sql, values } = reads[name] ?? { sql: "", values: [] };
  const given = values.map((value) => (value === "(id)" ? String(args["id"]) : value));
  const rows = await database.read({ sql, values: given });
  return name === "customers_get" ? rows[0] : { items: rows, nextCursor: null };
}

/** Writes the same rows as our server: the entry, and its event in the journal. */
async function startTimer(args: Row, user: string) {
  const [id, start] = [newId(), String(args["start"])];
  const date = start.slice(0, 10);
  const entry = {
    id,
    project_id: String(args["project_id"]),
    assigned_id: user,
    date,
    start,
    time_zone: "UTC",
    created_at: new Date().toISOString(),
  };
  await database.write([
    insert("tracker_entries", { ...entry, team_id: teamId, sort_key: `${date} ${start} ${id}` }),
    ...journal("tracker_start_timer", user, { id, before: null, after: entry }),
  ]);
  return { id };
}

async function stopTimer(user: string) {
  const id = newId();
  const after = { stop: new Date().toISOString(), duration: 3600 };
  const [stop, duration, team, person] = places(4);
  const sql = `update tracker_entries set stop = ${stop}, duration = ${duration}
    where team_id = ${team} and assigned_id = ${person} and start is not null and stop is null`;
  const before = { stop: null, duration: null };
  await database.write([
    { sql, values: [after.stop, after.duration, teamId, user] },
    ...journal("tracker_stop_timer", user, { id, before, after }),
  ]);
  return { id };
}

type Change = { readonly id: string; readonly before: object | null; readonly after: object };

function journal(tool: string, user: string, { id, before, after }: Change): readonly Statement[] {
  const caller = {
    team_id: teamId,
    created_at: new Date().toISOString(),
    actor_id: user,
    credential_kind: "api_key",
    credential_id: user,
  };
  const [event_id, type, did] = [newId(), "tracker_entry", before === null ? "created" : "changed"];
  return [
    insert("activity_events", {
      ...caller,
      id: event_id,
      tool,
      outcome: "done",
      subjects: JSON.stringify([{ type, changes: 1, first: [{ id, did }] }]),
    }),
    insert("activity_subjects", { ...caller, subject_type: type, event_id }),
    insert("activity_changes", {
      team_id: teamId,
      event_id,
      position: 0,
      subject_type: type,
      subject_id: id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }),
  ];
}

function insert(table: string, row: Row): Statement {
  const columns = Object.keys(row);
  const sql = `insert into ${table} (${columns.join(", ")}) values (${places(columns.length).join(", ")})`;
  return { sql, values: Object.values(row) };
}

/** Numbered parameters. */
function places(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${isSqlite ? "?" : "$"}${index + 1}`);
}

function newId(): string {
  return uuidV7(Date.now(), randomBytes);
}

/** Prepared statements directly on the driver, with the server's settings. */
type BareDatabase = {
  readonly read: (statement: Statement) => Promise<readonly unknown[]>;
  readonly write: (statements: readonly Statement[]) => Promise<void>;
};

function openSqlite(file: string): BareDatabase {
  const writer = new DatabaseSync(file, { timeout: 1000 });
  writer.exec("pragma synchronous = full");
  const [read, write] = [preparing(new DatabaseSync(file, { readOnly: true })), preparing(writer)];
  return {
    read: async ({ sql, values }) => read(sql).all(...values),
    write: async (statements) => {
      writer.exec("begin immediate");
      for (const { sql, values } of statements) write(sql).run(...values);
      writer.exec("commit");
    },
  };
}

function preparing(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

function openPostgres(): BareDatabase {
  const pool = new Pool({ connectionString: url, max: 10 });
  const names = new Map<string, string>();
  const prepared = ({ sql, values }: Statement) => {
    const name = names.get(sql) ?? `bare_${names.size}`;
    names.set(sql, name);
    return { name, text: sql, values: [...values] };
  };
  return {
    read: async (statement) => (await pool.query<object>(prepared(statement))).rows,
    write: async (statements) => {
      const client = await pool.connect();
      await client.query("begin");
      for (const statement of statements) await client.query(prepared(statement));
      await client.query("commit");
      client.release();
    },
  };
}
