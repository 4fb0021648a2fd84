import assert from "node:assert/strict";
import { after, before, describe, it, mock } from "node:test";
import { BASE_URL, onAnyDatabase, type Team, type World } from "../../test/app.ts";
import { onceCompared, verified } from "../../test/argon2.ts";
import { Browser } from "../../test/browser.ts";
import { loggedApp, worldOfFile } from "../../test/mcp.ts";
import { App, assertNothingGranted, PASSWORD, person, statusOf } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { WebApp } from "../../test/web.ts";

const NEW_PASSWORD = "another password";
const MINUTE_MS = 60_000;
const ME = "GET /api/me";
const CHANGE = "PUT /api/me/password";
const CONFIRM = "POST /api/me/confirm";
const FULL_ACCESS = "PUT /api/teams/:team/member-full-access";

onAnyDatabase((world) => {
  it("is changed by whoever enters the one before, which is journalled without either", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    world.pass(1000);
    await app.ask(CHANGE, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    const { email } = await person(team);
    assert.equal(await signsIn(world, email, PASSWORD), false);
    assert.equal(await signsIn(world, email, NEW_PASSWORD), true);
    const [event] = await team.journalOf(CHANGE);
    assert.deepEqual([event?.actor_id, event?.credential_kind], [team.userId, "session"]);
    assert.deepEqual(
      event?.changes.map(({ after }) => after),
      [{ password_set_at: world.now }],
    );
    assert.ok(!/argon2|password horse|another password/.test(JSON.stringify(await team.journal())));
  });

  it("ends every other session when it changes, and leaves the apps that are connected alone", async () => {
    const team = await world.team();
    const { access_token } = await (await App.register(world)).connect(team);
    const [app, other] = [await WebApp.of(team), await WebApp.of(team)];
    await app.ask(CHANGE, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    assert.equal((await app.attempt(ME, {})).status, 200);
    assert.equal((await other.attempt(ME, {})).status, 401);
    assert.equal(await statusOf(team, access_token), 200);
  });

  for (const [what, currentPassword, newPassword, at] of [
    ["the one before is wrong", "wrong password", NEW_PASSWORD, "/currentPassword"],
    ["the one before is empty", "", NEW_PASSWORD, "/currentPassword"],
    ["the one before is missing", undefined, NEW_PASSWORD, "/currentPassword"],
    ["the new one is too short", PASSWORD, "short", "/newPassword"],
    ["the new one is too long", PASSWORD, "x".repeat(1001), "/newPassword"],
    ["the new one is missing", PASSWORD, undefined, "/newPassword"],
  ] as const) {
    it(`stays when ${what}, and no session ends`, async () => {
      const team = await world.team();
      const { app: site } = loggedApp(world);
      const [app, other] = [await WebApp.of(team, { app: site }), await WebApp.of(team)];
      const refused = await app.refused(CHANGE, { currentPassword, newPassword });
      assert.deepEqual([refused.status, refused.at], [422, [at]]);
      assert.equal((await other.attempt(ME, {})).status, 200);
      assert.ok(await signsIn(world, (await person(team)).email, PASSWORD));
    });
  }

  it("stays as the person set it when somebody else entered the one before, and was slower", async () => {
    const team = await world.team();
    const { email } = await person(team);
    const [app, thief] = [await WebApp.of(team), await WebApp.of(team)];
    onceCompared(() =>
      app.ask(CHANGE, { currentPassword: PASSWORD, newPassword: "the person's own" }),
    );
    const given = { currentPassword: PASSWORD, newPassword: "the thief's own" };
    const { status, body } = await thief.attempt(CHANGE, given);
    assert.deepEqual([status, body.errors[0].pointer], [422, "/currentPassword"]);
    assert.equal(await signsIn(world, email, "the thief's own"), false);
    assert.equal(await signsIn(world, email, "the person's own"), true);
    assert.equal((await app.attempt(ME, {})).status, 200);
    assert.equal((await thief.attempt(ME, {})).status, 401);
  });

  describe("opens what raises rights", () => {
    it("for ten minutes after it was entered to sign in", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      const entered = world.now;
      assert.equal((await app.ask(ME, {})).confirmedUntil, later(entered));
      world.pass(10 * MINUTE_MS - 1);
      await app.ask(FULL_ACCESS, { team: team.id, isOn: true });
      await app.ask(FULL_ACCESS, { team: team.id, isOn: false });
      world.pass(1);
      assert.equal((await app.ask(ME, {})).confirmedUntil, null);
      const refused = await app.refused(FULL_ACCESS, { team: team.id, isOn: true });
      assert.deepEqual([refused.status, refused.code], [403, "password_needed"]);
    });

    it("for ten minutes more when it is entered again, in that session only", async () => {
      const team = await world.team();
      const [app, other] = [await WebApp.of(team), await WebApp.of(team)];
      world.pass(11 * MINUTE_MS);
      const { confirmedUntil } = await app.ask(CONFIRM, { password: PASSWORD });
      assert.equal(confirmedUntil, later(world.now));
      assert.equal((await app.ask(ME, {})).confirmedUntil, confirmedUntil);
      assert.equal((await other.ask(ME, {})).confirmedUntil, null);
      const on = { team: team.id, isOn: true };
      assert.equal((await other.refused(FULL_ACCESS, on)).code, "password_needed");
      await app.ask(FULL_ACCESS, on);
      world.pass(10 * MINUTE_MS);
      assert.equal((await app.refused(FULL_ACCESS, on)).code, "password_needed");
    });

    it("when it was entered to change it", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      world.pass(11 * MINUTE_MS);
      await app.ask(CHANGE, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
      await app.ask(FULL_ACCESS, { team: team.id, isOn: true });
    });

    it("but not when it is wrong", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      world.pass(11 * MINUTE_MS);
      for (const password of ["wrong password", "", "x".repeat(1001)]) {
        const refused = await app.refused(CONFIRM, { password });
        assert.deepEqual([refused.status, refused.at], [422, ["/password"]]);
      }
      assert.equal((await app.ask(ME, {})).confirmedUntil, null);
    });

    it("but not when it is another one by the time it was looked at", async () => {
      const team = await world.team();
      const [app, other] = [await WebApp.of(team), await WebApp.of(team)];
      world.pass(11 * MINUTE_MS);
      const { csrf } = await app.ask(ME, {});
      onceCompared(() =>
        other.ask(CHANGE, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      );
      const headers = { "X-CSRF-Token": csrf, Origin: BASE_URL };
      const { status } = await app.send(CONFIRM, { password: PASSWORD }, headers);
      assert.equal(status, 422);
    });
  });

  function later(moment: string): string {
    return new Date(Date.parse(moment) + 10 * MINUTE_MS).toISOString();
  }
});

