import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hono } from "hono";
import { sql } from "kysely";
import { onAnyDatabase, type Team, World } from "../../test/app.ts";
import { bearer, loggedApp, META, modernHeaders } from "../../test/mcp.ts";
import { textIn } from "../http/exchange.ts";
import { answerMessage, RunningCalls } from "./messages.ts";

/** Text that would reveal internals to a caller. */
const INTERNAL =
  /select|insert|update|relation|no such table|does not exist|sqlite|postgres|kysely|node_modules|\.ts\b|stack|at async/i;

onAnyDatabase(({ dialect }) => {
  test("a bug in a tool is a tool error that shows only a reference to the log", async (t) => {
    const world = new World(dialect);
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const { app, log } = loggedApp(world);
    await world.database.begin((db) => sql`alter table tags rename to elsewhere`.execute(db));
    const params = { name: "tags_list" };
    for (const { body, headers } of [
      { body: { params }, headers: {} },
      {
        body: { params: { ...params, _meta: META } },
        headers: modernHeaders("tools/call", params),
      },
    ]) {
      const response = await post(app, team, { method: "tools/call", ...body }, headers);
      assert.equal(response.status, 200);
      const text = await response.text();
      assert.doesNotMatch(text, INTERNAL);
      const { result } = JSON.parse(text);
      assert.equal(result.isError, true);
      assert.equal("structuredContent" in result, false);
      assert.equal(JSON.parse(result.content[1].text).code, "internal_error");
      assertLogged(log, result.content[0].text);
    }
    assert.equal(log.length, 2, "each is logged once");
  });

  test("a write that fails half-way leaves nothing, its journal included", async (t) => {
    const world = new World(dialect);
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const { app } = loggedApp(world);
    await world.database.begin((db) =>
      sql`alter table activity_changes rename to elsewhere`.execute(db),
    );
    const params = { name: "tags_create", arguments: { name: "Half" } };
    await post(app, team, { method: "tools/call", params });
    const db = world.database.reader;
    assert.deepEqual(await db.selectFrom("tags").selectAll().execute(), []);
    const events = await db.selectFrom("activity_events").select("tool").execute();
    assert.ok(!events.some(({ tool }) => tool === "tags_create"));
  });

  test("a bug before the message is parsed is a 500 that shows only a reference to the log", async (t) => {
    const world = new World(dialect);
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const { app, log } = loggedApp(world);
    await world.database.begin((db) => sql`alter table api_keys rename to elsewhere`.execute(db));
    const response = await post(app, team, { method: "tools/list" });
    assert.equal(response.status, 500);
    const text = await response.text();
    assert.doesNotMatch(text, INTERNAL);
    const { error, error_description } = JSON.parse(text);
    assert.equal(error, "internal_error");
    assertLogged(log, error_description);
  });

  test("a client whose name cannot be stored is served, and the log has the reason", async (t) => {
    const world = new World(dialect);
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const begin = () => Promise.reject(new Error("select secret from stack"));
    const { app, log } = loggedApp(world, { database: { ...world.database, begin } });
    const response = await post(app, team, {
      method: "initialize",
      params: { protocolVersion: "2025-11-25", clientInfo: { name: "New", version: "1" } },
    });
    assert.equal(response.status, 200);
    const text = await response.text();
    assert.doesNotMatch(text, /secret/);
    assert.equal(JSON.parse(text).result.protocolVersion, "2025-11-25");
    assert.ok(log.some(({ err }) => err.message === "select secret from stack"));
  });
});

test("a bug in a method is -32603 that shows only a reference to the log", async () => {
  const failing = () => Promise.reject(new Error("select secret from stack"));
  const sender = {
    header: () => undefined,
    context: { credential: { id: "key" } },
    runningCalls: new RunningCalls(),
    noteClient: () => {},
    report: () => "0123456789ab",
  };
  const message = { jsonrpc: "2.0", id: 1, method: "ping" };
  const { status, body } = await answerMessage(failing, sender as never, message, null);
  assert.equal(status, 500);
  const { id, error } = JSON.parse(textIn(body ?? ""));
  assert.deepEqual({ id, code: error.code }, { id: 1, code: -32603 });
  assert.equal(error.message, "Internal error; the reference is 0123456789ab");
});

/** Asserts that a text names the reference of the last log entry, which has the full error. */
function assertLogged(log: readonly any[], text: string): void {
  const { reference, err } = log.at(-1);
  assert.match(reference, /^[0-9a-f]{12}$/);
  assert.ok(text.includes(reference), text);
  assert.ok(err.message.length > 0 && err.stack.length > 0);
}

async function post(
  app: Hono,
  team: Team,
  request: object,
  headers: object = {},
): Promise<Response> {
  return app.request("/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...bearer(team.key), ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...request }),
  });
}
