import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test, type TestContext } from "node:test";
import { sql } from "kysely";
import { type Team, World } from "../../test/app.ts";
import { migratedDatabase } from "../../test/database.ts";
import { FaultyNetwork } from "../../test/faulty-network.ts";
import { assertUntouched, bearer, loggedApp, read, until } from "../../test/mcp.ts";
import { addressOf, connected, onServer, POSTGRES } from "../../test/postgres.ts";
import type { App } from "../app.ts";
import { isPassing, Refusal } from "../core/errors.ts";
import { newSecret } from "../core/secrets.ts";
import { ENDPOINTS } from "../oauth/metadata.ts";
import { connect, type PostgresOptions } from "./connect.ts";

const skip = POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;

/** For what never comes, so that no test waits for long. Where an answer comes, a busy machine may take its time. */
const SHORT_MS = 300;
/** A connection starts a process of the server, which is no matter of milliseconds. */
const CONNECT_MS = 2000;

describe("postgres", { skip }, () => {
  test("a connection that dies without an end is noticed, and no call waits for it for ever", async (t) => {
    const limits = { connect: CONNECT_MS, answer: SHORT_MS };
    const { team, network, app, failures } = await faulty(t, limits);
    await call(app, team, "tags_list");
    network.mode = "swallows";
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(app, team, "tags_create", { name: "Lost" })),
    );
    for (const { status, code } of answers)
      assert.ok(status === 503 || code === "unavailable", `${status} ${code}`);
    assert.ok(failures.length > 0);
    network.mode = "works";
    const headers = { "Idempotency-Key": randomBytes(8).toString("hex") };
    const create = async () => call(app, team, "tags_create", { name: "Found" }, headers);
    await until(async () => (await create()).code === null);
    assert.deepEqual(await tagsOf(team), ["Found"]);
  });

  test("a database whose connections are dead closes, and in time", async (t) => {
    const { network, database } = await faulty(t, { answer: 60_000 });
    await sql`select 1`.execute(database.reader);
    const isDead = Promise.withResolvers<null>();
    const running = assert.rejects(
      database.begin(async (db) => {
        await sql`select 1`.execute(db);
        network.mode = "swallows";
        isDead.resolve(null);
        await sql`select 2`.execute(db);
      }),
    );
    await isDead.promise;
    await database.close();
    await running;
  });

  test("a statement that takes too long is ended by the server, and refused", async (t) => {
    const { database } = await faulty(t, { statement: SHORT_MS });
    const long = sql`select pg_sleep(30)`.execute(database.reader);
    await assert.rejects(long, refusal("unavailable", /took too long; nothing was saved/));
  });

  test("a migration may take any time", async (t) => {
    const { url, drop } = await migratedDatabase("postgres");
    t.after(drop);
    await connected(url, async (client) => {
      await client.query("begin; lock table migrations");
      const opening = connect(url, {
        ...QUIET,
        limits: { statement: 100, answer: 100 },
      });
      await client.query("select pg_sleep(0.5)");
      await client.query("commit");
      await (await opening).close();
    });
  });

  test("a transaction whose client is dead gives its locks back", async (t) => {
    const limits = { answer: SHORT_MS, idleInTransaction: SHORT_MS };
    const { database, network, team } = await faulty(t, limits);
    const lost = database.begin(async (db) => {
      await db.selectFrom("teams").select("id").where("id", "=", team.id).forUpdate().execute();
      network.mode = "swallows";
      await sql`select 1`.execute(db);
    });
    await assert.rejects(lost, isPassing);
    await team.world.database.begin(async (db) => {
      await db.selectFrom("teams").select("id").where("id", "=", team.id).forUpdate().execute();
    });
  });

  test("a server that cannot be reached is 503 before a tool runs, also for the look-up of the key", async (t) => {
    const { app, team, network, failures } = await faulty(t);
    network.mode = "refuses";
    const response = await app.request("/mcp", request(team, "tags_list", {}));
    assert.deepEqual([response.status, response.headers.get("Retry-After")], [503, "5"]);
    assert.equal((await read(response)).error, "unavailable");
    assert.ok(failures.length > 0);

    const page = await app.request("/signin", { headers: { Cookie: SESSION } });
    assert.deepEqual([page.status, page.headers.get("Retry-After")], [503, "5"]);
    assert.match(await page.text(), /Try again in a few seconds/);

    const problem = await app.request("/api/me", { headers: { Cookie: SESSION } });
    assert.deepEqual([problem.status, problem.headers.get("Retry-After")], [503, "5"]);
    assert.partialDeepStrictEqual(await read(problem), { status: 503, code: "unavailable" });

    const token = await app.request(ENDPOINTS.token, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: "00000000-0000-4000-8000-000000000000",
        refresh_token: "x",
      }),
    });
    assert.deepEqual([token.status, token.headers.get("Retry-After")], [503, "5"]);
    assert.equal((await read(token)).error, "temporarily_unavailable");
    network.mode = "works";
    assert.equal((await call(app, team, "tags_list")).code, null);
  });

  test("a connection that is reset inside a tool is the tool error unavailable, and nothing is saved", async (t) => {
    const { app, team, network, log } = await faulty(t);
    await call(app, team, "tags_list");
    const held = await locked(team);
    const { code, next } = await assertUntouched(team, async () => {
      const answer = call(app, team, "customers_update", { id: held.id, zip: "1" });
      await held.isWaitedFor();
      network.reset();
      return answer;
    });
    await held.release();
    assert.equal(code, "unavailable");
    assert.match(next, /repeat the call/);
    assert.deepEqual(log, []);
  });

  for (const fate of ["lost", "done"] as const)
    test(`a commit whose answer never comes has an unknown outcome, which a repeat under its key tells: ${fate}`, async (t) => {
      const { app, team, network } = await faulty(t);
      await call(app, team, "tags_list");
      network.nextCommit = fate;
      const headers = { "Idempotency-Key": randomBytes(8).toString("hex") };
      const first = await call(app, team, "tags_create", { name: "Once" }, headers);
      assert.equal(first.code, "outcome_unknown");
      assert.match(first.next, /repeat the same call under the same idempotency key/);
      assert.deepEqual(await tagsOf(team), fate === "done" ? ["Once"] : []);
      const again = await call(app, team, "tags_create", { name: "Once" }, headers);
      assert.equal(again.code, null);
      assert.deepEqual(await tagsOf(team), ["Once"]);
      const [event, ...more] = await team.journalOf("tags_create");
      assert.deepEqual([event?.changes.length, more], [1, []]);
    });

  test("a database that only reads is not ready, and refuses to write", async (t) => {
    const { database, team } = await faulty(t);
    await database.tryWrite();
    const name = new URL(team.world.url).pathname.slice(1);
    await onServer(`alter database ${name} set default_transaction_read_only = on`);
    t.after(() => onServer(`alter database ${name} reset default_transaction_read_only`));
    const reading = await connect(team.world.url, { ...QUIET, state: "as it is" });
    t.after(() => reading.close());
    const { app, log } = loggedApp(team.world, { database: reading });
    assert.equal((await app.request("/readyz")).status, 503);
    const { code, message } = await assertUntouched(team, () =>
      call(app, team, "tags_create", { name: "Not now" }),
    );
    assert.equal(code, "unavailable", JSON.stringify(log));
    assert.match(message, /cannot be written/);
    assert.equal((await call(app, team, "tags_list")).code, null);
    assert.deepEqual(log, []);
  });

  test("a server with fewer connections than the budget serves all calls, reads and writes", async (t) => {
    const role = `ledgerport_test_${randomBytes(6).toString("hex")}`;
    const name = `ledgerport_test_${randomBytes(8).toString("hex")}`;
    await onServer(`create role ${role} login password 'few' connection limit 3`);
    await onServer(`create database ${name} owner ${role}`);
    t.after(async () => {
      await onServer(`drop database ${name} with (force)`);
      await onServer(`drop role ${role}`);
    });
    const url = new URL(addressOf(name));
    [url.username, url.password] = [role, "few"];
    // Each attempt starts a process of the server, of which a busy machine starts few a second.
    const limits = { crowded: 60_000 };
    const database = await connect(url.href, { ...QUIET, connections: 20, limits });
    t.after(() => database.close());
    const count = sql`select count(*) from migrations`;
    const calls = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? count.execute(database.reader)
        : database.begin((db) => sql`update migrations set name = name`.execute(db)),
    );
    assert.equal((await Promise.all(calls)).length, 40);
  });

  test("no more connections are opened than the budget says", async (t) => {
    const { database, network } = await faulty(t, {}, { connections: 4 });
    const before = network.opened;
    const reads = Array.from({ length: 20 }, () =>
      sql`select pg_sleep(0.01)`.execute(database.reader),
    );
    const writes = Array.from({ length: 20 }, () =>
      database.begin((db) => sql`select pg_sleep(0.01)`.execute(db)),
    );
    await Promise.all([...reads, ...writes]);
    assert.ok(network.opened - before <= 4, `${network.opened - before} were opened`);
  });
});

