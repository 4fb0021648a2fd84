import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { App, grantsOf, signedIn, statusOf, tokensOf } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { emptied } from "../../test/rows.ts";
import { newSetupLink } from "../accounts/set-up.ts";
import { baseContextOf } from "../db/context.ts";
import type { Schema } from "../db/schema/schema.ts";
import { createConfidentialClient } from "../oauth/clients.ts";
import { collect } from "./collect.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

onEachDatabase((world) => {
  const baseContext = () =>
    baseContextOf({ database: world.database, clock: () => Date.parse(world.now), randomBytes });

  const count = async (table: keyof Schema): Promise<number> =>
    (
      await world.database.reader
        .selectFrom(table)
        .select("expires_at" as any)
        .execute()
    ).length;

  /** Asserts that rows are deleted after that time, not earlier, and that `left` rows stay. */
  const goesAfter = async (table: keyof Schema, milliseconds: number, left = 0) => {
    const before = await count(table);
    world.pass(milliseconds - 1);
    await collect(baseContext(), fail);
    assert.equal(await count(table), before, "it stays for that long");
    world.pass(1);
    assert.ok((await collect(baseContext(), fail)) >= 1);
    assert.equal(await count(table), left);
  };

  test("a set-up link goes after its 24 hours", async () => {
    await emptied(world.database);
    await newSetupLink(baseContext());
    await goesAfter("setup_links", DAY_MS);
  });

  test("a session goes a day after it was last seen", async () => {
    await signedIn(await world.team());
    await goesAfter("sessions", DAY_MS);
  });

  test("a session goes after its 30 days, however lately it was seen", async () => {
    await signedIn(await world.team());
    const expiry = Date.parse(world.now) + 30 * DAY_MS;
    await world.database.begin((db) =>
      db
        .updateTable("sessions")
        .set({ last_seen_at: new Date(expiry).toISOString() })
        .execute(),
    );
    await goesAfter("sessions", 30 * DAY_MS);
  });

  test("a session that is alive stays, with what it was asked", async () => {
    const team = await world.team();
    const app = await App.register(world);
    await signedIn(team);
    world.pass(20 * HOUR_MS);
    const browser = await signedIn(team);
    const page = await browser.open(app.authorizePath());
    world.pass(4 * HOUR_MS);
    const asked = await browser.open(app.authorizePath());
    await collect(baseContext(), fail);
    assert.equal(await count("sessions"), 1);
    assert.equal(await count("oauth_requests"), 1, "the older question was over");
    assert.equal((await browser.submit(page, { team: team.id }, "Allow")).status, 403);
    assert.equal((await browser.submit(asked, { team: team.id }, "Allow")).status, 303);
  });

  test("a question goes after its 10 minutes", async () => {
    const app = await App.register(world);
    await (await signedIn(await world.team())).open(app.authorizePath());
    await goesAfter("oauth_requests", 10 * MINUTE_MS);
  });

  test("an access token goes a day after it expired, and till then says that it did", async () => {
    await emptied(world.database);
    const team = await world.team();
    const { access_token } = await (await App.register(world)).connect(team);
    await goesAfter("oauth_access_tokens", HOUR_MS + DAY_MS);
    assert.equal(await statusOf(team, access_token), 401);
    assert.equal((await grantsOf(team)).length, 1);
  });

  test("a refresh token goes a day after it expired, a spent one as well", async () => {
    await emptied(world.database);
    const app = await App.register(world);
    const { refresh_token } = await app.connect(await world.team());
    await app.refresh(refresh_token);
    assert.equal(await count("oauth_refresh_tokens"), 2);
    await goesAfter("oauth_refresh_tokens", 31 * DAY_MS);
  });

  test("a spent refresh token that comes again ends the access as long as it would have lived", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const first = await app.connect(team);
    const second = await tokensOf(app.refresh(first.refresh_token));
    world.pass(30 * DAY_MS - 1);
    await tokensOf(app.refresh(second.refresh_token));
    await collect(baseContext(), fail);
    assert.equal((await app.refresh(first.refresh_token)).status, 400);
    assert.equal((await grantsOf(team))[0]?.ended_because, "refresh_token_reused");
  });

  test("an approval whose code was never exchanged goes a day after the code's 60 seconds", async () => {
    await emptied(world.database);
    const team = await world.team();
    const app = await App.register(world);
    const { refresh_token } = await app.connect(team);
    world.pass(1);
    await app.code(await signedIn(team), team);
    await goesAfter("oauth_grants", MINUTE_MS + DAY_MS, 1);
    assert.equal((await app.refresh(refresh_token)).status, 200, "the one that came stays");
  });

  test("a grant goes 30 days after its 180, with every token of it", async () => {
    await emptied(world.database);
    const team = await world.team();
    const app = await App.register(world);
    let { refresh_token } = await app.connect(team);
    for (let round = 0; round < 6; round += 1) {
      world.pass(29 * DAY_MS);
      ({ refresh_token } = await tokensOf(app.refresh(refresh_token)));
      await collect(baseContext(), fail);
    }
    await goesAfter("oauth_grants", 6 * DAY_MS + 30 * DAY_MS);
    assert.equal(await count("oauth_access_tokens"), 0);
    assert.equal(await count("oauth_refresh_tokens"), 0);
    assert.ok((await team.journalOf("oauth/authorize")).length > 0, "the journal stays");
  });

  test("an app that nobody approved goes after 90 days, one that somebody did or an administrator added stays", async () => {
    await emptied(world.database);
    const team = await world.team();
    const approved = await App.register(world);
    await approved.connect(team);
    await App.register(world);
    await createConfidentialClient(baseContext(), {
      name: "Known app",
      redirectUris: ["https://app.example/cb"],
      clientUri: null,
      logoUri: null,
    });
    const clients = async () =>
      (await world.database.reader.selectFrom("oauth_clients").select("id").execute()).length;
    world.pass(90 * DAY_MS - 1);
    await collect(baseContext(), fail);
    assert.equal(await clients(), 3);
    world.pass(1);
    await collect(baseContext(), fail);
    assert.equal(await clients(), 2);
    world.pass(1000 * DAY_MS);
    await collect(baseContext(), fail);
    assert.equal(await clients(), 2, "also when nothing of its grants is left");
  });

  test("an app that goes takes what it asked for along", async () => {
    await emptied(world.database);
    const browser = await signedIn(await world.team());
    const app = await App.register(world);
    await world.database.begin((db) =>
      db.updateTable("oauth_clients").set({ created_at: "2026-01-01T00:00:00.000Z" }).execute(),
    );
    const page = await browser.open(app.authorizePath());
    assert.equal(page.status, 200);
    await collect(baseContext(), fail);
    assert.equal(await count("oauth_requests"), 0);
    assert.equal((await browser.open(app.authorizePath())).status, 400);
  });

  test("answers that were spent and calls that were kept go when they are over", async () => {
    for (const table of ["spent_answers", "idempotent_calls"] as const) {
      await emptied(world.database);
      await kept(table, 1);
      await goesAfter(table, 1);
    }
  });

  test("a job goes 30 days after it was done and 90 after it died, and stays while it waits", async () => {
    for (const [how, milliseconds] of [
      ["done_at", 30 * DAY_MS],
      ["dead_at", 90 * DAY_MS],
    ] as const) {
      await emptied(world.database);
      const team = await world.team();
      for (const ended of [{ [how]: world.now }, {}]) {
        const job = { team_id: team.id, id: randomUUID(), job: "invitation_mail" } as const;
        const row = { ...job, subject_id: randomUUID(), run_at: world.now, attempts: 1 };
        await world.database.begin((db) =>
          db
            .insertInto("outbox")
            .values({ ...row, ...ended, again: false })
            .execute(),
        );
      }
      const left = async () =>
        (await world.database.reader.selectFrom("outbox").selectAll().execute()).length;
      world.pass(milliseconds - 1);
      await collect(baseContext(), fail);
      assert.equal(await left(), 2);
      world.pass(1);
      await collect(baseContext(), fail);
      assert.equal(await left(), 1);
    }
  });

  test("what is over goes some rows at a time, and others get in between", async () => {
    await emptied(world.database);
    await kept("idempotent_calls", 1201);
    world.pass(2000);
    const left: number[] = [];
    const context = baseContext();
    const begin: typeof context.begin = async (work) => {
      const result = await world.database.begin(work);
      left.push(await count("idempotent_calls"));
      return result;
    };
    assert.equal(await collect({ ...context, begin }, fail), 1201);
    const steps = left.filter((rows, index) => rows !== (left[index - 1] ?? 1201));
    assert.deepEqual(steps, [701, 201, 0]);
  });

  test("rows that are over at the same moment all go", async () => {
    await emptied(world.database);
    await kept("spent_answers", 1201, 0);
    world.pass(1);
    assert.equal(await collect(baseContext(), fail), 1201);
    assert.equal(await count("spent_answers"), 0);
  });

  test("servers that collect at the same time do not hinder each other", async () => {
    for (let round = 0; round < 5; round += 1) {
      await emptied(world.database);
      await kept("idempotent_calls", 600);
      world.pass(2000);
      const collected = await together(3, () => collect(baseContext(), fail));
      assert.equal(
        collected.reduce((sum, rows) => sum + rows),
        600,
      );
    }
  });

  test("what cannot be deleted is told, and keeps nothing else from going", async () => {
    await emptied(world.database);
    await kept("idempotent_calls", 3);
    world.pass(2000);
    const problem = new Error("the disk is full");
    let isFirst = true;
    const begin: ReturnType<typeof baseContext>["begin"] = async (work) => {
      if (!isFirst) return world.database.begin(work);
      isFirst = false;
      throw problem;
    };
    const told: unknown[] = [];
    assert.equal(await collect({ ...baseContext(), begin }, (error) => told.push(error)), 3);
    assert.deepEqual(told, [problem]);
  });

  /** Rows that expire one millisecond apart. */
  async function kept(
    table: "spent_answers" | "idempotent_calls",
    rows: number,
    apart = 1,
  ): Promise<void> {
    const { id: team_id } = await world.team();
    const values = Array.from({ length: rows }, (_, index) => ({
      team_id,
      expires_at: new Date(Date.parse(world.now) + 1 + index * apart).toISOString(),
    }));
    await world.database.begin(async (db) => {
      for (let from = 0; from < rows; from += 500) {
        const some = values.slice(from, from + 500);
        if (table === "spent_answers") {
          const nonces = some.map((row) => ({ ...row, nonce: randomUUID() }));
          await db.insertInto("spent_answers").values(nonces).execute();
        } else {
          const call = { credential_id: team_id, tool: "x", arguments_hash: "", answer: "" };
          const calls = some.map((row, index) => ({ ...call, ...row, key: `${from + index}` }));
          await db.insertInto("idempotent_calls").values(calls).execute();
        }
      }
    });
  }
});

function fail(error: unknown): never {
  throw error;
}
