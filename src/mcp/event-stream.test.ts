import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { messagesOf, next } from "../../test/events.ts";
import {
  assertUntouched,
  bearer,
  listen,
  loggedApp,
  META,
  modernHeaders,
  type Served,
  until,
} from "../../test/mcp.ts";
import type { Fields } from "../core/arguments.ts";
import { Cancelled, Refusal } from "../core/errors.ts";
import { defineTool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import { createProject } from "../domains/projects/create-project.ts";
import { createTag } from "../domains/tags/create-tag.ts";
import { Tag } from "../domains/tags/tag.ts";
import { streamable } from "./endpoint.ts";

const BOTH = "application/json, text/event-stream";
/** More changes than are written at once. */
const ENTRIES = 2500;

onAnyDatabase((world) => {
  for (const generation of ["legacy", "modern"] as const) {
    test(`a long call reports progress to a client that gave a token, ${generation}`, async (t) => {
      const { deletion } = await prepare(t, generation);
      const response = await deletion({ progressToken: "abc" }, BOTH);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("X-Accel-Buffering"), "no");
      assert.equal(response.headers.get("Cache-Control"), "no-store");
      assert.match(response.headers.get("RateLimit-Remaining") ?? "", /^\d+$/);
      const messages = await Array.fromAsync(messagesOf(response));
      const answer = messages.pop();
      assert.equal(answer.id, 7);
      assert.equal(answer.result.structuredContent.deleted_entries, ENTRIES);
      assert.deepEqual(
        messages.map(({ method, params: { message: _message, ...params } }) => ({
          method,
          params,
        })),
        [500, 1000, 1500, 2000, 2500].map((progress) => ({
          method: "notifications/progress",
          params: { progressToken: "abc", progress, total: ENTRIES },
        })),
      );
      assert.match(messages[0].params.message, /500 of 2500/);
    });
  }

  test("the same call is plain JSON without a token, or for a client that reads no streams", async (t) => {
    for (const [meta, accept] of [
      [{}, BOTH],
      [{ progressToken: 7 }, "application/json"],
      [{ progressToken: null }, BOTH],
    ] as const) {
      const { deletion } = await prepare(t, "legacy");
      const response = await deletion(meta, accept);
      assert.match(response.headers.get("Content-Type") ?? "", /^application\/json/);
      const { result } = (await response.json()) as any;
      assert.equal(result.structuredContent.deleted_entries, ENTRIES);
    }
  });

  test("a client that closes the stream cancels the call", async (t) => {
    const { server, team, call, goOn } = await prepareSlow(t);
    await assertUntouched(team, async () => {
      const leaving = new AbortController();
      const messages = messagesOf(await call(leaving.signal));
      assert.equal((await next(messages)).method, "notifications/progress");
      leaving.abort();
      await until(() => server.connections.size === 0);
      await assert.rejects(goOn(), Cancelled);
    });
  });

  test("a legacy client cancels a call with a notification of its id", async (t) => {
    const { team, call, notify, goOn } = await prepareSlow(t);
    await assertUntouched(team, async () => {
      const messages = messagesOf(await call());
      await next(messages);
      await notify(team, { requestId: 7, reason: "the user pressed Stop" });
      await assert.rejects(goOn(), Cancelled);
      const { error } = await next(messages);
      assert.match(error.message, /cancelled by notifications/);
      assert.equal((await messages.next()).done, true);
    });
  });

  test("other notifications cancel nothing", async (t) => {
    const { team, call, notify, goOn } = await prepareSlow(t);
    const messages = messagesOf(await call());
    await next(messages);
    for (const params of [{}, { requestId: "7" }, { requestId: 8 }, { requestId: null }])
      await notify(team, params);
    await notify(await team.as("all"), { requestId: 7 });
    await goOn();
    assert.equal((await next(messages)).result.structuredContent.name, "Slow");
  });

  test("two calls with the same key and id cannot be told apart, so neither is cancelled", async (t) => {
    const { team, call, notify, goOn } = await prepareSlow(t);
    const both = [messagesOf(await call()), messagesOf(await call())];
    for (const messages of both) await next(messages);
    await notify(team, { requestId: 7 });
    await assert.rejects(goOn(), Refusal, "the second finds the first one's tag");
    const answers = [];
    for (const messages of both) answers.push((await next(messages)).result.isError === true);
    assert.deepEqual(new Set(answers), new Set([true, false]));
  });

  /** A tool that reports progress, then waits for a signal before it writes. */
  async function prepareSlow(t: TestContext) {
    const gate = Promise.withResolvers<null>();
    const calls: Promise<unknown>[] = [];
    const slow = defineTool<Context, Fields, typeof Tag>({
      name: "slow",
      title: "Slow",
      tier: "write",
      resource: "tags",
      event: { of: "tag", did: "created" },
      description: "Makes a tag after a while.",
      input: z.strictObject({}),
      output: Tag,
      example: () => ({}),
      handler: (context) => {
        context.progress(1, 2, "half");
        const made = gate.promise.then(() => createTag(context, { name: "Slow" }));
        calls.push(made);
        return made;
      },
    });
    const catalogue = { tools: [slow], prompts: [], resources: [] };
    const server = await listen(loggedApp(world, { catalogue }).app);
    t.after(server.close);
    const team = await world.team();
    const params = { name: "slow", _meta: { progressToken: 0 } };
    const call = (signal?: AbortSignal) =>
      post(server, team, { id: 7, method: "tools/call", params }, {}, signal);
    const notify = async (team: Team, params: object) => {
      const method = "notifications/cancelled";
      assert.equal((await post(server, team, { method, params })).status, 202);
    };
    const goOn = () => {
      gate.resolve(null);
      return Promise.all(calls);
    };
    return { server, team, call, notify, goOn };
  }

  /** A customer with many time entries, and a call that deletes it over HTTP. */
  async function prepare(t: TestContext, generation: "legacy" | "modern") {
    const server = await listen(loggedApp(world).app);
    t.after(server.close);
    const team = await world.team({ destructive_ai_tools: true });
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    await fill(team, customer.id);
    const params = { name: "customers_delete", arguments: { id: customer.id } };
    const deletion = (meta: object, accept: string) => {
      const isModern = generation === "modern";
      const _meta = isModern ? { ...META, ...meta } : meta;
      const body = { id: 7, method: "tools/call", params: { ...params, _meta } };
      const headers = { Accept: accept, ...(isModern ? modernHeaders("tools/call", params) : {}) };
      return post(server, team, body, headers);
    };
    return { deletion };
  }

  async function fill(team: Team, customerId: string): Promise<void> {
    const { projectId } = await createProject(team.auditContext, {
      name: "W",
      customer_id: customerId,
    });
    const rows = Array.from({ length: ENTRIES }, () => {
      const id = team.auditContext.newId();
      return {
        team_id: team.id,
        id,
        project_id: projectId,
        assigned_id: team.userId,
        date: "2026-11-20",
        duration: 60,
        time_zone: "UTC",
        sort_key: `2026-11-20 ${world.now} ${id}`,
        created_at: world.now,
      };
    });
    await world.database.begin((db) => db.insertInto("tracker_entries").values(rows).execute());
  }
});

