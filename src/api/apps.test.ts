import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { modern } from "../../test/mcp.ts";
import { App, assertRefused, grantsOf, signedIn, statusOf, tokensOf } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";
import { createConfidentialClient } from "../oauth/clients.ts";

const LIST = "GET /api/teams/:team/apps";
const DISCONNECT = "DELETE /api/teams/:team/apps/:id";
const DAY_MS = 24 * 60 * 60_000;

onAnyDatabase((world) => {
  it("are shown with whose they are, where they send, what they hold and what that opens", async () => {
    const team = await world.team();
    const member = await team.member("member");
    const app = await App.register(world, "https://app.example/callback", "My app");
    const connectedAt = world.now;
    const scope = "customers.read tags.write";
    const { access_token } = await app.connect(member, { scope });
    world.pass(1000);
    await modern(member.withKey(access_token), "tools/list");
    await world.settled();
    const { apps } = await (await WebApp.of(member)).ask(LIST, { team: team.id });
    assert.deepEqual(apps, [
      {
        id: (await grantsOf(team))[0]?.id,
        name: "My app",
        host: "app.example",
        isUnverified: true,
        scopes: [
          { name: "customers.read", words: "See customers" },
          { name: "tags.write", words: "Create and change tags" },
        ],
        opens: { read: true, write: true, destructive: false },
        deletesWhenOn: false,
        holder: { id: member.userId, name: "Mia Member", isYou: true },
        connectedAt,
        expiresAt: new Date(Date.parse(connectedAt) + 180 * DAY_MS).toISOString(),
        lastUsedAt: world.now,
        lastUsedBy: "Testing assistant",
      },
    ]);
  });

  it("are verified when an administrator has added them", async () => {
    const team = await world.team();
    const redirectUri = "https://known.example/callback";
    const { clientId, clientSecret } = await createConfidentialClient(
      { ...team.auditContext, now: world.now },
      { name: "Known app", redirectUris: [redirectUri], clientUri: null, logoUri: null },
    );
    await new App(world, clientId, redirectUri, clientSecret).connect(team);
    const { apps } = await (await WebApp.of(team)).ask(LIST, { team: team.id });
    assert.deepEqual(
      apps.map(({ isUnverified }) => isUnverified),
      [false],
    );
  });

  it("are shown to members as far as they are their own, and all to owners and admins, the newest first", async () => {
    const team = await world.team();
    const [admin, member] = [await team.member("admin"), await team.member("member")];
    await (await App.register(world, undefined, "Olga's")).connect(team);
    world.pass(1000);
    await (await App.register(world, undefined, "Mia's")).connect(member);
    await (await App.register(world)).connect(await world.team());
    assert.deepEqual(await namesOf(member), ["Mia's"]);
    assert.deepEqual(await namesOf(admin), ["Mia's", "Olga's"]);
    assert.deepEqual(await namesOf(team), ["Mia's", "Olga's"]);
  });

  it("are shown while they have come and may still come", async () => {
    const team = await world.team();
    const browser = await signedIn(team);
    const app = await App.register(world);
    const code = await app.code(browser, team);
    assert.deepEqual(await namesOf(team), [], "one that has not come yet");
    const { refresh_token } = await tokensOf(app.redeem(code));
    assert.deepEqual(await namesOf(team), ["Test app"]);
    await app.revoke(refresh_token);
    assert.deepEqual(await namesOf(team), [], "one that gave its access back");
    await app.connect(team);
    world.pass(180 * DAY_MS);
    assert.deepEqual(await namesOf(team), [], "one whose time is over");
  });

  it("of a person who was removed and came back are not shown, since they are dead", async () => {
    const team = await world.team();
    await (await App.register(world, undefined, "Dead app")).connect(team);
    world.pass(1);
    await world.database.begin((db) =>
      db
        .updateTable("memberships")
        .set({ created_at: world.now })
        .where("user_id", "=", team.userId)
        .execute(),
    );
    assert.deepEqual(await namesOf(team), []);
  });

  describe("are disconnected", () => {
    it("by their holder: they are out at once, and no other is", async () => {
      const team = await world.team();
      const [gone, kept] = [await App.register(world), await App.register(world)];
      const tokens = await gone.connect(team);
      world.pass(1);
      const others = await kept.connect(team);
      const id = await idOf(team);
      const app = await WebApp.of(team);
      assert.deepEqual(await app.ask(DISCONNECT, { team: team.id, id }), {});
      assert.equal((await namesOf(team)).length, 1);
      assert.equal(await statusOf(team, tokens.access_token), 401);
      await assertRefused(gone.refresh(tokens.refresh_token), "invalid_grant");
      assert.equal(await statusOf(team, others.access_token), 200);
      await tokensOf(kept.refresh(others.refresh_token));
      const ends = (await grantsOf(team)).map(({ ended_because }) => ended_because);
      assert.deepEqual(ends, ["disconnected", null]);
      const [event] = await team.journalOf(DISCONNECT);
      assert.deepEqual([event?.actor_id, event?.credential_kind], [team.userId, "session"]);
    });

    it("by an admin, whosever they are", async () => {
      const team = await world.team();
      const { access_token } = await (await App.register(world)).connect(team);
      const admin = await team.member("admin");
      await (await WebApp.of(admin)).ask(DISCONNECT, { team: team.id, id: await idOf(team) });
      assert.equal(await statusOf(team, access_token), 401);
      assert.equal((await team.journalOf(DISCONNECT))[0]?.actor_id, admin.userId);
    });

    it("once: later they stay as they were", async () => {
      const team = await world.team();
      await (await App.register(world)).connect(team);
      const app = await WebApp.of(team);
      const given = { team: team.id, id: await idOf(team) };
      await app.ask(DISCONNECT, given);
      const [first] = await grantsOf(team);
      world.pass(1000);
      await app.ask(DISCONNECT, given);
      assert.deepEqual(await grantsOf(team), [first]);
      assert.equal((await team.journalOf(DISCONNECT)).length, 1);
    });

    it("neither by another member, nor by another team: for them there are none", async () => {
      const team = await world.team();
      const other = await world.team();
      const { access_token } = await (await App.register(world)).connect(team);
      for (const one of [await team.member("member"), other]) {
        const app = await WebApp.of(one);
        for (const teamId of [team.id, other.id]) {
          const refused = await app.refused(DISCONNECT, { team: teamId, id: await idOf(team) });
          assert.deepEqual([refused.status, refused.code], [404, "not_found"]);
        }
      }
      const own = await WebApp.of(team);
      for (const id of ["x", "'\0", undefined])
        assert.deepEqual((await own.refused(DISCONNECT, { team: team.id, id })).at, ["/id"]);
      assert.equal(await statusOf(team, access_token), 200);
    });
  });

  async function namesOf(team: Team): Promise<readonly string[]> {
    const { apps } = await (await WebApp.of(team)).ask(LIST, { team: team.id });
    return apps.map(({ name }) => name);
  }

  /** Of the app that was connected first. */
  async function idOf(team: Team): Promise<string> {
    return (await grantsOf(team))[0]?.id ?? "";
  }
});