const QUIET = { onIdleError: () => {} };
/** A cookie of the form of a session, so that the session is looked up. */
const SESSION = `session=${newSecret("svc_session_", randomBytes)}`;

function refusal(code: string, message: RegExp) {
  return (error: unknown) =>
    error instanceof Refusal && error.code === code && message.test(error.message);
}

/** A world, and an app on its database through a network with faults. */
async function faulty(
  t: TestContext,
  limits: PostgresOptions["limits"] = {},
  options: Partial<PostgresOptions> = {},
) {
  const world = new World("postgres");
  await world.open();
  t.after(() => world.close());
  const team = await world.team();
  const network = await FaultyNetwork.start();
  t.after(() => network.close());
  const failures: Error[] = [];
  const database = await connect(network.through(world.url), {
    ...QUIET,
    onFailure: (error) => failures.push(error),
    limits: { crowded: 60_000, close: SHORT_MS, ...limits },
    ...options,
  });
  t.after(() => database.close().catch(() => {}));
  return { world, team, network, database, failures, ...loggedApp(world, { database }) };
}

function request(team: Team, name: string, args: object, headers: object = {}) {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...bearer(team.key), ...headers },
    body: JSON.stringify(body),
  };
}

/** Calls a tool, and answers the parts of its error; `code` is null when it has none. */
async function call(
  app: App,
  team: Team,
  name: string,
  args: object = {},
  headers: object = {},
): Promise<{ status: number; code: string | null; message: string; next: string }> {
  const response = await app.request("/mcp", request(team, name, args, headers));
  const { result, error } = await read(response);
  const parts = result?.isError === true ? JSON.parse(result.content[1].text) : {};
  const code = typeof error === "string" ? error : null;
  return { status: response.status, code, message: "", next: "", ...parts };
}

async function tagsOf(team: Team): Promise<string[]> {
  const rows = await team.world.database.reader
    .selectFrom("tags")
    .select("name")
    .where("team_id", "=", team.id)
    .execute();
  return rows.map(({ name }) => name);
}

/** A customer whose row another connection holds. */
async function locked(team: Team) {
  const { database } = team.world;
  const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
  const taken = Promise.withResolvers<null>();
  const released = Promise.withResolvers<null>();
  const holding = database.begin(async (db) => {
    await db.selectFrom("customers").select("id").where("id", "=", id).forUpdate().execute();
    taken.resolve(null);
    await released.promise;
  });
  await taken.promise;
  const isWaitedFor = async () => {
    for (;;) {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader);
      if (rows.length > 0) return;
    }
  };
  const release = async () => {
    released.resolve(null);
    await holding;
  };
  return { id, isWaitedFor, release };
}
