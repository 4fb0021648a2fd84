import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { messagesOf, next } from "../test/events.ts";
import { bearer, META, modernHeaders, until } from "../test/mcp.ts";
import { callTool, folderForTests, postTool, processes, type Server } from "../test/server.ts";

/** A server that leaves, and one whose disk takes nothing more. */

const { serve } = processes();
const folder = await folderForTests();
const noPrlimit =
  spawnSync("prlimit", ["--version"]).error !== undefined && "prlimit is not on the PATH";

test("after SIGTERM a server is not ready, but answers calls until it closes its port", async () => {
  const { server, key } = await demo("drain", { DRAIN_SECONDS: "10" });
  server.process.kill("SIGTERM");
  await until(async () => (await ready(server)) === 503);
  const answer = await postTool(server, key, "tags_create", { name: "Late" });
  assert.deepEqual([answer.status, answer.headers.get("Connection")], [200, "close"]);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  // An interrupt is for one who waits: it ends the time at once.
  server.process.kill("SIGINT");
  assert.equal(await server.process.ended(), 0);
  await assert.rejects(fetch(`${server.url}/healthz`));
});

test("when the server stops, an event stream ends with its last message", async () => {
  const { server, key } = await demo("stream", {});
  const method = "subscriptions/listen";
  const params = { _meta: META, notifications: { toolsListChanged: true } };
  const response = await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...bearer(key),
      ...modernHeaders(method),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
  const messages = messagesOf(response);
  assert.equal((await next(messages)).method, "notifications/subscriptions/acknowledged");
  server.process.kill("SIGINT");
  const { id, result } = await next(messages);
  assert.deepEqual([id, result.resultType], [7, "complete"]);
  assert.equal(await server.process.ended(), 0);
});

test(
  "while the disk takes nothing, the server is not ready, reads on, and saves no part of a call",
  { skip: noPrlimit },
  async () => {
    const { server, key } = await demo("full", {});
    await callTool(server, key, "tags_create", { name: "Before" });
    assert.equal(await ready(server), 200);
    const before = await namesOf(server, key);

    limitFiles(server, "0");
    await until(async () => (await ready(server)) === 503);
    const response = await postTool(server, key, "tags_create", { name: "Not now" });
    const { result } = (await response.json()) as any;
    const { code, message } = JSON.parse(result.content[1].text);
    assert.deepEqual([response.status, result.isError, code], [200, true, "unavailable"]);
    assert.match(message, /cannot be written at the moment; nothing was saved/);
    assert.deepEqual(await namesOf(server, key), before);

    limitFiles(server, "unlimited");
    await until(async () => (await ready(server)) === 200);
    await callTool(server, key, "tags_create", { name: "After" });
    assert.deepEqual(await namesOf(server, key), [...before, "After"].toSorted());
    assert.ok(!server.process.stderr.includes("a call failed"), server.process.stderr);
    await server.process.says("further failures of this kind are counted");
  },
);

async function demo(name: string, environment: Record<string, string>) {
  const url = `sqlite:${join(folder, `${name}.db`)}`;
  const server = await serve({ DATABASE_URL: url, ...environment }, "--demo");
  const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
  return { server, key };
}

async function ready({ url }: Server): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

async function namesOf(server: Server, key: string): Promise<string[]> {
  const { items } = await callTool(server, key, "tags_list", { limit: 100 });
  return items.map(({ name }: { name: string }) => name).toSorted();
}

/** Limits the size of files that the server writes: at 0 each write fails, as on a full disk. */
function limitFiles({ process }: Server, bytes: string): void {
  execFileSync("prlimit", [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
}