describe("guessing the password of a session that was left open", () => {
  const world = worldOfFile();
  before(() => mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.parse(world.now) }));
  after(() => mock.timers.reset());

  const WRONG = { currentPassword: "wrong password", newPassword: NEW_PASSWORD };

  it("ends after ten failures for a quarter of an hour, the right one included, also at the same time", async () => {
    const app = await ownApp(await world.team());
    verified.length = 0;
    const replies = await together(20, (index) =>
      index % 2 === 0
        ? app.attempt(CHANGE, WRONG)
        : app.attempt(CONFIRM, { password: "wrong password" }),
    );
    assert.equal(verified.length, 10);
    const statuses = replies.map(({ status }) => status);
    assert.deepEqual(
      [422, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
      [10, 10],
    );
    const right = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    for (const [path, given] of [
      [CHANGE, right],
      [CONFIRM, { password: PASSWORD }],
    ] as const) {
      const { status, body, headers } = await assertNothingGranted(world, () =>
        app.attempt(path, given),
      );
      assert.deepEqual([status, body.code], [429, "too_many_attempts"]);
      assert.equal(headers.get("Retry-After"), "900");
      assert.equal(body.detail, "Try again in 15 minutes.");
    }
    mock.timers.tick(15 * MINUTE_MS);
    await app.ask(CHANGE, right);
  });

  it("ends after ten failures one after the other as well", async () => {
    const app = await ownApp(await world.team());
    for (let count = 1; count <= 10; count += 1)
      assert.equal((await app.attempt(CONFIRM, { password: "wrong password" })).status, 422);
    assert.equal((await app.attempt(CONFIRM, { password: PASSWORD })).status, 429);
  });

  it("is not counted for whoever knows it, nor for another person", async () => {
    const team = await world.team();
    const { app: site } = loggedApp(world);
    const app = await WebApp.of(team, { app: site });
    for (let count = 0; count < 12; count += 1) {
      const [currentPassword, newPassword] =
        count % 2 === 0 ? [PASSWORD, NEW_PASSWORD] : [NEW_PASSWORD, PASSWORD];
      await app.ask(CHANGE, { currentPassword, newPassword });
      await app.ask(CONFIRM, { password: newPassword });
    }
    const other = await WebApp.of(await world.team(), { app: site });
    for (let count = 1; count <= 10; count += 1)
      await other.attempt(CONFIRM, { password: "wrong password" });
    await app.ask(CONFIRM, { password: PASSWORD });
  });

  /** On an app of its own, which has counted nothing. */
  async function ownApp(team: Team): Promise<WebApp> {
    return WebApp.of(team, { app: loggedApp(world).app });
  }
});

async function signsIn(world: World, email: string, password: string): Promise<boolean> {
  const browser = new Browser(loggedApp(world).app, BASE_URL);
  await browser.submit(await browser.open("/signin"), { email, password });
  return (await new WebApp(world, browser).attempt(ME, {})).status === 200;
}
