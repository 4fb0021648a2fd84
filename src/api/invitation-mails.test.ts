import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { it } from "node:test";
import { BASE_URL, onAnyDatabase, type Team } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { loggedApp } from "../../test/mcp.ts";
import { PASSWORD } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { WebApp } from "../../test/web.ts";
import { memoryCounters } from "../http/rate-limit.ts";
import { invitationMails } from "./invitations.ts";

const HOUR_SECONDS = 60 * 60;
const CREATE = "POST /api/teams/:team/invitations";
const NEW = { name: "Nina New", password: PASSWORD, time_zone: "UTC" };

onAnyDatabase((world) => {
  it("are counted together with those of the accounts that one's invitations made, at any depth", async () => {
    const app = serverWith({ person: 3, chain: 4, server: 1000 });
    const team = await world.team();
    const owner = await WebApp.of(team, { app });
    // The owner's own two mails are no mails of others whom the owner brought.
    const first = await brought(owner, team.id);
    const second = await brought(owner, team.id);
    const third = await brought(first, await ownTeam(first));
    await invite(second, await ownTeam(second));
    await invite(third, await ownTeam(third));
    await invite(third, await ownTeam(third));
    const [mine, others] = [await ownTeam(third), await ownTeam(second)];
    for (const [whose, id] of [
      [third, mine],
      [second, others],
    ] as const) {
      const { status, body, headers } = await refused(whose, id);
      assert.deepEqual([status, body.code], [429, "too_many_invitations"]);
      assert.match(body.title, /others whom the same person brought to this server/);
      assert.match(body.detail, /try again in (an hour|\d+ minutes)/);
      assert.ok(Number(headers.get("retry-after")) <= HOUR_SECONDS);
    }
    await invite(owner, team.id);
    const stranger = await world.team();
    await invite(await WebApp.of(stranger, { app }), stranger.id);
  });

  it("are counted for the whole server, for a day", async () => {
    const app = serverWith({ person: 10, chain: 10, server: 3 });
    const [one, other] = [await world.team(), await world.team()];
    const [first, second] = [await WebApp.of(one, { app }), await WebApp.of(other, { app })];
    await invite(first, one.id);
    await invite(first, one.id);
    await invite(second, other.id);
    for (const [whose, { id }] of [
      [first, one],
      [second, other],
    ] as const) {
      const { status, body, headers } = await refused(whose, id);
      assert.deepEqual([status, body.code], [429, "too_many_invitations"]);
      assert.match(body.title, /This server has sent/);
      assert.ok(Number(headers.get("retry-after")) > HOUR_SECONDS);
    }
  });

  it("that were not sent, because the invitation was refused, count nowhere", async () => {
    const app = serverWith({ person: 1, chain: 1, server: 1 });
    const team = await world.team();
    const owner = await WebApp.of(team, { app });
    const { members } = await owner.ask("GET /api/teams/:team/members", { team: team.id });
    const email = members[0]?.email ?? assert.fail();
    for (let time = 0; time < 3; time += 1) {
      const { body } = await owner.attempt(CREATE, { team: team.id, email, role: "member" });
      assert.equal(body.code, "already_exists");
    }
    await invite(owner, team.id);
    assert.equal((await refused(owner, team.id)).status, 429);
  });

  it("that are refused by one limit count towards none of the others", async () => {
    const seconds = HOUR_SECONDS;
    const mails = invitationMails(memoryCounters, {
      person: { limit: 2, seconds },
      chain: { limit: 1, seconds },
      day: { limit: 9, seconds },
      server: { limit: 2, seconds },
    });
    assert.equal(await mails.begin("a", ["root"]), null);
    for (let time = 0; time < 5; time += 1)
      assert.equal((await mails.begin("b", ["root"]))?.of, "chain");
    assert.equal(await mails.begin("b", []), null);
    assert.equal((await mails.begin("b", []))?.of, "server");
    assert.equal((await mails.begin("c", []))?.of, "server");
  });

  it("of one person, and of all whom one person brought, leave most of the server's day to others", async () => {
    const seconds = HOUR_SECONDS;
    const mails = invitationMails(memoryCounters, {
      person: { limit: 9, seconds },
      chain: { limit: 9, seconds },
      day: { limit: 2, seconds: 24 * seconds },
      server: { limit: 9, seconds },
    });
    assert.equal(await mails.begin("a", ["root"]), null);
    assert.equal(await mails.begin("b", ["root"]), null);
    const full = await mails.begin("c", ["root"]);
    assert.ok(full !== null && full.of === "day");
    assert.ok(full.seconds > HOUR_SECONDS);
    assert.equal(await mails.begin("a", []), null);
    assert.equal((await mails.begin("a", []))?.of, "day");
    assert.equal(await mails.begin("c", []), null);
  });

  type Limits = Readonly<Record<"person" | "chain" | "server", number>>;

  function serverWith({ person, chain, server }: Limits) {
    const mails = invitationMails(memoryCounters, {
      person: { limit: person, seconds: HOUR_SECONDS },
      chain: { limit: chain, seconds: HOUR_SECONDS },
      day: { limit: 1000, seconds: 24 * HOUR_SECONDS },
      server: { limit: server, seconds: 24 * HOUR_SECONDS },
    });
    return loggedApp(world, { sendsMail: true, invitationMails: mails }).app;
  }

  function address(): string {
    return `${randomBytes(6).toString("hex")}@example.com`;
  }

  async function invite(app: WebApp, team: Team["id"]) {
    const { invitation } = await app.ask(CREATE, { team, email: address(), role: "member" });
    return invitation.link ?? assert.fail();
  }

  /** Invites somebody, who makes an account. */
  async function brought(app: WebApp, team: Team["id"]): Promise<WebApp> {
    const link = await invite(app, team);
    const browser = new Browser(app.browser.site, BASE_URL);
    const page = await browser.open(link.slice(BASE_URL.length));
    assert.equal((await browser.submit(page, NEW)).path, "/");
    return new WebApp(world, browser);
  }

  async function ownTeam(app: WebApp): Promise<string> {
    const { team } = await app.ask("POST /api/teams", { name: "Own", baseCurrency: "EUR" });
    return team.id;
  }

  async function refused(app: WebApp, team: Team["id"]) {
    const before = await allRows(world.database.reader);
    const reply = await app.attempt(CREATE, { team, email: address(), role: "member" });
    assert.deepEqual(await allRows(world.database.reader), before);
    return reply;
  }
});
