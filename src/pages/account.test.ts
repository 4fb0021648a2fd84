import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import { BASE_URL, onEachDatabase, type World } from "../../test/app.ts";
import { verified } from "../../test/argon2.ts";
import { Browser, filledIn, formOf, type Page, textOf } from "../../test/browser.ts";
import { loggedApp, worldOfFile } from "../../test/mcp.ts";
import {
  App,
  assertNothingGranted,
  assertRefused,
  grantsOf,
  PASSWORD,
  person,
  signedIn,
  statusOf,
  tokensOf,
} from "../../test/oauth.ts";
import { together } from "../../test/races.ts";

const NEW_PASSWORD = "another password";
const DISCONNECT = "/account/apps/disconnect";
const END = "/account/sessions/end";

onEachDatabase((world) => {
  test("nobody sees an account but whoever is signed in to it", async () => {
    const team = await world.team();
    const nobody = new Browser(world.app, BASE_URL);
    assert.equal((await nobody.open("/account")).path, "/signin?return=/account");
    const app = await App.register(world, undefined, "App of somebody else");
    await app.connect(team);
    const other = await signedIn(await world.team());
    assert.ok(!(await other.open("/account")).html.includes("App of somebody else"));
  });

  describe("a form of the account does nothing", () => {
    for (const [path, fields] of [
      ["/account/password", { current_password: PASSWORD, new_password: NEW_PASSWORD }],
      [END, { session: "others" }],
      [DISCONNECT, {}],
    ] as const) {
      test(`without the session's own mark, or from another site: ${path}`, async () => {
        const team = await world.team();
        const app = await App.register(world);
        const { access_token } = await app.connect(team);
        const [browser, other] = [await signedIn(team), await signedIn(team)];
        const form = formOf(await browser.open("/account"), path);
        const csrf = formOf(await other.open("/account"), path).fields.find(
          ([name]) => name === "csrf",
        );
        await assertNothingGranted(world, async () => {
          for (const wrong of [[], "x", csrf?.[1] ?? ""]) {
            const page = await browser.send(path, filledIn(form, { ...fields, csrf: wrong }));
            assert.equal(page.status, 403);
          }
          for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }]) {
            const page = await browser.send(path, filledIn(form, fields), headers);
            assert.equal(page.status, 403);
          }
          const nobody = new Browser(world.app, BASE_URL);
          assert.equal((await nobody.send(path, filledIn(form, fields))).status, 401);
          assert.equal((await browser.open(path)).status, 405);
        });
        assert.equal((await other.open("/account")).path, "/account");
        assert.equal(await statusOf(team, access_token), 200);
      });
    }

    test("without saying which one is meant", async () => {
      const team = await world.team();
      const browser = await signedIn(team);
      const page = await browser.open("/account");
      await assertNothingGranted(world, async () => {
        for (const [path, values] of [
          [END, { session: [] }],
          [END, { session: "all" }],
          [END, { session: "'\0" }],
          [DISCONNECT, { team: team.id }],
          [DISCONNECT, { grant: team.id }],
          [DISCONNECT, { team: "x", grant: "x" }],
        ] as const) {
          const csrf = formOf(page).fields.find(([name]) => name === "csrf")?.[1] ?? "";
          const fields = { csrf, ...values };
          const sent = await browser.send(
            path,
            filledIn({ action: path, fields: [], buttons: [] }, fields),
          );
          assert.equal(sent.status, 400);
        }
      });
      assert.equal((await browser.open("/account")).path, "/account");
    });
  });

  test("a password is changed by whoever enters the one before, which is journalled without either", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    world.pass(1000);
    const page = await changes(browser, PASSWORD, NEW_PASSWORD);
    assert.equal(page.path, "/account?done=password");
    const { email } = await person(team);
    assert.equal(await signsIn(world, email, PASSWORD), false);
    assert.equal(await signsIn(world, email, NEW_PASSWORD), true);
    const [event] = await team.journalOf("account/password");
    assert.deepEqual([event?.actor_id, event?.credential_kind], [team.userId, "session"]);
    assert.deepEqual(
      event?.changes.map(({ after }) => after),
      [{ password_set_at: world.now }],
    );
    assert.ok(!/argon2|password horse|another password/.test(JSON.stringify(await team.journal())));
  });

  test("a change of the password leaves the apps that are connected alone", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const { access_token } = await app.connect(team);
    await changes(await signedIn(team), PASSWORD, NEW_PASSWORD);
    assert.equal(await statusOf(team, access_token), 200);
  });

  for (const [what, current, next, field] of [
    ["the one before is wrong", "wrong password", NEW_PASSWORD, "current_password"],
    ["the one before is missing", "", NEW_PASSWORD, "current_password"],
    ["the new one is too short", PASSWORD, "short", "new_password"],
    ["the new one is too long", PASSWORD, "x".repeat(1001), "new_password"],
    ["the new one is missing", PASSWORD, "", "new_password"],
  ] as const) {
    test(`a password stays when ${what}, and no session ends`, async () => {
      const { app } = loggedApp(world);
      const team = await world.team();
      const [browser, other] = [await signedIn(team, { app }), await signedIn(team, { app })];
      const page = await assertNothingGranted(world, () => changes(browser, current, next));
      assert.equal(page.status, 422);
      assert.match(page.html, new RegExp(`id="${field}-problem"`));
      for (const typed of [current, next]) assert.ok(typed === "" || !page.html.includes(typed));
      assert.equal((await other.open("/account")).path, "/account");
      assert.ok(await signsIn(world, (await person(team)).email, PASSWORD));
    });
  }

  test("a person ends one of their sessions, or all but the one they are in", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    world.pass(1);
    const others = [await signedIn(team), await signedIn(team), await signedIn(team)];
    const page = await browser.open("/account");
    assert.equal(page.html.match(/This one/g)?.length, 1);
    const ends = [...page.html.matchAll(/name="session" value="([^"]*)"/g)].map(
      ([, id = ""]) => id,
    );
    assert.deepEqual(ends.at(-1), "others");
    const csrf = formOf(page).fields.find(([name]) => name === "csrf")?.[1] ?? "";
    const end = (session: string) => browser.send(END, Object.entries({ csrf, session }));
    assert.equal((await end(ends[0] ?? "")).path, "/account?done=session");
    const alive = async () => {
      const paths = await Promise.all(
        others.map(async (other) => (await other.open("/account")).path),
      );
      return paths.filter((path) => path === "/account").length;
    };
    assert.equal(await alive(), 2);
    assert.equal((await end("others")).path, "/account?done=sessions");
    assert.equal(await alive(), 0);
    assert.equal((await browser.open("/account")).path, "/account");
  });

  test("nobody ends the session of somebody else", async () => {
    const [mine, theirs] = [await signedIn(await world.team()), await world.team()];
    const other = await signedIn(theirs);
    const { id } = await world.database.reader
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", theirs.userId)
      .executeTakeFirstOrThrow();
    const csrf = formOf(await mine.open("/account")).fields.find(([name]) => name === "csrf");
    for (const session of [id, "others"])
      await mine.send(END, Object.entries({ csrf: csrf?.[1] ?? "", session }));
    assert.equal((await other.open("/account")).path, "/account");
  });

  test("an app that is disconnected is out at once, and gone from the page", async () => {
    const team = await world.team();
    const app = await App.register(world, undefined, "Gone app");
    const kept = await App.register(world, undefined, "Kept app");
    const tokens = await app.connect(team);
    world.pass(1);
    const others = await kept.connect(team);
    const browser = await signedIn(team);
    const page = await browser.open("/account");
    assert.match(textOf(page.html), /Kept app.*Gone app/, "the newest first");
    const [grant] = await grantsOf(team);
    const sent = await browser.submit(page, { grant: grant?.id ?? "" }, undefined, DISCONNECT);
    assert.equal(sent.path, "/account?done=app");
    assert.ok(!sent.html.includes("Gone app") && sent.html.includes("Kept app"));
    assert.equal(await statusOf(team, tokens.access_token), 401);
    await assertRefused(app.refresh(tokens.refresh_token), "invalid_grant");
    assert.equal(await statusOf(team, others.access_token), 200);
    await tokensOf(kept.refresh(others.refresh_token));
    assert.deepEqual(
      (await grantsOf(team)).map(({ ended_because }) => ended_because),
      ["disconnected", null],
    );
    const [event] = await team.journalOf("account/apps");
    assert.deepEqual([event?.actor_id, event?.credential_kind], [team.userId, "session"]);
  });

  test("nobody disconnects the app of somebody else, in their own team neither", async () => {
    const team = await world.team();
    const colleague = await team.member("admin");
    const stranger = await world.team();
    const app = await App.register(world);
    const { access_token } = await app.connect(team);
    const [grant] = await grantsOf(team);
    for (const other of [colleague, stranger]) {
      const browser = await signedIn(other);
      const csrf = formOf(await browser.open("/account")).fields.find(([name]) => name === "csrf");
      await assertNothingGranted(world, async () => {
        for (const teamId of [team.id, stranger.id]) {
          const fields = { csrf: csrf?.[1] ?? "", team: teamId, grant: grant?.id ?? "" };
          await browser.send(DISCONNECT, Object.entries(fields));
        }
      });
    }
    assert.equal(await statusOf(team, access_token), 200);
  });

  test("an app is disconnected only as one of the team that it is connected to", async () => {
    const team = await world.team();
    const stranger = await world.team();
    const app = await App.register(world);
    const { access_token } = await app.connect(team);
    const browser = await signedIn(team);
    const page = await browser.open("/account");
    await assertNothingGranted(world, () =>
      browser.submit(page, { team: stranger.id }, undefined, DISCONNECT),
    );
    assert.equal(await statusOf(team, access_token), 200);
  });

  test("an app of a person who was removed and came back is not shown, since it is dead", async () => {
    const team = await world.team();
    const app = await App.register(world, undefined, "Dead app");
    await app.connect(team);
    world.pass(1);
    await world.database.begin((db) =>
      db
        .updateTable("memberships")
        .set({ created_at: world.now })
        .where("user_id", "=", team.userId)
        .execute(),
    );
    assert.ok(!(await (await signedIn(team)).open("/account")).html.includes("Dead app"));
  });

  test("only apps that have come and may still come are shown", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const shown = async () =>
      [...(await browser.open("/account")).html.matchAll(/name="grant" value="/g)].length;
    const app = await App.register(world);
    const code = await app.code(browser, team);
    assert.equal(await shown(), 0, "one that has not come yet");
    const { refresh_token } = await tokensOf(app.redeem(code));
    assert.equal(await shown(), 1);
    await app.revoke(refresh_token);
    assert.equal(await shown(), 0, "one that gave its access back");
    await app.connect(team);
    world.pass(180 * 24 * 60 * 60_000);
    await browser.submit(await browser.open("/signin"), await person(team));
    assert.equal(await shown(), 0, "one whose time is over");
  });

  test("what is said to be done is one of our own sentences, whatever the address says", async () => {
    const browser = await signedIn(await world.team());
    for (const done of ["<b>x</b>", "constructor", "__proto__", "toString"]) {
      const { html, status } = await browser.open(`/account?done=${encodeURIComponent(done)}`);
      assert.equal(status, 200);
      assert.ok(!html.includes('role="status"') && !html.includes("<b>x"), done);
    }
  });
});

