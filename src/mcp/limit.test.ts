import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import type { Team } from "../../test/app.ts";
import { bearer, GENERATIONS, modern, read, worldOfFile } from "../../test/mcp.ts";

const world = worldOfFile({ rateLimit: 120 });

// The limiter uses the system clock, which is mocked here and moves only when a test says so.
before(() =>
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.parse("2026-11-21T09:00:30.500Z") }),
);
after(() => mock.timers.reset());

for (const [generation, send] of Object.entries(GENERATIONS)) {
  test(`429 for the 121st request of a window, and nothing of it runs, ${generation}`, async () => {
    const team = await world.team();
    await spend(team, 119);
    assert.equal((await send(team, "tools/list")).status, 200);
    const refused = await send(team, "tools/call", {
      name: "tags_create",
      arguments: { name: "One too many" },
    });
    assert.equal(refused.status, 429);
    assert.deepEqual(budgetOf(refused), {
      limit: "120",
      remaining: "0",
      reset: "60",
      retryAfter: "60",
    });
    const { error, error_description } = await read(refused);
    assert.equal(error, "too_many_requests");
    assert.match(error_description, /The budget is 120 calls a minute/);
    assert.deepEqual((await team.state())["tags"], []);
  });
}

test("the budget is back 60 s after the first request of the window", async () => {
  const team = await world.team();
  await spend(team, 1);
  mock.timers.tick(40_000);
  await spend(team, 119);
  const refused = await ping(team);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("Retry-After"), "20");
  mock.timers.tick(19_001);
  assert.equal((await ping(team)).headers.get("Retry-After"), "1");
  mock.timers.tick(999);
  const served = await ping(team);
  assert.equal(served.status, 200);
  assert.deepEqual(budgetOf(served), {
    limit: "120",
    remaining: "119",
    reset: "60",
    retryAfter: null,
  });
});

test("each key has its own budget, whoever holds it and wherever they call from", async () => {
  const team = await world.team();
  await spend(team, 120);
  assert.equal((await ping(team)).status, 429);
  assert.equal((await ping(await team.as("all"))).status, 200);
  assert.equal((await ping(await world.team())).status, 200);
  const elsewhere = await team.rpc(
    "ping",
    {},
    { "X-Forwarded-For": "203.0.113.9", Forwarded: "for=203.0.113.9" },
  );
  assert.equal(elsewhere.status, 429);
  const asAlias = await world.post(
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { "x-api-key": team.key },
  );
  assert.equal(asAlias.status, 429);
});

test("every answer to a credential says what is left", async () => {
  const team = await world.team();
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  const text = { "Content-Type": "text/plain" };
  const answers: [number, () => Promise<Response>][] = [
    [200, () => ping(team)],
    [202, () => world.post(notification, bearer(team.key))],
    [400, () => world.post("{", bearer(team.key))],
    [400, () => world.post("[]", bearer(team.key))],
    [400, () => modern(team, "tools/list", {}, { "Mcp-Method": "ping" })],
    [404, () => modern(team, "ping")],
    [413, () => world.post("x".repeat(1024 * 1024 + 1), bearer(team.key))],
    [415, () => world.post("{}", { ...bearer(team.key), ...text })],
  ];
  for (const [index, [status, send]] of answers.entries()) {
    const response = await send();
    assert.equal(response.status, status);
    assert.deepEqual(budgetOf(response), {
      limit: "120",
      remaining: String(119 - index),
      reset: "60",
      retryAfter: null,
    });
  }
});

test("GET, DELETE and OPTIONS do not count", async () => {
  const team = await world.team();
  await spend(team, 119);
  for (const method of ["GET", "DELETE", "OPTIONS", "GET"]) {
    await world.app.request("/mcp", { method, headers: bearer(team.key) });
  }
  const get = await world.app.request("/mcp", { headers: bearer(team.key) });
  assert.deepEqual(budgetOf(get), { limit: "120", remaining: "1", reset: "60", retryAfter: null });
  assert.equal((await ping(team)).status, 200);
  assert.equal((await ping(team)).status, 429);
});

test("requests without a valid credential do not count, and are refused for that alone", async () => {
  const team = await world.team();
  await spend(team, 119);
  for (let call = 0; call < 5; call += 1) {
    assert.equal((await team.withKey(`${team.key}x`).rpc("ping")).status, 401);
  }
  assert.equal((await ping(team)).status, 200);
});

test("each request of a batch counts, its notifications do not", async () => {
  const team = await world.team();
  const response = await batch(team, 20, { notifications: 0 });
  assert.equal(response.headers.get("RateLimit-Remaining"), "100");
  assert.equal(
    (await batch(team, 2, { notifications: 5 })).headers.get("RateLimit-Remaining"),
    "98",
  );
  assert.equal(
    (await batch(team, 0, { notifications: 5 })).headers.get("RateLimit-Remaining"),
    "97",
  );
});

test("a batch for which too little is left is 429 as a whole, and nothing of it runs", async () => {
  const team = await world.team();
  await spend(team, 115);
  const refused = await batch(team, 6, { notifications: 0 });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("Retry-After"), "60");
  assert.deepEqual((await team.state())["tags"], []);
  assert.equal(
    refused.headers.get("RateLimit-Remaining"),
    "4",
    "it counts as the one request it was",
  );
  const served = await batch(team, 4, { notifications: 0 });
  assert.equal(served.status, 200);
  assert.equal(served.headers.get("RateLimit-Remaining"), "0");
  assert.equal((await team.state())["tags"]?.length, 4);
});

test("a batch that is refused for its form counts once", async () => {
  const team = await world.team();
  assert.equal((await batch(team, 21, { notifications: 0 })).status, 400);
  assert.equal((await ping(team)).headers.get("RateLimit-Remaining"), "118");
});

async function spend(team: Team, calls: number): Promise<void> {
  for (let call = 0; call < calls; call += 1) assert.equal((await ping(team)).status, 200);
}

async function ping(team: Team): Promise<Response> {
  return team.rpc("ping");
}

async function batch(
  team: Team,
  requests: number,
  { notifications }: { notifications: number },
): Promise<Response> {
  const request = (id: number) => {
    const params = { name: "tags_create", arguments: { name: `Tag ${id}` } };
    return { jsonrpc: "2.0", id, method: "tools/call", params };
  };
  const messages = [
    ...Array.from({ length: requests }, (_, index) => request(index)),
    ...Array.from({ length: notifications }, () => ({
      jsonrpc: "2.0",
      method: "notifications/initialized",
    })),
  ];
  return world.post(messages, bearer(team.key));
}

function budgetOf({ headers }: Response) {
  return {
    limit: headers.get("RateLimit-Limit"),
    remaining: headers.get("RateLimit-Remaining"),
    reset: headers.get("RateLimit-Reset"),
    retryAfter: headers.get("Retry-After"),
  };
}
