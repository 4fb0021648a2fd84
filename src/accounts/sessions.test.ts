import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, onEachDatabase, type Team } from "../../test/app.ts";
import { onceCompared } from "../../test/argon2.ts";
import { Browser } from "../../test/browser.ts";
import { rounds } from "../../test/extent.ts";
import { loggedApp } from "../../test/mcp.ts";
import { App, PASSWORD, person, signedIn } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { WebApp } from "../../test/web.ts";
import { hashPassword } from "./passwords.ts";
import { setPassword } from "./users.ts";

const HOUR_MS = 60 * 60_000;
const CHANGE = "PUT /api/me/password";
const CHANGED = { currentPassword: PASSWORD, newPassword: "another password" };

onEachDatabase((world) => {
  test("a session that is not seen for 12 hours is over", async () => {
    const app = await WebApp.of(await world.team());
    world.pass(12 * HOUR_MS - 1);
    assert.ok(await app.isSignedIn());
    world.pass(12 * HOUR_MS - 1);
    assert.ok(await app.isSignedIn(), "being seen is a new beginning");
    world.pass(12 * HOUR_MS);
    assert.ok(!(await app.isSignedIn()));
  });

  test("a session that is seen all the time is over after 30 days", async () => {
    const app = await WebApp.of(await world.team());
    for (let hours = 0; hours < 720; hours += 10) {
      assert.ok(await app.isSignedIn());
      world.pass(10 * HOUR_MS - 1);
      assert.ok(await app.isSignedIn());
      world.pass(1);
    }
    assert.ok(!(await app.isSignedIn()));
  });

  test("a session is answered while another write is open, which on SQLite keeps it from being noted", async () => {
    const app = await WebApp.of(await world.team());
    world.pass(HOUR_MS);
    await world.database.begin(async (db) => {
      await db.selectFrom("teams").select("id").execute();
      assert.ok(await app.isSignedIn());
    });
  });

  test("a session that is over answers no question and sends no form", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const send = await new WebApp(world, browser).ready(CHANGE, CHANGED);
    const asked = await browser.open((await App.register(world)).authorizePath());
    world.pass(12 * HOUR_MS);
    assert.equal((await send()).status, 401);
    assert.equal((await browser.submit(asked, {}, "Allow")).status, 401);
    assert.ok(await (await WebApp.of(team)).isSignedIn(), "the password is the one before");
  });

  test("when a session was seen is written once a minute at most", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const seen = async () => (await sessionsOf(team)).map(({ last_seen_at }) => last_seen_at);
    const start = world.now;
    world.pass(59_999);
    await app.ask("GET /api/me", {});
    assert.deepEqual(await seen(), [start]);
    world.pass(1);
    await app.ask("GET /api/me", {});
    assert.deepEqual(await seen(), [world.now]);
  });

  test("what a browser says of itself is kept as far as 300 characters", async () => {
    const team = await world.team();
    const browser = new Browser(world.app, BASE_URL, "x".repeat(400));
    await browser.submit(await browser.open("/signin"), await person(team));
    assert.equal((await sessionsOf(team))[0]?.device, "x".repeat(300));
  });

  test("no session of the old password survives a change of it", async () => {
    const team = await world.team();
    const [one, other] = [await WebApp.of(team), await WebApp.of(team)];
    await one.ask(CHANGE, CHANGED);
    assert.ok(await one.isSignedIn());
    assert.ok(!(await other.isSignedIn()));
    assert.equal((await attempt(await person(team))).status, 401);
    const { email } = await person(team);
    assert.equal((await attempt({ email, password: "another password" })).status, 303);
  });

  test("a sign-in is refused when the password is changed after it was compared", async () => {
    const team = await world.team();
    const fields = await person(team);
    const passwordHash = await hashPassword("another password", "password");
    onceCompared(() =>
      setPassword(team.auditContext, { userId: team.userId, passwordHash, keptSession: null }),
    );
    const refused = await attempt(fields);
    assert.deepEqual([refused.status, refused.headers.getSetCookie()], [401, []]);
    assert.deepEqual(await sessionsOf(team), []);
  });

  test("no session of the old password survives sign-ins that race with a change of it", async () => {
    const team = await world.team();
    const { email } = await person(team);
    const password = "the old password";
    const [old, next] = [await hashPassword(password, "-"), await hashPassword("the new one", "-")];
    const change = { userId: team.userId, keptSession: null };
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      await setPassword(team.auditContext, { ...change, passwordHash: old });
      const { app } = loggedApp(world);
      const changed = Promise.withResolvers<boolean>();
      onceCompared(async () => {
        // Starts just before the first sign-in completes; the sign-in does not wait for it.
        const changing = setPassword(team.auditContext, { ...change, passwordHash: next });
        void changing.then(changed.resolve, changed.reject);
      });
      const answers = await together(4, () => attempt({ email, password }, app));
      await changed.promise;
      assert.deepEqual(await sessionsOf(team), [], `round ${round}`);
      for (const { status } of answers) assert.ok([303, 401].includes(status), String(status));
    }
  });

  async function attempt(fields: { email: string; password: string }, app = world.app) {
    return app.request("/signin", {
      method: "POST",
      headers: { Origin: BASE_URL },
      body: new URLSearchParams(fields),
    });
  }

  async function sessionsOf({ userId }: Team) {
    const sessions = world.database.reader.selectFrom("sessions").selectAll();
    return sessions.where("user_id", "=", userId).execute();
  }
});
