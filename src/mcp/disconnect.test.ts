import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { type Socket, connect } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { sql } from "kysely";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import {
  assertUntouched,
  bearer,
  type Fields,
  listen,
  loggedApp,
  META,
  modernHeaders,
  until,
} from "../../test/mcp.ts";
import { Cancelled } from "../core/errors.ts";
import type { Begin } from "../db/connect.ts";

const TAG = { name: "tags_create", arguments: { name: "Late" } };

const CALLS = {
  legacy: { params: TAG, headers: {} },
  modern: { params: { ...TAG, _meta: META }, headers: modernHeaders("tools/call", TAG) },
} as const;

onEachDatabase((world) => {
  for (const [generation, { params, headers }] of Object.entries(CALLS)) {
    test(`a call whose client disconnects before the commit writes nothing, ${generation}`, async (t) => {
      const team = await world.team();
      const { server, begun, log } = await serve(world, t);
      const otherWriter = await holdTags(world);
      const call = send(server.port, team, params, headers);
      await until(() => begun.length === 1);
      call.destroy();
      await until(() => server.connections.size === 0);
      await assertUntouched(team, async () => {
        otherWriter.release();
        await assert.rejects(begun[0] ?? Promise.resolve(), Cancelled);
        await otherWriter.done;
      });
      assert.deepEqual(log, [], "it is no bug");
    });

    test(`the same call succeeds when its client stays connected, ${generation}`, async (t) => {
      const team = await world.team();
      const { server, begun } = await serve(world, t);
      const otherWriter = await holdTags(world);
      const call = send(server.port, team, params, headers);
      await until(() => begun.length === 1);
      otherWriter.release();
      const [response] = await once(call, "response");
      assert.match(await text(response), /"structuredContent":/);
      assert.equal((await team.state())["tags"]?.length, 1);
      await otherWriter.done;
    });
  }

  test("a batch whose client disconnects writes nothing more", async (t) => {
    const team = await world.team();
    const { server, begun } = await serve(world, t);
    const otherWriter = await holdTags(world);
    const calls = ["One", "Two", "Three"].map((name, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "tags_create", arguments: { name } },
    }));
    const call = post(server.port, team, calls, {});
    await until(() => begun.length === 1);
    call.destroy();
    await until(() => server.connections.size === 0);
    await assertUntouched(team, async () => {
      otherWriter.release();
      await until(() => begun.length === calls.length);
      for (const transaction of begun) await assert.rejects(transaction, Cancelled);
      await otherWriter.done;
    });
  });

  test("a client that disconnects while sending changes nothing, and is not logged as a bug", async (t) => {
    const team = await world.team();
    const { server, log } = await serve(world, t);
    for (const framing of ["Content-Length: 1000", "Transfer-Encoding: chunked"]) {
      const socket = await open(server.port);
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${team.key}\r\n`,
      );
      socket.write(
        `Content-Type: application/json\r\n${framing}\r\n\r\n${framing.startsWith("T") ? "5\r\n" : ""}{"jso`,
      );
      await until(() => server.connections.size === 1);
      socket.destroy();
      await until(() => server.connections.size === 0);
    }
    const [response] = await once(send(server.port, team, TAG, {}), "response");
    assert.equal(response.statusCode, 200);
    assert.deepEqual(log, []);
  });

  for (const [name, headers] of Object.entries({
    declared: {},
    chunked: { "Transfer-Encoding": "chunked" },
  })) {
    test(`413 for a body that is far too large, ${name}, and its connection ends`, async (t) => {
      const team = await world.team();
      const { server } = await serve(world, t);
      const call = post(server.port, team, "x".repeat(5_000_000), headers);
      const [response] = await once(call, "response");
      assert.equal(response.statusCode, 413);
      assert.equal(response.headers.connection, "close");
      assert.match(await text(response), /larger than 1048576 bytes/);
    });
  }
});

/** Serves the app; `begun` lists the transactions of calls, each with its outcome. */
async function serve(world: World, t: TestContext) {
  const begun: Promise<unknown>[] = [];
  const begin: Begin = (work) => {
    const transaction = world.database.begin(work);
    begun.push(transaction);
    return transaction;
  };
  const { app, log } = loggedApp(world, { database: { ...world.database, begin } });
  const server = await listen(app);
  t.after(server.close);
  return { server, begun, log };
}

/** Another writer, which blocks every change of tags until it is released. */
async function holdTags(world: World): Promise<{ release: () => void; done: Promise<void> }> {
  const released = Promise.withResolvers<null>();
  const holding = Promise.withResolvers<null>();
  const done = world.database.begin(async (db) => {
    if (world.dialect === "postgres") await sql`lock table tags in exclusive mode`.execute(db);
    holding.resolve(null);
    await released.promise;
  });
  await holding.promise;
  return { release: () => released.resolve(null), done };
}

function send(port: number, team: Team, params: object, headers: Fields): ClientRequest {
  return post(port, team, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers);
}

function post(port: number, team: Team, body: unknown, headers: Fields): ClientRequest {
  const call = request({
    port,
    path: "/mcp",
    method: "POST",
    agent: false,
    headers: {
      "Content-Type": "application/json",
      Connection: "keep-alive",
      ...bearer(team.key),
      ...headers,
    },
  });
  // These tests cut connections on purpose.
  call.on("error", () => {});
  call.end(typeof body === "string" ? body : JSON.stringify(body));
  return call;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}
