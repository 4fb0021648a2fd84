import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { after, before } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { pino } from "pino";
import { CredentialUse } from "../src/accounts/credential-use.ts";
import { type AppParts, createApp } from "../src/app.ts";
import { millisecondsOf } from "../src/core/time.ts";
import { memoryRateLimit } from "../src/http/rate-limit.ts";
import { BASE_URL, type Team, World, noOutside } from "./app.ts";

export const VERSION = "2026-07-28";

/** The `_meta` of a whole request of 2026-07-28. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "Testing assistant", version: "7.1" },
} as const;

export type Fields = Readonly<Record<string, string>>;

/** A world on SQLite for a file of tests in which the database plays no part. */
export function worldOfFile(options: { rateLimit?: number } = {}): World {
  const world = new World("sqlite", options);
  before(() => world.open());
  after(() => world.close());
  return world;
}

export function bearer(key: string): Fields {
  return { Authorization: `Bearer ${key}` };
}

/** The headers that a client of 2026-07-28 sends with a request. */
export function modernHeaders(
  method: string,
  { name, uri }: { name?: unknown; uri?: unknown } = {},
): Fields {
  const named = name ?? uri;
  return {
    "MCP-Protocol-Version": VERSION,
    "Mcp-Method": method,
    ...(typeof named === "string" ? { "Mcp-Name": named } : {}),
  };
}

/** Sends a whole request of 2026-07-28; `headers` are added to its own. */
export async function modern(
  team: Team,
  method: string,
  params: { readonly name?: unknown; readonly [key: string]: unknown } = {},
  headers: Fields = {},
): Promise<Response> {
  return team.rpc(
    method,
    { _meta: META, ...params },
    { ...modernHeaders(method, params), ...headers },
  );
}

/** The same request as a client of each generation sends it. */
export const GENERATIONS = {
  legacy: (team: Team, method: string, params: object = {}) => team.rpc(method, params),
  modern: (team: Team, method: string, params: object = {}) => modern(team, method, { ...params }),
} as const;

/** The JSON of an answer. */
export async function read(response: Response | Promise<Response>): Promise<any> {
  return (await response).json();
}

/** The names of the tools that a credential is shown. */
export async function listed(
  team: Team,
  send: (team: Team, method: string) => Promise<Response> = GENERATIONS.legacy,
): Promise<string[]> {
  const { result } = await read(send(team, "tools/list"));
  return result.tools.map(({ name }: { name: string }) => name);
}

/** Asserts that an answer is that error of JSON-RPC with that status, and answers the error. */
export async function assertError(
  response: Response | Promise<Response>,
  status: number,
  code: number,
): Promise<{ code: number; message: string; data?: any }> {
  const answer = await response;
  const body = await read(answer);
  assert.deepEqual(
    { status: answer.status, code: body.error?.code },
    { status, code },
    JSON.stringify(body),
  );
  assert.equal("result" in body, false);
  return body.error;
}

/** Asserts that nothing of the team changes, its journal included, while `work` is done. */
export async function assertUntouched<T>(team: Team, work: () => Promise<T>): Promise<T> {
  const trace = async () => ({ state: await team.state(), journal: await team.journal() });
  const before = await trace();
  const result = await work();
  assert.deepEqual(await trace(), before);
  return result;
}

/** An app of its own on a world's database; what it logs is kept instead of printed. */
export function loggedApp(
  world: World,
  parts: Partial<AppParts> = {},
): { app: Hono; log: readonly any[] } {
  const log: any[] = [];
  const app = createApp({
    database: world.database,
    clock: () => millisecondsOf(world.now),
    randomBytes,
    baseUrl: BASE_URL,
    allowedOrigins: [],
    rateLimit: memoryRateLimit({ limit: 1_000_000 }),
    trustedProxies: [],
    registrations: memoryRateLimit({ limit: 1_000_000 }),
    documents: memoryRateLimit({ limit: 1_000_000 }),
    fetchClientDocument: noOutside,
    refreshOverlapSeconds: 30,
    credentialUse: new CredentialUse(world.database.begin, (error) => log.push(error)),
    mailer: null,
    log: pino({ level: "info" }, { write: (line) => log.push(JSON.parse(line)) }),
    secret: "a secret of the tests, long enough",
    isStopping: () => false,
    ...parts,
  });
  return { app, log };
}

/** An app that is served on a free port. */
export type Served = {
  readonly port: number;
  readonly url: string;
  /** The connections that are open now. */
  readonly connections: ReadonlySet<Socket>;
  readonly close: () => Promise<void>;
};

/**
 * Serves an app as `serve` does.
 * @param options without `overrideGlobalObjects` for clients of this same process that ask whether an
 * answer of `fetch` is a `Response`
 */
export async function listen(
  app: Hono,
  { overrideGlobalObjects = true }: { overrideGlobalObjects?: boolean } = {},
): Promise<Served> {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/mcp`,
    connections,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Waits until a condition holds, without counting on how long that takes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn();
}