describe("guessing the password of a session that was left open", () => {
  const world = worldOfFile();
  before(() => mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.parse(world.now) }));
  after(() => mock.timers.reset());

  test("ends after ten failures for a quarter of an hour, the right one included, also at the same time", async () => {
    const team = await world.team();
    const { app } = loggedApp(world);
    const browser = await signedIn(team, { app });
    const form = formOf(await browser.open("/account"), "/account/password");
    const values = { current_password: "wrong password", new_password: NEW_PASSWORD };
    verified.length = 0;
    const pages = await together(20, () =>
      browser.send("/account/password", filledIn(form, values)),
    );
    assert.equal(verified.length, 10);
    assert.equal(
      pages.filter(({ html }) => html.includes("This is not your password now")).length,
      10,
    );
    assert.equal(
      pages.filter(({ html }) => html.includes("Too many attempts have failed")).length,
      10,
    );
    const refused = await assertNothingGranted(world, () =>
      changes(browser, PASSWORD, NEW_PASSWORD),
    );
    assert.match(refused.html, /Too many attempts have failed\. Try again in 15 minutes\./);
    mock.timers.tick(15 * 60_000);
    assert.equal((await changes(browser, PASSWORD, NEW_PASSWORD)).path, "/account?done=password");
  });

  test("ends after ten failures one after the other as well", async () => {
    const team = await world.team();
    const { app } = loggedApp(world);
    const browser = await signedIn(team, { app });
    for (let count = 1; count <= 10; count += 1) {
      const page = await changes(browser, "wrong password", NEW_PASSWORD);
      assert.match(page.html, /This is not your password now/);
    }
    const page = await changes(browser, PASSWORD, NEW_PASSWORD);
    assert.match(page.html, /Too many attempts have failed/);
  });

  test("is not counted for whoever knows it", async () => {
    const team = await world.team();
    const { app } = loggedApp(world);
    const browser = await signedIn(team, { app });
    for (let count = 0; count < 12; count += 1) {
      const [current, next] = count % 2 === 0 ? [PASSWORD, NEW_PASSWORD] : [NEW_PASSWORD, PASSWORD];
      assert.equal((await changes(browser, current, next)).path, "/account?done=password");
    }
  });
});

async function changes(browser: Browser, current: string, next: string): Promise<Page> {
  const values = { current_password: current, new_password: next };
  return browser.submit(await browser.open("/account"), values, undefined, "/account/password");
}

async function signsIn(world: World, email: string, password: string): Promise<boolean> {
  const browser = new Browser(loggedApp(world).app, BASE_URL);
  const page = await browser.submit(await browser.open("/signin"), { email, password });
  return page.path === "/account";
}
