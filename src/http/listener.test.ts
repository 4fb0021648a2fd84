import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { Hono } from "hono";
import { bearer, listen, loggedApp, worldOfFile } from "../../test/mcp.ts";
import { linesOfLog } from "../../test/outbox.ts";

const world = worldOfFile();

const LIST = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "tags_list", arguments: {} },
});
const TOOLS = JSON.stringify({ jsonrpc: "2.0", id: "a list", method: "tools/list" });
const NOTIFICATION = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const JSON_BODY = "Content-Type: application/json";

/** Requests without their first line, the credential among their headers as KEY. */
const REQUESTS: Readonly<
  Record<string, readonly [headers: readonly string[], body: string, path?: string]>
> = {
  "a call": [["KEY", JSON_BODY], LIST],
  "a call to /mcp/": [["KEY", JSON_BODY], LIST, "/mcp/"],
  "an origin that may not call /mcp/": [
    ["KEY", JSON_BODY, "Origin: https://evil.example"],
    LIST,
    "/mcp/",
  ],
  "a call that wants an event stream": [["KEY", JSON_BODY, "Accept: text/event-stream"], LIST],
  "a list": [["KEY", JSON_BODY], TOOLS],
  "a list as an event stream": [["KEY", JSON_BODY, "Accept: text/event-stream"], TOOLS],
  "a list in a batch": [["KEY", JSON_BODY], `[${TOOLS},${LIST}]`],
  "a notification": [["KEY", JSON_BODY], NOTIFICATION],
  "a batch": [["KEY", JSON_BODY], `[${LIST},${LIST}]`],
  "no credential": [[JSON_BODY], LIST],
  "two credentials": [["KEY", "Authorization: Bearer other", JSON_BODY], LIST],
  "the same credential twice": [["KEY", "KEY", JSON_BODY], LIST],
  "a key of another name": [["X-API-Key: one", "X-API-Key: two", JSON_BODY], LIST],
  "two types of content": [["KEY", JSON_BODY, "Content-Type: text/plain"], LIST],
  "no type of content": [["KEY"], LIST],
  "an origin that may not call": [["KEY", JSON_BODY, "Origin: https://evil.example"], LIST],
  "an idempotency key twice": [
    ["KEY", JSON_BODY, "Idempotency-Key: a", "Idempotency-Key: b"],
    LIST,
  ],
  "an unknown version": [["KEY", JSON_BODY, "MCP-Protocol-Version: 1999-01-01"], LIST],
  "no body": [["KEY", JSON_BODY], ""],
  "a body that is not JSON": [["KEY", JSON_BODY], "{"],
  "a body that is not UTF-8": [["KEY", JSON_BODY], "\u00ff"],
  "a body that is too large": [["KEY", JSON_BODY], "x".repeat(1_100_000)],
};

for (const [name, [headers, body, path = "/mcp"]] of Object.entries(REQUESTS)) {
  test(`past Hono the answer is the same: ${name}`, async (t) => {
    const team = await world.team();
    const key = `Authorization: ${bearer(team.key)["Authorization"]}`;
    for (const framing of ["declared", "chunked"] as const) {
      const direct = await listen(loggedApp(world).app);
      t.after(direct.close);
      const { app } = loggedApp(world);
      const throughHono = await listen(
        new Hono().all("*", (http) => app.fetch(http.req.raw, http.env)),
      );
      t.after(throughHono.close);
      const bytes = requestOf(
        headers.map((line) => (line === "KEY" ? key : line)),
        body,
        framing,
        path,
      );
      const [one, other] = [
        await answerTo(direct.port, bytes),
        await answerTo(throughHono.port, bytes),
      ];
      assert.deepEqual(one, other);
      assert.match(one.status, /^HTTP\/1\.1 [2345]\d\d /);
    }
  });
}

test("past Hono a call that fails has its line in the log too", async (t) => {
  const team = await world.team();
  const { log, lines } = linesOfLog();
  const rateLimit = async (): Promise<never> => {
    throw new Error("on purpose");
  };
  const { port, close } = await listen(loggedApp(world, { log, rateLimit }).app);
  t.after(close);
  const key = `Authorization: ${bearer(team.key)["Authorization"]}`;
  const { status } = await answerTo(port, requestOf([key, JSON_BODY], LIST, "declared", "/mcp"));
  assert.match(status, /^HTTP\/1\.1 500 /);
  const line = lines.find(({ msg }) => msg === "request");
  assert.deepEqual([line?.method, line?.route, line?.status], ["POST", "/mcp", 500]);
});

function requestOf(
  headers: readonly string[],
  body: string,
  framing: "declared" | "chunked",
  path: string,
) {
  const bytes = Buffer.from(body, "latin1");
  const [length, sent] =
    framing === "declared"
      ? [`Content-Length: ${bytes.length}`, bytes]
      : ["Transfer-Encoding: chunked", chunked(bytes)];
  const lines = [`POST ${path} HTTP/1.1`, "Host: localhost:3000", "Connection: close", length];
  return Buffer.concat([Buffer.from(`${[...lines, ...headers].join("\r\n")}\r\n\r\n`), sent]);
}

function chunked(bytes: Buffer): Buffer {
  const end = Buffer.from("0\r\n\r\n");
  if (bytes.length === 0) return end;
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
  return Buffer.concat([size, bytes, Buffer.from("\r\n"), end]);
}

/** An answer without its date, its headers in the order of their names. */
async function answerTo(port: number, request: Buffer) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(request);
  const [head = "", ...rest] = (await text(socket)).split("\r\n\r\n");
  const [status = "", ...headers] = head.split("\r\n");
  const named = headers.filter((line) => !line.startsWith("Date:")).toSorted();
  return { status, headers: named, body: rest.join("\r\n\r\n") };
}
