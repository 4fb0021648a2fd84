import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { BASE_URL, type Team, World } from "../../test/app.ts";
import { loggedApp, until } from "../../test/mcp.ts";
import { POSTGRES } from "../../test/postgres.ts";
import { breakableWay, newLimitName, NO_REDIS, reachableRedis } from "../../test/redis.ts";
import type { App } from "../app.ts";
import type { Counters } from "../core/counters.ts";
import { connect } from "../db/connect.ts";
import { deleteEndedWindows, postgresCounters } from "../db/postgres-counters.ts";
import { knowingSpent, memoryCounters, rateLimitOf } from "./rate-limit.ts";
import { RedisCounts } from "./redis-counters.ts";

const SERVERS = 8;
/** Of each server to PostgreSQL, which has a hundred by default, for the tests beside too. */
const CONNECTIONS = 4;
const CALLS = 400;
const WINDOW = { limit: 120, seconds: 60 };
const HOUR = { limit: 5, seconds: 3600 };

type Place = { readonly counters: Counters; readonly close: () => unknown };

const redisUrl = await reachableRedis();
const skip = redisUrl === null && NO_REDIS;

/** A server of its own: its connections to the database and to the place where it counts. */
async function serversOf(world: World, open: (world: World) => Promise<Place>) {
  const places = await Promise.all(Array.from({ length: SERVERS }, () => open(world)));
  const apps = places.map(({ counters }): App => {
    const calls = knowingSpent(counters)("calls", WINDOW);
    const registrations = knowingSpent(counters)("registrations", HOUR);
    const limits = {
      counters,
      trustedProxies: [PROXY],
      rateLimit: rateLimitOf(calls, WINDOW),
      registrations: rateLimitOf(registrations, HOUR),
    };
    return loggedApp(world, limits).app;
  });
  return { apps, close: async () => void (await Promise.all(places.map(({ close }) => close()))) };
}

