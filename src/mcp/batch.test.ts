import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Team } from "../../test/app.ts";
import {
  assertError,
  assertUntouched,
  bearer,
  type Fields,
  META,
  read,
  worldOfFile,
} from "../../test/mcp.ts";
import { addTags } from "../../test/tags.ts";

const world = worldOfFile();

const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/initialized" };

for (const headers of [{}, { "MCP-Protocol-Version": "2025-03-26" }]) {
  test(`a batch is answered in order, ${JSON.stringify(headers)}`, async () => {
    const team = await world.team();
    const response = await post(
      team,
      [ping("a"), NOTIFICATION, create(2, "New"), ping(3)],
      headers,
    );
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Content-Type"), "application/json");
    const answers = await read(response);
    assert.deepEqual(
      answers.map(({ id }: { id: unknown }) => id),
      ["a", 2, 3],
    );
    assert.deepEqual(answers[0].result, {});
    assert.equal(answers[1].result.structuredContent.name, "New");
  });
}

test("an invalid message in a batch does not stop the others", async () => {
  const team = await world.team();
  const answers = await read(
    post(team, [
      create(1, "New"),
      { jsonrpc: "2.0", id: 2, method: "no/such" },
      { ...create(3, "New"), params: { name: "no_such_tool" } },
      create(4, "new"),
      1,
      [ping(5)],
      { ...ping(6), id: null },
    ]),
  );
  assert.deepEqual(
    answers.map(({ id, error, result }: any) => [id, error?.code ?? result.isError ?? false]),
    [
      [1, false],
      [2, -32601],
      [3, -32602],
      [4, true],
      [null, -32600],
      [null, -32600],
      [null, -32600],
    ],
  );
});

test("202 for a batch without requests", async () => {
  const team = await world.team();
  const response = await post(team, [NOTIFICATION, { jsonrpc: "2.0", id: 1, result: {} }]);
  assert.equal(response.status, 202);
  assert.equal(await response.text(), "");
});

test("a batch of 20 messages is served", async () => {
  const team = await world.team();
  const answers = await read(
    post(
      team,
      Array.from({ length: 20 }, (_, id) => ping(id)),
    ),
  );
  assert.equal(answers.length, 20);
});

test("requests do not run once the answers before them have reached 8 MiB, and say so", async () => {
  const team = await world.team();
  await addTags(team, 8000);
  const list = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "tags_list", arguments: {} },
  });
  const lists = Array.from({ length: 18 }, (_, id) => list(id));
  const answers = await assertUntouched(team, () =>
    read(post(team, [...lists, NOTIFICATION, create(18, "New")])),
  );
  const run = answers.filter(({ result }: any) => result !== undefined);
  const bytes = (answers: unknown) => Buffer.byteLength(JSON.stringify(answers));
  assert.ok(bytes(run.slice(0, -1)) < 8 * 1024 * 1024 && bytes(run) >= 8 * 1024 * 1024);
  const refused = answers.slice(run.length);
  assert.ok(refused.length > 1);
  for (const { error } of refused) {
    assert.equal(error.code, -32600);
    assert.match(error.message, /was not run.+8 MiB; send it again by itself/);
  }
  assert.deepEqual(
    answers.map(({ id }: any) => id),
    Array.from({ length: 19 }, (_, id) => id),
  );
});

test("a client that reads only event streams is answered with one event", async () => {
  const response = await post(await world.team(), [ping(1), ping(2)], {
    Accept: "text/event-stream",
  });
  assert.equal(response.headers.get("Content-Type"), "text/event-stream");
  assert.match(await response.text(), /^event: message\ndata: \[.*\]\n\n$/);
});

describe("400 -32600 for a batch, of which nothing runs,", () => {
  const modern = { ...create(1, "New"), params: { ...create(1, "New").params, _meta: META } };
  const initialize = {
    jsonrpc: "2.0",
    id: 9,
    method: "initialize",
    params: { protocolVersion: "2025-03-26" },
  };

  for (const [name, { messages, headers = {} }] of Object.entries<{
    messages: object[];
    headers?: Fields;
  }>({
    "that is empty": { messages: [] },
    "of 21 messages": { messages: Array.from({ length: 21 }, (_, id) => create(id, `Tag ${id}`)) },
    "of 2025-06-18": {
      messages: [create(1, "New")],
      headers: { "MCP-Protocol-Version": "2025-06-18" },
    },
    "of 2025-11-25": {
      messages: [create(1, "New")],
      headers: { "MCP-Protocol-Version": "2025-11-25" },
    },
    "of 2026-07-28": {
      messages: [create(1, "New")],
      headers: { "MCP-Protocol-Version": "2026-07-28" },
    },
    "of an unknown version": {
      messages: [create(1, "New")],
      headers: { "MCP-Protocol-Version": "2099-01-01" },
    },
    "with one modern message": { messages: [create(2, "Other"), modern] },
    "with a modern notification": {
      messages: [create(2, "Other"), { ...NOTIFICATION, params: { _meta: META } }],
    },
    "with initialize": { messages: [create(1, "New"), initialize] },
    "of initialize alone": { messages: [initialize] },
  })) {
    test(name, async () => {
      const team = await world.team();
      await assertUntouched(team, () => assertError(post(team, messages, headers), 400, -32600));
    });
  }
});

test("server/discover is not part of a batch", async () => {
  const response = await post(await world.team(), [
    { jsonrpc: "2.0", id: 1, method: "server/discover" },
  ]);
  assert.equal(response.status, 400);
  assert.equal((await read(response)).error.code, -32600);
});

function ping(id: unknown) {
  return { jsonrpc: "2.0", id, method: "ping" };
}

function create(id: number, name: string) {
  return {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "tags_create", arguments: { name } },
  };
}

async function post(
  team: Team,
  messages: readonly unknown[],
  headers: Fields = {},
): Promise<Response> {
  return world.post(messages, { ...bearer(team.key), ...headers });
}
