import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { listenerOf } from "../../src/http/listener.ts";
import { serverOf } from "../../src/http/server.ts";
import type { Team } from "../app.ts";
import { extent } from "../extent.ts";
import { heapSize } from "../fuzz/heap.ts";
import { loggedApp, worldOfFile } from "../mcp.ts";
import { call, soon } from "./load.ts";

const world = worldOfFile();

const CLIENTS = extent(5, 50);
/** Batches of 20 lists of tools that a client asks for and does not read: more than the kernel takes. */
const REQUESTS = 80;
const UNREAD_MS = 1000;
const REQUEST_MS = 3000;
const MOST_KEPT = 16 * 1024 * 1024;

test("clients that read none of their answers are cut off, and what they were sent is forgotten", async (t) => {
  const { port, url, team, sockets } = await served(t);
  const before = heapSize();
  const clients = Array.from({ length: CLIENTS }, () => {
    const client = open(port);
    client.pause();
    for (let count = 0; count < REQUESTS; count += 1) client.write(request(team));
    return client;
  });
  await soon(() => [...sockets].some(({ writableLength }) => writableLength > 0));
  assert.equal((await call(url, team.key, "tags_list", {})).code, null);
  await soon(() => sockets.size <= 1);
  for (const client of clients) client.destroy();
  const kept = heapSize() - before;
  assert.ok(kept < MOST_KEPT, `${kept} bytes were kept`);
});

test("clients that never send the end of their bodies are cut off, and keep nobody from working", async (t) => {
  const { port, url, team, sockets } = await served(t);
  const clients = Array.from({ length: CLIENTS }, () => {
    const client = open(port);
    client.write(request(team).slice(0, -1));
    return client;
  });
  await soon(() => sockets.size === CLIENTS);
  assert.equal((await call(url, team.key, "tags_create", { name: "Meanwhile" })).code, null);
  await Promise.all(clients.map((client) => once(client.resume(), "close")));
  assert.equal((await call(url, team.key, "tags_list", {})).code, null);
});

async function served(t: { after: (end: () => void) => void }) {
  const team = await world.team();
  const { app } = loggedApp(world);
  const listener = listenerOf(app, { overrideGlobalObjects: false });
  const times = { unread: UNREAD_MS, request: REQUEST_MS, look: REQUEST_MS / 4 };
  const server = serverOf(listener, () => false, times);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const { port } = address;
  return { port, url: `http://127.0.0.1:${port}`, team, sockets };
}

function open(port: number): Socket {
  const client = connect(port, "127.0.0.1");
  // Being cut off is what the test waits for.
  client.on("error", () => {});
  return client;
}

function request({ key }: Team): string {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const body = JSON.stringify(Array.from({ length: 20 }, () => list));
  const headers = [
    "POST /mcp HTTP/1.1",
    "Host: localhost:3000",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    "MCP-Protocol-Version: 2025-03-26",
    `Content-Length: ${body.length}`,
  ];
  return `${headers.join("\r\n")}\r\n\r\n${body}`;
}
