import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Hono } from "hono";
import type { Exchange } from "../../src/http/exchange.ts";
import type { Team, World } from "../app.ts";
import { bearer, listen, loggedApp, until } from "../mcp.ts";

export type FuzzedServer = {
  readonly port: number;
  readonly url: string;
  /** Bugs that the app logged. */
  readonly log: readonly unknown[];
  /** Resolves when no client is connected and no call is running. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The real app on a real port. */
export async function serve(world: World): Promise<FuzzedServer> {
  const { app, log } = loggedApp(world);
  let underWay = 0;
  const counted = async <T>(answer: () => T | Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await answer();
    } finally {
      underWay -= 1;
    }
  };
  const front = new Hono().all("*", (http) => counted(() => app.fetch(http.req.raw, http.env)));
  const mcp: Exchange = (request) => counted(() => app.mcp(request));
  const { port, url, connections, close } = await listen(Object.assign(front, { mcp }));
  const idle = () => until(() => connections.size === 0 && underWay === 0);
  return { port, url, log, idle, close };
}

/** Asserts that the server still works for an ordinary client. */
export async function assertServes({ url }: FuzzedServer, team: Team): Promise<void> {
  const client = new Client({ name: "ordinary", version: "1" });
  const options = { requestInit: { headers: bearer(team.key) } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
  const { tools } = await client.listTools();
  assert.ok(tools.length > 0);
  const { id } = await team.call("tags_create", { name: "After all that" });
  const call = { name: "tags_list", arguments: {} };
  assert.match(JSON.stringify(await client.callTool(call)), new RegExp(id));
  await client.close();
}
