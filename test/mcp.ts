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
import { CredentialUse } from "../src/accounts/call-log.ts";
import { type App, type AppParts, createApp } from "../src/app.ts";
import { listenerOf } from "../src/http/listener.ts";
import { memoryRateLimit } from "../src/http/rate-limit.ts";
import { millisecondsOf } from "../src/shared/time.ts";
import { BASE_URL, INBOX_DOMAIN, noOutside, quickWatch, SECRET, type Team, World } from "./app.ts";

export const VERSION = "2026-07-28";

/** The `_meta` of a request of 2026-07-28. */
export const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "Testing assistant", version: "7.1" },
} as const;

export type Fields = Readonly<Record<string, string>>;

/** A world on SQLite, for tests that do not depend on the database. */
export function worldOfFile(options: { rateLimit?: number } = {}): World {
  const world = new World("sqlite", options);
  before(() => world.open());
  after(() => world.close());
  return world;
}

export function bearer(key: string): Fields {
  return { Authorization: `Bearer ${key}` };
}

/** Headers of a 2026-07-28 client. */
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

/** Sends a request of 2026-07-28; `headers` are added to its own. */
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

/** Sends the same request as a client of each generation. */
export const GENERATIONS = {
  legacy: (team: Team, method: string, params: object = {}) => team.rpc(method, params),
  modern: (team: Team, method: string, params: object = {}) => modern(team, method, { ...params }),
} as const;

export async function read(response: Response | Promise<Response>): Promise<any> {
  return (await response).json();
}

export async function listed(
  team: Team,
  send: (team: Team, method: string) => Promise<Response> = GENERATIONS.legacy,
): Promise<string[]> {
  const { result } = await read(send(team, "tools/list"));
  return result.tools.map(({ name }: { name: string }) => name);
}

/** Asserts the JSON-RPC error and the status, and answers the error. */
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

/** Asserts that `work` changes nothing of the team, its journal included. */
export async function assertUntouched<T>(team: Team, work: () => Promise<T>): Promise<T> {
  const trace = async () => ({ state: await team.state(), journal: await team.journal() });
  const before = await trace();
  const result = await work();
  assert.deepEqual(await trace(), before);
  return result;
}

/** An app on a world's database whose log is kept instead of printed. */
export function loggedApp(
  world: World,
  parts: Partial<AppParts> = {},
): { app: App; log: readonly any[] } {
  const log: any[] = [];
  const clock = () => millisecondsOf(world.now);
  const { database, files } = world;
  const sources = { database, files, clock, randomBytes };
  const app = createApp({
    ...sources,
    baseUrl: BASE_URL,
    allowedOrigins: [],
    rateLimit: memoryRateLimit({ limit: 1_000_000 }),
    trustedProxies: [],
    registrations: memoryRateLimit({ limit: 1_000_000 }),
    documents: memoryRateLimit({ limit: 1_000_000 }),
    clientDocuments: true,
    fetchClientDocument: noOutside,
    refreshOverlapSeconds: 30,
    credentialUse: new CredentialUse(world.database.begin, (error) => log.push(error)),
    callLog: null,
    sendsMail: false,
    inboxDomain: INBOX_DOMAIN,
    invoiceMailsPerHour: 100,
    log: pino({ level: "info" }, { write: (line) => log.push(JSON.parse(line)) }),
    sealing: { secret: SECRET, isInDatabase: false },
    journals: quickWatch(sources, (error) => log.push(error)),
    isStopping: () => false,
    ...parts,
  });
  return { app, log };
}

export type Served = {
  readonly port: number;
  readonly url: string;
  readonly connections: ReadonlySet<Socket>;
  readonly close: () => Promise<void>;
};

/**
 * Serves an app as `serve` does.
 * @param options without `overrideGlobalObjects` for clients in this process that check whether
 * `fetch` answers a `Response`
 */
export async function listen(
  app: App | Hono,
  { overrideGlobalObjects = true }: { overrideGlobalObjects?: boolean } = {},
): Promise<Served> {
  const options = { overrideGlobalObjects };
  const listener = "mcp" in app ? listenerOf(app, options) : getRequestListener(app.fetch, options);
  const server = createServer((incoming, outgoing) => {
    void (async () => listener(incoming, outgoing))();
  });
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

/** Polls until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn();
}
