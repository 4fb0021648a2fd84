import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Hono } from "hono";
import type { Team, World } from "../app.ts";
import { bearer, listen, loggedApp, until } from "../mcp.ts";

export type FuzzedServer = {
  readonly port: number;
  readonly url: string;
  /** What the app logged: its bugs. */
  readonly log: readonly unknown[];
  /** Resolves when nobody is connected and no call is under way. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The real app on a real port. */
export async function serve(world: World): Promise<FuzzedServer> {
  const { app, log } = loggedApp(world);
  let underWay = 0;
  const counting = new Hono().all("*", async (http) => {
    underWay += 1;
    try {
      return await app.fetch(http.req.raw, http.env);
    } finally {
      underWay -= 1;
    }
  });
  const { port, url, connections, close } = await listen(counting);
  const idle = () => until(() => connections.size === 0 && underWay === 0);
  return { port, url, log, idle, close };
}

/** Asserts that an ordinary client finds a server that works. */
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
