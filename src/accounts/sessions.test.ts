import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, onEachDatabase, type Team } from "../../test/app.ts";
import { onceCompared } from "../../test/argon2.ts";
import { Browser, filledIn, formOf } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import { PASSWORD, person, signedIn } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { hashPassword } from "./passwords.ts";
import { setPassword } from "./users.ts";

const HOUR_MS = 60 * 60_000;

onEachDatabase((world) => {
  test("a session that is not seen for 12 hours is over", async () => {
    const browser = await signedIn(await world.team());
    world.pass(12 * HOUR_MS - 1);
    assert.ok(await isSignedIn(browser));
    world.pass(12 * HOUR_MS - 1);
    assert.ok(await isSignedIn(browser), "being seen is a new beginning");
    world.pass(12 * HOUR_MS);
    assert.ok(!(await isSignedIn(browser)));
  });

  test("a session that is seen all the time is over after 30 days", async () => {
    const browser = await signedIn(await world.team());
    for (let hours = 0; hours < 720; hours += 10) {
      assert.ok(await isSignedIn(browser));
      world.pass(10 * HOUR_MS - 1);
      assert.ok(await isSignedIn(browser));
      world.pass(1);
    }
    assert.ok(!(await isSignedIn(browser)));
  });

  test("a session that is over answers no question and sends no form", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const page = await browser.open("/account");
    world.pass(12 * HOUR_MS);
    const fields = { current_password: PASSWORD, new_password: "another password" };
    assert.equal((await browser.submit(page, fields, undefined, "/account/password")).status, 401);
    assert.ok(await isSignedIn(await signedIn(team)), "the password is the one before");
  });

  test("when a session was seen is written once a minute at most", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const seen = async () => (await sessionsOf(team)).map(({ last_seen_at }) => last_seen_at);
    const start = world.now;
    world.pass(59_999);
    await browser.open("/account");
    assert.deepEqual(await seen(), [start]);
    world.pass(1);
    await browser.open("/account");
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
    const [one, other] = [await signedIn(team), await signedIn(team)];
    const page = await one.open("/account");
    const fields = { current_password: PASSWORD, new_password: "another password" };
    await one.submit(page, fields, undefined, "/account/password");
    assert.ok(await isSignedIn(one));
    assert.ok(!(await isSignedIn(other)));
    assert.equal((await attempt(await person(team))).status, 401);
    const { email } = await person(team);
    assert.equal((await attempt({ email, password: "another password" })).status, 303);
  });

  test("a sign-in is refused when the password is changed after it was compared", async () => {
    const team = await world.team();
    const fields = await person(team);
    const passwordHash = await hashPassword("another password", "password");
    onceCompared(() =>
      setPassword(team.signed, { userId: team.userId, passwordHash, keptSession: null }),
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
    for (let round = 0; round < (world.dialect === "postgres" ? 60 : 12); round += 1) {
      await setPassword(team.signed, { ...change, passwordHash: old });
      const { app } = loggedApp(world);
      const changed = Promise.withResolvers<boolean>();
      onceCompared(async () => {
        // Begun when the first of them is about to sign in; it does not wait for it.
        const changing = setPassword(team.signed, { ...change, passwordHash: next });
        void changing.then(changed.resolve, changed.reject);
      });
      const answers = await together(4, () => attempt({ email, password }, app));
      await changed.promise;
      assert.deepEqual(await sessionsOf(team), [], `round ${round}`);
      for (const { status } of answers) assert.ok([303, 401].includes(status), String(status));
    }
  });

  test("a password is not changed by whoever entered the one before, when it was changed meanwhile", async () => {
    const team = await world.team();
    const { email } = await person(team);
    const [browser, thief] = [await signedIn(team), await signedIn(team)];
    const form = formOf(await thief.open("/account"), "/account/password");
    const page = await browser.open("/account");
    onceCompared(() =>
      browser.submit(
        page,
        { current_password: PASSWORD, new_password: "the person's own" },
        undefined,
        "/account/password",
      ),
    );
    const refused = await thief.send(
      "/account/password",
      filledIn(form, { current_password: PASSWORD, new_password: "the thief's own" }),
    );
    assert.equal(refused.status, 422);
    assert.match(refused.html, /This is not your password now\./);
    assert.equal((await attempt({ email, password: "the thief's own" })).status, 401);
    assert.equal((await attempt({ email, password: "the person's own" })).status, 303);
    assert.ok(await isSignedIn(browser));
    assert.ok(!(await isSignedIn(thief)));
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

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.open("/account")).path.startsWith("/account");
}
