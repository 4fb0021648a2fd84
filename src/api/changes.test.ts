import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { type Browser, siteAt } from "../../test/browser.ts";
import { messagesOf, next } from "../../test/events.ts";
import { signedIn } from "../../test/oauth.ts";
import { serveWorld } from "../../test/served-world.ts";
import { WebApp } from "../../test/web.ts";
import { JournalWatch } from "../activity/journal-watch.ts";
import type { AppParts } from "../app.ts";

const LISTENING = { type: "listening", isBehind: true };
const CHANGED = { type: "changed", isOwn: false };
const CHANGED_HERE = { type: "changed", isOwn: true };
const TAG = { name: "Paid" };

onAnyDatabase((world) => {
  test("a page is told what an assistant changed, and nothing of another team", async (t) => {
    const [ours, theirs] = [await world.team(), await world.team()];
    const { listen } = await open(t);
    const [mine, foreign] = [await listen(ours), await listen(theirs)];
    await ours.call("tags_create", TAG);
    assert.deepEqual(await next(mine.messages), CHANGED);
    await theirs.call("tags_create", TAG);
    assert.deepEqual(await next(foreign.messages), CHANGED);
    mine.leave();
    foreign.leave();
  });

  test("every page of a team is told", async (t) => {
    const team = await world.team();
    const { listen } = await open(t);
    const pages = [await listen(team), await listen(await team.member("member"))];
    await team.call("tags_create", TAG);
    for (const { messages, leave } of pages) {
      assert.deepEqual(await next(messages), CHANGED);
      leave();
    }
  });

  test("a stream is told which changes were made in its own session alone", async (t) => {
    const team = await world.team();
    const { listen } = await open(t);
    const { app, messages, leave } = await listen(team);
    // Two events of one moment are told as if another had written both.
    world.pass(1000);
    const input = { team: team.id, name: "Orchard", email: "a@b.example" };
    await app.ask("POST /api/teams/:team/customers", input);
    assert.deepEqual(await next(messages), CHANGED_HERE);
    world.pass(1000);
    await team.call("tags_create", TAG);
    assert.deepEqual(await next(messages), CHANGED);
    leave();
  });

  test("changes of one's own beside those of others count as those of others", async (t) => {
    const team = await world.team();
    const { listen } = await open(t);
    const { app, messages, leave } = await listen(team);
    world.pass(1000);
    const input = { team: team.id, name: "Orchard", email: "a@b.example" };
    await Promise.all([
      app.ask("POST /api/teams/:team/customers", input),
      team.call("tags_create", TAG),
    ]);
    const told = [await next(messages)];
    // Two looks may have found them one by one.
    if (told[0].isOwn) told.push(await next(messages));
    assert.deepEqual(told.at(-1), CHANGED);
    leave();
  });

  test("a page that nothing has overtaken is not behind", async (t) => {
    const team = await world.team();
    await team.call("tags_create", TAG);
    const { visit } = await open(t);
    const first = await visit(team);
    world.pass(6000);
    const read = world.now;
    assert.deepEqual(await first(read), { type: "listening", isBehind: false });
    await team.call("tags_create", { name: "Open" });
    assert.deepEqual(await first(read), LISTENING);
    // An event may be committed some seconds after its own time.
    world.pass(4000);
    assert.deepEqual(await first(world.now), LISTENING);
  });

  test("an event that was committed after younger ones is told too", async (t) => {
    const team = await world.team();
    await team.call("tags_create", TAG);
    const { listen } = await open(t);
    const { messages, leave } = await listen(team);
    await world.database.begin(async (db) => {
      const event = await db
        .selectFrom("activity_events")
        .selectAll()
        .where("team_id", "=", team.id)
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow();
      const aSecondBefore = new Date(Date.parse(event.created_at) - 1000).toISOString();
      const older = { id: crypto.randomUUID(), created_at: aSecondBefore, subjects: "[]" };
      await db
        .insertInto("activity_events")
        .values({ ...event, ...older })
        .execute();
    });
    assert.deepEqual(await next(messages), CHANGED);
    leave();
  });

  test("the stream ends with the session, and with the membership", async (t) => {
    const team = await world.team();
    const mia = await team.member("member");
    const { listen } = await open(t);
    const [own, hers] = [await listen(team), await listen(mia)];
    await own.app.ask("DELETE /api/me/session", {});
    await ended(own.messages);
    await world.database.begin((db) =>
      db.deleteFrom("memberships").where("user_id", "=", mia.userId).execute(),
    );
    await ended(hers.messages);
  });

  test("a person has twenty at most", async (t) => {
    const team = await world.team();
    const { listen, ask } = await open(t);
    const streams = [];
    for (let count = 0; count < 20; count += 1) streams.push(await listen(team));
    const refused = await next(messagesOf(await ask(team)));
    assert.equal(refused.code, "limit_reached");
    const other = await listen(await team.member("member"));
    for (const { leave } of [...streams, other]) leave();
  });

  test("a page that was left makes room, though nothing changes in the team", async (t) => {
    const team = await world.team();
    const { again } = await open(t);
    const browse = await again(team);
    for (let count = 0; count < 20; count += 1) {
      const { first, leave } = await browse();
      assert.deepEqual(first, LISTENING);
      leave();
    }
    // A stream that was left ends at its next look.
    for (;;) {
      const { first, leave } = await browse();
      leave();
      if (first.code === undefined) break;
      assert.equal(first.code, "limit_reached");
      await pause(20, undefined, { signal: t.signal });
    }
  });

  test("a stream that could not begin takes no room", async (t) => {
    const team = await world.team();
    const { database } = world;
    const clock = () => Date.parse(world.now);
    const reader = database.reader.withSchema("nowhere");
    const journals = new JournalWatch({
      database: { ...database, reader },
      clock,
      report: () => {},
    });
    const { again } = await open(t, { journals });
    const browse = await again(team);
    for (let count = 0; count < 21; count += 1)
      assert.equal((await browse()).first.code, "internal_error");
  });

  test("it ends when the server stops", async (t) => {
    const team = await world.team();
    let isStopping = false;
    const { listen } = await open(t, { isStopping: () => isStopping });
    const { messages } = await listen(team);
    isStopping = true;
    await ended(messages);
  });

  async function open(t: TestContext, parts: Partial<AppParts> = {}) {
    const { origin, close } = await serveWorld(world, parts);
    t.after(close);
    const request = (person: Team, browser: Browser, signal: AbortSignal, query = "") => {
      const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
      const headers = { Cookie: cookies.join("; ") };
      return fetch(`${origin}/api/teams/${person.id}/changes${query}`, { headers, signal });
    };
    const ask = async (person: Team) =>
      request(person, await signedIn(person, { app: siteAt(origin) }, origin), t.signal);
    const listen = async (person: Team) => {
      const browser = await signedIn(person, { app: siteAt(origin) }, origin);
      const leaving = new AbortController();
      const messages = messagesOf(await request(person, browser, leaving.signal));
      assert.deepEqual(await next(messages), LISTENING);
      const leave = () => leaving.abort();
      return { app: new WebApp(world, browser), messages, leave };
    };
    /** Opens streams of one session. */
    const again = async (person: Team) => {
      const browser = await signedIn(person, { app: siteAt(origin) }, origin);
      return async () => {
        const leaving = new AbortController();
        const response = await request(person, browser, leaving.signal);
        return { first: await next(messagesOf(response)), leave: () => leaving.abort() };
      };
    };
    /** First event of a stream whose page was read at the instant. */
    const visit = async (person: Team) => {
      const browser = await signedIn(person, { app: siteAt(origin) }, origin);
      return async (since: string) => {
        const leaving = new AbortController();
        const response = await request(person, browser, leaving.signal, `?since=${since}`);
        const message: unknown = await next(messagesOf(response));
        leaving.abort();
        return message;
      };
    };
    return { listen, ask, again, visit };
  }
});

/** Reads what was still told, up to the end of the stream. */
async function ended(messages: AsyncGenerator): Promise<void> {
  for await (const message of messages) assert.deepEqual(message, CHANGED);
}