function post(
  server: Served,
  team: Team,
  body: object,
  headers: object = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(server.url, {
    method: "POST",
    signal: signal ?? null,
    headers: {
      "Content-Type": "application/json",
      Accept: BOTH,
      ...bearer(team.key),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
  });
}

test("a stream that is quiet has a comment every 15 seconds, until it ends", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const end = Promise.withResolvers<{ status: number; body: string }>();
  const { body } = await streamable((send) => {
    send({ one: 1 });
    return end.promise;
  });
  assert.ok(body instanceof ReadableStream);
  t.mock.timers.tick(15_000);
  t.mock.timers.tick(15_000);
  end.resolve({ status: 200, body: '{"two":2}' });
  const text = await new Response(body).text();
  const event = (data: string) => `event: message\ndata: ${data}\n\n`;
  assert.equal(text, `${event('{"one":1}')}:\n\n:\n\n${event('{"two":2}')}`);
  t.mock.timers.tick(60_000);
});

test("messages to a disconnected client are dropped without an error", async () => {
  const gone = Promise.withResolvers<null>();
  const work = Promise.withResolvers<null>();
  const { body } = await streamable(async (send) => {
    send({ one: 1 });
    await gone.promise;
    send({ two: 2 });
    work.resolve(null);
    return { status: 200, body: "{}" };
  });
  assert.ok(body instanceof ReadableStream);
  await body.cancel();
  gone.resolve(null);
  await work.promise;
});
