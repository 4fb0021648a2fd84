import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { closeUnread } from "./server.ts";

const UNREAD_MS = 1000;
/** For clients that do read, or wait: a busy machine may rest for a while itself. */
const PATIENT_MS = 3 * UNREAD_MS;
const MIB = 1024 * 1024;
/** More than the kernel takes for a peer that does not read. */
const LARGE = Buffer.alloc(32 * MIB, "x");

test("a connection whose client does not read its answer is closed, and its answer forgotten", async (t) => {
  const { client, served } = await asked(t, (_request, response) => response.end(LARGE));
  const near = await served;
  assert.ok(near.writableLength > 0);
  await once(near, "close");
  client.resume();
  await once(client, "close");
});

test("a stream whose client does not read it is closed, though more is sent all the time", async (t) => {
  const { served } = await asked(t, (_request, response) => {
    const timer = setInterval(() => response.write(LARGE), UNREAD_MS / 4);
    response.once("close", () => clearInterval(timer));
  });
  await once(await served, "close");
});

test("a client that reads slowly, and one that waits for its answer, are served to the end", async (t) => {
  const late = await asked(
    t,
    (_request, response) => void setTimeout(() => response.end("late"), PATIENT_MS * 1.2),
    PATIENT_MS,
  );
  const slow = await asked(t, (_request, response) => response.end(LARGE), PATIENT_MS);
  let size = 0;
  let rested = 0;
  for await (const chunk of slow.client) {
    size += chunk.length;
    if (size < rested + 2 * MIB) continue;
    rested = size;
    await sleep(PATIENT_MS / 10);
  }
  assert.ok(size > LARGE.length);
  assert.match(await text(late.client), /late$/);
});

/** Sends a request without reading the answer. */
async function asked(t: TestContext, listener: RequestListener, unreadMs = UNREAD_MS) {
  const served = Promise.withResolvers<Socket>();
  const server = createServer((request, response) => {
    closeUnread(response, unreadMs);
    listener(request, response);
    served.resolve(request.socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const client = connect(address.port, "127.0.0.1");
  client.on("error", () => {});
  client.pause();
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return { client, served: served.promise };
}
