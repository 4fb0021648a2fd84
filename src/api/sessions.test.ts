import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BASE_URL, onAnyDatabase, type Team } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { person } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { WebApp } from "../../test/web.ts";

const ME = "GET /api/me";
const LIST = "GET /api/me/sessions";
const END = "DELETE /api/me/sessions/:id";
const END_OTHERS = "DELETE /api/me/sessions";
const SIGN_OUT = "DELETE /api/me/session";

onAnyDatabase((world) => {
  it("are shown to whose they are, each with its browser, the one seen last first", async () => {
    const team = await world.team();
    await WebApp.of(await world.team());
    const began = world.now;
    await WebApp.of(team);
    world.pass(1000);
    const chrome = "Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36";
    const browser = new Browser(world.app, BASE_URL, chrome);
    await browser.submit(await browser.open("/signin"), await person(team));
    const { sessions } = await new WebApp(world, browser).ask(LIST, {});
    assert.deepEqual(
      sessions.map(({ id: _id, ...session }) => session),
      [
        {
          device: "Chrome on Windows",
          signedInAt: world.now,
          lastSeenAt: world.now,
          isCurrent: true,
        },
        {
          device: "Firefox on Linux",
          signedInAt: began,
          lastSeenAt: began,
          isCurrent: false,
        },
      ],
    );
  });

  it("end one by one, or all but the one that the person is in", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const others = [await WebApp.of(team), await WebApp.of(team), await WebApp.of(team)];
    const stranger = await WebApp.of(await world.team());
    const alive = async () => {
      const replies = await Promise.all(others.map(async (other) => other.attempt(ME, {})));
      return replies.filter(({ status }) => status === 200).length;
    };
    const { sessions } = await app.ask(LIST, {});
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await app.ask(END, { id: other?.id ?? "" });
    assert.equal(await alive(), 2);
    assert.deepEqual(await app.ask(END_OTHERS, {}), { ended: 2 });
    assert.equal(await alive(), 0);
    assert.deepEqual(await app.ask(END_OTHERS, {}), { ended: 0 });
    for (const one of [app, stranger]) assert.equal((await one.attempt(ME, {})).status, 200);
  });

  it("end with the cookie when it is the one that the person is in", async () => {
    for (const end of [
      async (app: WebApp) => app.attempt(SIGN_OUT, {}),
      async (app: WebApp) => {
        const [current] = (await app.ask(LIST, {})).sessions;
        return app.attempt(END, { id: current?.id });
      },
    ]) {
      const team = await world.team();
      const app = await WebApp.of(team);
      const { status, headers } = await end(app);
      assert.equal(status, 200);
      assert.match(headers.get("set-cookie") ?? "", /^session=; Max-Age=0; Path=\/; HttpOnly/);
      assert.deepEqual(await sessionsOf(team), []);
      assert.equal((await app.attempt(ME, {})).status, 401);
    }
  });

  it("leave the cookie alone when another one ends", async () => {
    const team = await world.team();
    const [app] = [await WebApp.of(team), await WebApp.of(team)];
    const other = (await app.ask(LIST, {})).sessions.find(({ isCurrent }) => !isCurrent);
    const { headers } = await app.attempt(END, { id: other?.id });
    assert.equal(headers.get("set-cookie"), null);
  });

  describe("do not end", () => {
    it("by somebody else", async () => {
      const [app, theirs] = [await WebApp.of(await world.team()), await world.team()];
      const other = await WebApp.of(theirs);
      const [session] = await sessionsOf(theirs);
      const before = await allRows(world.database.reader);
      const refused = await app.attempt(END, { id: session?.id });
      assert.deepEqual([refused.status, refused.body.code], [404, "not_found"]);
      assert.deepEqual(await app.ask(END_OTHERS, {}), { ended: 0 });
      assert.deepEqual(await allRows(world.database.reader), before);
      assert.equal((await other.attempt(ME, {})).status, 200);
    });

    it("without saying which one", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      for (const id of ["others", "all", "'\0"])
        assert.deepEqual((await app.refused(END, { id })).at, ["/id"]);
      assert.equal((await sessionsOf(team)).length, 1);
    });
  });

  async function sessionsOf({ userId }: Team) {
    const sessions = world.database.reader.selectFrom("sessions").selectAll();
    return sessions.where("user_id", "=", userId).execute();
  }
});