function opensTogether(world: World, open: (world: World) => Promise<Place>): void {
  let apps: readonly App[] = [];
  let close: () => Promise<void> = async () => {};
  before(async () => {
    ({ apps, close } = await serversOf(world, open));
  });
  after(() => close());

  const app = (index: number) => apps[index % SERVERS] ?? assert.fail();

  test("exactly as many calls pass as a credential has, over all servers", async () => {
    const team = await world.team();
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, index) => ping(app(index), team)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, WINDOW.limit);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, CALLS - WINDOW.limit);
    for (const { headers } of refused) {
      const wait = Number(headers.get("Retry-After"));
      assert.ok(wait >= 1 && wait <= WINDOW.seconds, `${wait}`);
      assert.equal(headers.get("RateLimit-Remaining"), "0");
    }
    assert.equal((await ping(app(0), await world.team())).status, 200, "another credential");
  });

  test("exactly as many clients register from an address as may, over all servers", async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => register(app(index), address)),
    );
    assert.equal(answers.filter((status) => status === 201).length, HOUR.limit);
    assert.equal(answers.filter((status) => status === 429).length, 20 - HOUR.limit);
  });

  test("failed sign-ins count over all servers", async () => {
    const [address, email] = [newAddress(), newEmail()];
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push(await signIn(app(index), address, email));
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("what costs more than is left takes nothing, and what costs nothing only looks", async () => {
    const { counters, close } = await open(world);
    const { take, giveBack } = counters(newLimitName(), { limit: 5, seconds: 60 });
    const used = async (cost: number) => {
      const { isAllowed, used, msLeft } = await take("key", cost);
      assert.ok(msLeft > 0 && msLeft <= 60_000, `${msLeft}`);
      return [isAllowed, used];
    };
    assert.deepEqual(await used(0), [true, 0]);
    assert.deepEqual(await used(6), [false, 0]);
    assert.deepEqual(await used(3), [true, 3]);
    assert.deepEqual(await used(3), [false, 3]);
    assert.deepEqual(await used(0), [true, 3]);
    assert.deepEqual(await used(2), [true, 5]);
    await giveBack("key");
    assert.deepEqual(await used(1), [true, 5]);
    await giveBack("unknown");
    assert.equal((await take("unknown", 0)).used, 0);
    await close();
  });
}

async function ping(app: App, { key }: Team): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  return app.request("/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      // Small bodies are read while the call is counted.
      "Content-Length": String(body.length),
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${key}`,
    },
    body,
  });
}

/** Where the caller says to be, by a proxy that is trusted. */
const PROXY = "10.0.0.1";

type Sent = { readonly headers?: Record<string, string>; readonly body: string | URLSearchParams };

async function post(app: App, path: string, address: string, init: Sent): Promise<number> {
  const headers = { ...init.headers, Origin: BASE_URL, "X-Forwarded-For": address };
  const incoming = { socket: { remoteAddress: PROXY } };
  return (await app.request(path, { ...init, method: "POST", headers }, { incoming })).status;
}

/** An address that no other run has called from. */
function newAddress(): string {
  return `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
}

/** Of an account that no other run has tried: each may fail a hundred times an hour, from all addresses. */
function newEmail(): string {
  return `${randomBytes(6).toString("hex")}@example.com`;
}

async function register(app: App, address: string): Promise<number> {
  const metadata = { client_name: "Try", redirect_uris: ["http://127.0.0.1/callback"] };
  const headers = { "Content-Type": "application/json" };
  return post(app, "/api/oauth/register", address, { headers, body: JSON.stringify(metadata) });
}

async function signIn(app: App, address: string, email: string): Promise<number> {
  return post(app, "/signin", address, { body: new URLSearchParams({ email, password: "wrong" }) });
}

describe(
  "on one PostgreSQL",
  { skip: POSTGRES === undefined && "TEST_DATABASE_URL is not set" },
  () => {
    const world = new World("postgres", {});
    before(() => world.open());
    after(() => world.close());

    opensTogether(world, async ({ url }) => {
      const database = await connect(url, {
        onIdleError: (error) => assert.fail(error),
        connections: CONNECTIONS,
      });
      return { counters: postgresCounters(database.reader), close: () => database.close() };
    });

    test("a window that is over is followed by one that its first call opens, and is deleted in time", async () => {
      const { reader } = world.database;
      const { take } = postgresCounters(reader)(newLimitName(), { limit: 2, seconds: 60 });
      const expire = () =>
        sql`update call_counts set ends_at = statement_timestamp() - interval '1 second'`.execute(
          reader,
        );
      const rows = async () => (await sql`select * from call_counts`.execute(reader)).rows.length;
      for (const used of [1, 2]) assert.equal((await take("key", 1)).used, used);
      assert.equal((await take("key", 1)).isAllowed, false);
      await expire();
      assert.partialDeepStrictEqual(await take("key", 0), { used: 0, msLeft: 60_000 });
      const { isAllowed, used, msLeft } = await take("key", 1);
      assert.deepEqual([isAllowed, used, msLeft], [true, 1, 60_000]);
      await expire();
      const before = await rows();
      assert.equal(await deleteEndedWindows(reader), before);
      assert.equal(await rows(), 0);
    });

    test("a window that a clock which was set back leaves far ahead is not waited for", async () => {
      const { reader } = world.database;
      const { take } = postgresCounters(reader)(newLimitName(), { limit: 1, seconds: 60 });
      await take("key", 1);
      await sql`update call_counts set ends_at = ends_at + interval '3 hours'`.execute(reader);
      assert.equal((await take("key", 1)).isAllowed, true);
    });
  },
);

describe("on one Redis", { skip }, () => {
  const world = new World("sqlite", {});
  before(() => world.open());
  after(() => world.close());
  const log = { warn: (facts: object) => assert.fail(JSON.stringify(facts)), info: () => {} };

  opensTogether(world, async () => {
    const counts = await RedisCounts.open(redisUrl ?? "", log);
    return { counters: counts.counters, close: () => counts.close() };
  });
});

describe("while Redis is away", () => {
  const world = new World("sqlite", {});
  before(() => world.open());
  after(() => world.close());

  test("each server counts for itself from the start, and says so once, and in /readyz", async () => {
    const said: string[] = [];
    const log = { warn: (_: object, words: string) => said.push(words), info: () => {} };
    const counts = await RedisCounts.open("redis://127.0.0.1:1", log);
    const { app } = loggedApp(world, {
      counters: counts.counters,
      countsAlone: () => counts.isAway,
      rateLimit: rateLimitOf(counts.counters("calls", WINDOW), WINDOW),
    });
    const team = await world.team();
    const answers = await Promise.all(Array.from({ length: 200 }, () => ping(app, team)));
    assert.equal(answers.filter(({ status }) => status === 200).length, WINDOW.limit);
    assert.deepEqual(said, [AWAY]);
    const ready = await app.request("/readyz");
    const limits = "Redis is away: this server counts calls for itself";
    assert.deepEqual([ready.status, await ready.json()], [200, { status: "ready", limits }]);
    counts.close();
  });

  for (const fault of ["cut", "hang"] as const)
    test(
      `that goes away while the server runs (${fault}) it counts for itself, and with the others when Redis is back`,
      { skip },
      async () => {
        const way = await breakableWay(redisUrl ?? "");
        const said: string[] = [];
        const log = {
          warn: (_: object, words: string) => said.push(words),
          info: (words: string) => said.push(words),
        };
        const counts = await RedisCounts.open(way.url, log);
        const name = newLimitName();
        const { take } = counts.counters(name, { limit: 3, seconds: 60 });
        assert.equal((await take("key", 2)).used, 2);
        way[fault]();
        const alone = await Promise.all(Array.from({ length: 5 }, () => take("key", 1)));
        assert.equal(
          alone.filter(({ isAllowed }) => isAllowed).length,
          3,
          "counted anew, by the process",
        );
        assert.deepEqual([said, counts.isAway], [[AWAY], true]);
        way.mend();
        await until(() => !counts.isAway);
        assert.deepEqual(said, [AWAY, BACK]);
        assert.equal((await take("key", 0)).used, 2, "as Redis has it");
        counts.close();
        await way.close();
      },
    );
});

const AWAY = "Redis is away: each server counts calls against limits for itself";
const BACK = "Redis is back: servers count calls against limits together";

test("a process refuses what it knows to be used up without asking again", async () => {
  let asked = 0;
  const counters: Counters = (name, window) => {
    const counter = memoryCounters(name, window);
    const take = async (key: string, cost: number) => {
      asked += 1;
      return counter.take(key, cost);
    };
    return { ...counter, take };
  };
  const { take } = knowingSpent(counters)("calls", { limit: 2, seconds: 60 });
  for (let call = 0; call < 5; call += 1) await take("key", 1);
  assert.equal(asked, 2);
  assert.partialDeepStrictEqual(await take("key", 1), { isAllowed: false, used: 2 });
  assert.equal((await take("other", 1)).isAllowed, true);
});
