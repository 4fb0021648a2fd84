import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { messagesOf, next } from "../../test/events.ts";
import {
  assertError,
  bearer,
  listed,
  listen,
  loggedApp,
  META,
  modern,
  modernHeaders,
  until,
} from "../../test/mcp.ts";
import { tools } from "./registry.ts";
import { SERVER_INFO } from "./server-info.ts";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const LISTEN = "subscriptions/listen";
const ALL = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["a:b"] };

onAnyDatabase((world) => {
  test("a subscription is acknowledged first, for what there is of it", async (t) => {
    const { subscribe } = await serve(t);
    const team = await world.team();
    const acknowledged = async (notifications: object) => {
      const { messages } = await subscribe(team, { notifications });
      return next(messages);
    };
    assert.deepEqual(await acknowledged(ALL), {
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { _meta: { [SUBSCRIPTION]: "listen-1" }, notifications: { toolsListChanged: true } },
    });
    assert.deepEqual((await acknowledged({})).params.notifications, {});
    const declined = { toolsListChanged: false };
    assert.deepEqual((await acknowledged(declined)).params.notifications, {});
  });

  test("it is told when the team's switch changes the tools, and only who asked for it", async (t) => {
    const { subscribe } = await serve(t);
    const team = await world.team();
    const other = await world.team();
    const [mine, reader, deaf, foreign] = [
      await subscribe(team, { notifications: ALL }),
      await subscribe(await team.as("read"), { notifications: ALL }),
      await subscribe(team, { notifications: {} }),
      await subscribe(other, { notifications: ALL }),
    ];
    for (const { messages } of [mine, reader, deaf, foreign]) await next(messages);
    for (const [enabled, count] of [
      [true, tools.length],
      [false, tools.filter(({ tier }) => tier !== "destructive").length],
    ] as const) {
      await team.set({ destructive_ai_tools: enabled });
      assert.deepEqual(await next(mine.messages), {
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
        params: { _meta: { [SUBSCRIPTION]: "listen-1" } },
      });
      assert.equal((await listed(team)).length, count);
    }
    stop(t);
    for (const { messages } of [mine, reader, deaf, foreign])
      assert.equal((await next(messages)).result.resultType, "complete", "it was told nothing");
  });

  test("it is told when the switch goes off by itself", async (t) => {
    const { subscribe } = await serve(t);
    const until = new Date(Date.parse(world.now) + 60_000).toISOString();
    const timed = { destructive_ai_tools: true, destructive_ai_tools_until: until };
    const team = await world.team(timed);
    const { messages } = await subscribe(team, { notifications: ALL });
    await next(messages);
    world.pass(60_000);
    assert.equal((await next(messages)).method, "notifications/tools/list_changed");
    assert.equal(
      (await listed(team)).length,
      tools.filter(({ tier }) => tier !== "destructive").length,
    );
  });

  test("it ends with a result when the credential does", async (t) => {
    const { subscribe } = await serve(t);
    const team = await world.team();
    const { messages } = await subscribe(team, { notifications: ALL });
    await next(messages);
    await world.database.begin((db) =>
      db
        .updateTable("api_keys")
        .set({ revoked_at: world.now })
        .where("team_id", "=", team.id)
        .execute(),
    );
    assert.deepEqual(await next(messages), {
      jsonrpc: "2.0",
      id: "listen-1",
      result: {
        resultType: "complete",
        _meta: {
          [SUBSCRIPTION]: "listen-1",
          "io.modelcontextprotocol/serverInfo": SERVER_INFO,
        },
      },
    });
    assert.equal((await messages.next()).done, true);
  });

  test("a client that goes away leaves nothing open", async (t) => {
    const { subscribe, server } = await serve(t);
    const team = await world.team();
    for (let round = 0; round < 12; round += 1) {
      const { messages, leave } = await subscribe(team, { notifications: ALL });
      await next(messages);
      leave();
      await until(() => server.connections.size === 0);
      // The server checks the connection when its wait for a change is over.
      if (round % 6 === 5) await pause(300);
    }
  });

  test("a credential has ten at most", async (t) => {
    const { ask, subscribe } = await serve(t);
    const team = await world.team();
    for (let count = 0; count < 10; count += 1) {
      const { messages } = await subscribe(team, { notifications: ALL });
      await next(messages);
    }
    await assertError(ask(team, { notifications: {} }), 409, -32600);
    const { messages } = await subscribe(await team.as("all"), { notifications: ALL });
    await next(messages);
  });

  test("a person has thirty at most, with all their keys, and others have theirs", async (t) => {
    const { ask, subscribe } = await serve(t);
    const team = await world.team();
    for (let key = 0; key < 3; key += 1) {
      const one = await team.as("read");
      for (let count = 0; count < 10; count += 1)
        await next((await subscribe(one, { notifications: {} })).messages);
    }
    const fourth = await team.as("read");
    await assertError(ask(fourth, { notifications: {} }), 409, -32600);
    await next((await subscribe(await team.member("member"), { notifications: {} })).messages);
  });

  /** Serves the world's app until the test ends. */
  async function serve(t: TestContext) {
    const { app } = loggedApp(world, { isStopping: () => stopping.has(t) });
    const server = await listen(app);
    t.after(async () => {
      stop(t);
      await server.close();
    });
    const ask = (team: Team, params: object, signal?: AbortSignal) =>
      fetch(server.url, {
        method: "POST",
        signal: signal ?? null,
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          ...bearer(team.key),
          ...modernHeaders(LISTEN),
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: "listen-1",
          method: LISTEN,
          params: { _meta: META, ...params },
        }),
      });
    const subscribe = async (team: Team, params: object) => {
      const leaving = new AbortController();
      const response = await ask(team, params, leaving.signal);
      assert.equal(response.headers.get("X-Accel-Buffering"), "no");
      return { messages: messagesOf(response), leave: () => leaving.abort() };
    };
    return { server, ask, subscribe };
  }

  test("what cannot be a subscription is an error", async () => {
    const team = await world.team();
    for (const notifications of [undefined, null, [], "all", { toolsListChanged: "yes" }])
      await assertError(modern(team, LISTEN, { notifications }), 200, -32602);
    const json = { Accept: "application/json" };
    const request = { notifications: {} };
    await assertError(modern(team, LISTEN, request, json), 406, -32600);
  });
});

const stopping = new WeakSet<TestContext>();

/** Tells the app that the server is shutting down. */
function stop(t: TestContext): void {
  stopping.add(t);
}
