import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { statusOf } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";
import { SCOPES } from "../accounts/scopes.ts";

const DAY_MS = 24 * 60 * 60_000;
const LIST = "GET /api/teams/:team/keys";
const CREATE = "POST /api/teams/:team/keys";
const REVOKE = "DELETE /api/teams/:team/keys/:id";
const READING = { name: "Laptop", preset: "read", expiresInDays: null } as const;

onAnyDatabase((world) => {
  it("makes a key that works at once, and tells it in clear this once", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const { key, secret } = await app.ask(CREATE, { team: team.id, ...READING });
    assert.match(secret, /^svc_[0-9A-Za-z]{49}$/);
    assert.deepEqual(key, {
      id: key.id,
      name: "Laptop",
      prefix: "svc_",
      hint: secret.slice(-4),
      preset: "read",
      scopes: ["apis.read"],
      opens: { read: true, write: false, destructive: false },
      deletesWhenOn: false,
      holder: { id: team.userId, name: "Olga Owner", isYou: true },
      createdAt: world.now,
      expiresAt: null,
      revokedAt: null,
      state: "active",
      lastUsedAt: null,
      lastUsedBy: null,
      replacedBy: null,
    });
    const { keys } = await app.ask(LIST, { team: team.id });
    assert.deepEqual(
      keys.find(({ id }) => id === key.id),
      key,
    );
    assert.ok(!JSON.stringify([keys, await team.journal()]).includes(secret.slice(4, -6)));
    assert.equal(await statusOf(team, secret), 200);
  });

  it("signs the key in the journal with who made it, in which session", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const { key } = await app.ask(CREATE, { team: team.id, ...READING });
    const [event, ...more] = await team.journalOf(CREATE);
    assert.deepEqual(more, []);
    assert.deepEqual([event?.actor_id, event?.credential_kind], [team.userId, "session"]);
    assert.deepEqual(
      event?.changes.map(({ subject_type, subject_id }) => [subject_type, subject_id]),
      [["api_key", key.id]],
    );
  });

  for (const days of [7, 30, 90, 365] as const) {
    it(`makes a key that works for ${days} days`, async () => {
      const team = await world.team();
      const given = { team: team.id, ...READING, expiresInDays: days };
      const { key, secret } = await (await WebApp.of(team)).ask(CREATE, given);
      assert.equal(Date.parse(key.expiresAt ?? "") - Date.parse(world.now), days * DAY_MS);
      world.pass(days * DAY_MS - 1);
      assert.equal(await statusOf(team, secret), 200);
      world.pass(1);
      assert.equal(await statusOf(team, secret), 401);
      const { keys } = await (await WebApp.of(team)).ask(LIST, { team: team.id });
      assert.equal(keys.find(({ id }) => id === key.id)?.state, "expired");
    });
  }

  it("makes a restricted key of the scopes that were chosen", async () => {
    const team = await world.team();
    const scopes = ["tags.write", "customers.read"];
    const given = { team: team.id, ...READING, preset: "restricted", scopes } as const;
    const { key } = await (await WebApp.of(team)).ask(CREATE, given);
    assert.deepEqual([key.preset, key.scopes], ["restricted", scopes]);
    assert.deepEqual(key.opens, { read: true, write: true, destructive: false });
  });

  describe("makes no key", () => {
    for (const [what, wrong, pointer] of [
      ["without a name", { name: undefined }, "/name"],
      ["with a name of nothing to be seen", { name: " \u200b " }, "/name"],
      ["with too long a name", { name: "x".repeat(101) }, "/name"],
      ["of another kind", { preset: "everything" }, "/preset"],
      ["restricted to nothing", { preset: "restricted" }, "/scopes"],
      ["restricted to everything", { preset: "restricted", scopes: ["apis.all"] }, "/scopes"],
      [
        "with scopes over and over",
        {
          preset: "restricted",
          scopes: Array.from({ length: SCOPES.length + 1 }, () => SCOPES[0]),
        },
        "/scopes",
      ],
      ["of a preset with scopes beside", { scopes: ["tags.read"] }, "/scopes"],
      ["without saying how long it lives", { expiresInDays: undefined }, "/expiresInDays"],
      ["for another time", { expiresInDays: 3650 }, "/expiresInDays"],
      ["for somebody else", { userId: "somebody" }, "/userId"],
    ] as const) {
      it(what, async () => {
        const team = await world.team();
        const app = await WebApp.of(team);
        const refused = await app.refused(CREATE, { team: team.id, ...READING, ...wrong });
        assert.deepEqual([refused.status, refused.at], [422, [pointer]]);
      });
    }

    it("that holds everything for a member, unless the team allows it", async () => {
      const team = await world.team();
      const member = await team.member("member");
      const app = await WebApp.of(member);
      const given = { team: team.id, ...READING, preset: "all" } as const;
      const refused = await app.refused(CREATE, given);
      assert.deepEqual(
        [refused.status, refused.code, refused.at],
        [403, "not_allowed", ["/preset"]],
      );
      await team.set({ member_full_access: true });
      const { secret } = await app.ask(CREATE, given);
      assert.equal(await statusOf(team, secret), 200);
    });
  });

  it("shows members their own keys, and owners and admins those of everybody", async () => {
    const team = await world.team();
    const admin = await team.member("admin", { name: "Ada Admin" });
    const member = await team.member("member");
    await world.team();
    const seen = async (one: Team) => {
      const { keys } = await (await WebApp.of(one)).ask(LIST, { team: team.id });
      return new Set(keys.map(({ holder }) => `${holder.name} ${holder.isYou}`));
    };
    assert.deepEqual(await seen(member), new Set(["Mia Member true"]));
    assert.deepEqual(
      await seen(admin),
      new Set(["Olga Owner false", "Ada Admin true", "Mia Member false"]),
    );
    assert.deepEqual(
      await seen(team),
      new Set(["Olga Owner true", "Ada Admin false", "Mia Member false"]),
    );
  });

  it("shows the newest key first", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (const name of ["One", "Two"]) {
      world.pass(1);
      await app.ask(CREATE, { team: team.id, ...READING, name });
    }
    const { keys } = await app.ask(LIST, { team: team.id });
    assert.deepEqual(
      keys.map(({ name }) => name),
      ["Two", "One", "Test key"],
    );
  });

  it("shows what a key opens as it is now: by its scopes, its holder's role and the team's settings", async () => {
    const team = await world.team({ member_full_access: true });
    const member = await team.member("member", { preset: "all" });
    const app = await WebApp.of(member);
    const opens = async () => {
      const { keys } = await app.ask(LIST, { team: team.id });
      const [{ opens } = { opens: null }] = keys;
      return Object.values(opens ?? {});
    };
    assert.deepEqual(await opens(), [true, true, false]);
    const until = new Date(Date.parse(world.now) + 60_000).toISOString();
    await team.set({ destructive_ai_tools: true, destructive_ai_tools_until: until });
    assert.deepEqual(await opens(), [true, true, true]);
    await team.set({ member_full_access: false });
    assert.deepEqual(await opens(), [true, true, false]);
    await team.set({ member_full_access: true });
    world.pass(60_000);
    assert.deepEqual(await opens(), [true, true, false]);
  });

  it("says of each key whether it deletes once the team's switch is on: what the switch then does", async () => {
    const team = await world.team({ member_full_access: true });
    await team.member("admin", { name: "Ada Admin", preset: "all" });
    await team.member("member", { preset: "all" });
    await team.member("admin", { name: "Rita Reader", preset: "read" });
    const app = await WebApp.of(team);
    const told = async (of: "deletesWhenOn" | "destructive") => {
      const { keys } = await app.ask(LIST, { team: team.id });
      return keys
        .filter(({ deletesWhenOn, opens }) => ({ deletesWhenOn, ...opens })[of])
        .map(({ holder }) => holder.name)
        .toSorted();
    };
    for (const memberFullAccess of [false, true]) {
      await team.set({ member_full_access: memberFullAccess, destructive_ai_tools: false });
      assert.deepEqual(await told("destructive"), []);
      const said = await told("deletesWhenOn");
      assert.deepEqual(said, [
        "Ada Admin",
        ...(memberFullAccess ? ["Mia Member"] : []),
        "Olga Owner",
      ]);
      await team.set({ destructive_ai_tools: true });
      assert.deepEqual(await told("destructive"), said);
      assert.deepEqual(await told("deletesWhenOn"), said);
    }
  });

  it("shows when a key was last used, and by which program", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    world.pass(1000);
    const clientInfo = { name: "Inspector", version: "1" };
    await team.rpc("initialize", { protocolVersion: "2025-11-25", clientInfo });
    await world.settled();
    const [key] = (await app.ask(LIST, { team: team.id })).keys;
    assert.deepEqual([key?.lastUsedAt, key?.lastUsedBy], [world.now, "Inspector"]);
  });

  describe("revokes a key", () => {
    it("of one's own, whose next call is refused", async () => {
      const team = await world.team();
      const member = await team.member("member");
      const app = await WebApp.of(member);
      assert.equal(await statusOf(team, member.key), 200);
      const id = await idOf(member);
      world.pass(1000);
      const { key } = await app.ask(REVOKE, { team: team.id, id });
      assert.deepEqual([key.state, key.revokedAt], ["revoked", world.now]);
      assert.equal(await statusOf(team, member.key), 401);
      assert.equal(await statusOf(team, team.key), 200);
      const [event] = await team.journalOf(REVOKE);
      assert.deepEqual([event?.actor_id, event?.changes[0]?.subject_id], [member.userId, id]);
    });

    it("of anybody in the team, for an admin", async () => {
      const team = await world.team();
      const app = await WebApp.of(await team.member("admin"));
      const { key } = await app.ask(REVOKE, { team: team.id, id: await idOf(team) });
      assert.equal(key.holder.isYou, false);
      assert.equal(await statusOf(team, team.key), 401);
    });

    it("once: later it stays as it was", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      const id = await idOf(team);
      const first = await app.ask(REVOKE, { team: team.id, id });
      world.pass(1000);
      assert.deepEqual(await app.ask(REVOKE, { team: team.id, id }), first);
      assert.equal((await team.journalOf(REVOKE)).length, 1);
    });

    it("but not somebody else's for a member, nor one of another team: for them there is none", async () => {
      const team = await world.team();
      const other = await world.team();
      for (const one of [await team.member("member"), other]) {
        const app = await WebApp.of(one);
        for (const teamId of [team.id, other.id]) {
          const refused = await app.refused(REVOKE, { team: teamId, id: await idOf(team) });
          assert.deepEqual([refused.status, refused.code], [404, "not_found"]);
        }
      }
      assert.equal(await statusOf(team, team.key), 200);
    });
  });
});

/** The id of the key that a person came with. */
async function idOf({ id, key, world }: Team): Promise<string> {
  const keys = world.database.reader.selectFrom("api_keys").select("id");
  const found = keys.where("team_id", "=", id).where("hint", "=", key.slice(-4));
  return (await found.executeTakeFirstOrThrow()).id;
}
