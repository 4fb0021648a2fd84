import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { rounds } from "../../test/extent.ts";
import { statusOf } from "../../test/oauth.ts";
import { together } from "../../test/races.ts";
import { WebApp } from "../../test/web.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LIST = "GET /api/teams/:team/keys";
const CREATE = "POST /api/teams/:team/keys";
const ROTATE = "POST /api/teams/:team/keys/:id/rotate";
const REVOKE = "DELETE /api/teams/:team/keys/:id";
const REMOVE = "DELETE /api/teams/:team/members/:id";

onEachDatabase((world) => {
  type Made = Awaited<ReturnType<typeof keyOf>>;

  it("is done once, of many times at once", async () => {
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const { team, app, made } = await keyOf();
      const replies = await together(6, (index) =>
        app.attempt(ROTATE, { team: team.id, id: made.key.id, overlapHours: [0, 24][index % 2] }),
      );
      const done = replies.filter(({ status }) => status === 200);
      const codes = replies.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]));
      assert.deepEqual([done.length, codes], [1, Array(5).fill("key_ended")]);
      assert.equal((await keysOf(team)).length, 3);
    }
  });

  it("leaves no key to whoever is removed meanwhile", async () => {
    for (let round = 0; round < rounds(world.dialect); round += 1) {
      const team = await world.team();
      const leaver = await team.member("member");
      const [app, owner] = [await WebApp.of(leaver), await WebApp.of(team)];
      const [{ id } = { id: "" }] = (await app.ask(LIST, { team: team.id })).keys;
      const [rotated] = await Promise.all([
        app.attempt(ROTATE, { team: team.id, id, overlapHours: 24 }),
        owner.ask(REMOVE, { team: team.id, id: leaver.userId }),
      ]);
      assert.ok([200, 404, 409].includes(rotated.status), JSON.stringify(rotated.body));
      const alive = (await keysOf(team)).filter(({ revoked_at }) => revoked_at === null);
      assert.deepEqual(
        alive.map(({ user_id }) => user_id),
        [team.userId],
      );
    }
  });

  if (world.isSecond) return;

  it("answers a key that is like the old one, with another secret and a life as long as the old one's", async () => {
    const { team, made } = await keyOf({
      name: "Laptop",
      preset: "restricted",
      scopes: ["tags.write", "tags.read"],
      expiresInDays: 30,
    });
    world.pass(10 * DAY_MS);
    const app = await WebApp.of(team);
    const { key, secret } = await app.ask(ROTATE, rotation(made.key.id, 24));
    const { id, hint } = key;
    assert.deepEqual(key, {
      ...made.key,
      id,
      hint,
      createdAt: world.now,
      expiresAt: after(30 * DAY_MS),
    });
    assert.notEqual(id, made.key.id);
    assert.deepEqual([hint, secret === made.secret], [secret.slice(-4), false]);
    assert.equal(await statusOf(team, secret), 200);

    function rotation(id: string, overlapHours: 0 | 1 | 24 | 168) {
      return { team: team.id, id, overlapHours };
    }
  });

  for (const hours of [1, 24, 168] as const) {
    it(`leaves the old key ${hours} hours, in which both work`, async () => {
      const { team, app, made } = await keyOf();
      const given = { team: team.id, id: made.key.id, overlapHours: hours };
      const { key, secret, old } = await app.ask(ROTATE, given);
      assert.deepEqual(old, {
        ...made.key,
        expiresAt: after(hours * HOUR_MS),
        replacedBy: key.id,
      });
      assert.equal(key.expiresAt, null);
      const statuses = async () => [
        await statusOf(team, made.secret),
        await statusOf(team, secret),
      ];
      world.pass(hours * HOUR_MS - 1);
      assert.deepEqual(await statuses(), [200, 200]);
      world.pass(1);
      assert.deepEqual(await statuses(), [401, 200]);
      const { keys } = await (await WebApp.of(team)).ask(LIST, { team: team.id });
      assert.deepEqual(
        [old, key].map((one) => keys.find(({ id }) => id === one.id)?.state),
        ["expired", "active"],
      );
    });
  }

  it("ends the old key at once when it is left no time", async () => {
    const { team, app, made } = await keyOf();
    assert.equal(await statusOf(team, made.secret), 200);
    world.pass(1000);
    const given = { team: team.id, id: made.key.id, overlapHours: 0 } as const;
    const { key, secret, old } = await app.ask(ROTATE, given);
    assert.deepEqual(old, {
      ...made.key,
      state: "revoked",
      revokedAt: world.now,
      lastUsedAt: old.lastUsedAt,
      replacedBy: key.id,
    });
    assert.equal(await statusOf(team, made.secret), 401);
    assert.equal(await statusOf(team, secret), 200);
  });

  it("never gives the old key more time than it had", async () => {
    const { team, made } = await keyOf({ expiresInDays: 7 });
    world.pass(7 * DAY_MS - HOUR_MS);
    const given = { team: team.id, id: made.key.id, overlapHours: 24 } as const;
    const { old } = await (await WebApp.of(team)).ask(ROTATE, given);
    assert.equal(old.expiresAt, made.key.expiresAt);
  });

  it("is journalled as one event: a key that came, and one that has an end now", async () => {
    const { team, app, made } = await keyOf();
    const given = { team: team.id, id: made.key.id, overlapHours: 1 } as const;
    const { key, secret } = await app.ask(ROTATE, given);
    const [event, ...more] = await team.journalOf(ROTATE);
    assert.deepEqual([event?.actor_id, more], [team.userId, []]);
    const [came, changed] = event?.changes ?? [];
    assert.deepEqual([came?.subject_id, came?.before], [key.id, null]);
    assert.equal(Object(came?.after).hint, key.hint);
    assert.deepEqual(
      [changed?.subject_id, changed?.before, changed?.after],
      [
        made.key.id,
        { expires_at: null, replaced_by: null },
        { expires_at: after(HOUR_MS), replaced_by: key.id },
      ],
    );
    assert.ok(!JSON.stringify(event).includes(secret.slice(4, -6)));
  });

  describe("gives no other key for one that has ended", () => {
    for (const [what, end] of [
      ["by its time", async () => world.pass(7 * DAY_MS)],
      [
        "revoked",
        async ({ app, team, made }: Made) => app.ask(REVOKE, { team: team.id, id: made.key.id }),
      ],
      [
        "rotated, while it works on",
        async ({ app, team, made }: Made) =>
          app.ask(ROTATE, { team: team.id, id: made.key.id, overlapHours: 24 }),
      ],
      [
        "rotated without an overlap",
        async ({ app, team, made }: Made) =>
          app.ask(ROTATE, { team: team.id, id: made.key.id, overlapHours: 0 }),
      ],
    ] as const) {
      it(what, async () => {
        const made = await keyOf({ expiresInDays: 7 });
        await end(made);
        const { team } = made;
        const app = await WebApp.of(team);
        for (const overlapHours of [0, 24]) {
          const given = { team: team.id, id: made.made.key.id, overlapHours };
          const refused = await app.refused(ROTATE, given);
          assert.deepEqual([refused.status, refused.code], [409, "key_ended"]);
        }
      });
    }
  });

  it("is for the holder alone: an admin may only revoke the key of somebody else", async () => {
    const { team, made } = await keyOf();
    const app = await WebApp.of(await team.member("admin"));
    const given = { team: team.id, id: made.key.id };
    const refused = await app.refused(ROTATE, { ...given, overlapHours: 24 });
    assert.deepEqual([refused.status, refused.code], [403, "not_allowed"]);
    await app.ask(REVOKE, given);
    assert.equal(await statusOf(team, made.secret), 401);
  });

  it("knows no key of somebody else for a member, nor one of another team", async () => {
    const { team, made } = await keyOf();
    const other = await world.team();
    for (const one of [await team.member("member"), other]) {
      const app = await WebApp.of(one);
      for (const teamId of [team.id, other.id]) {
        const given = { team: teamId, id: made.key.id, overlapHours: 24 };
        const refused = await app.refused(ROTATE, given);
        assert.deepEqual([refused.status, refused.code], [404, "not_found"]);
      }
    }
  });

  it("leaves no other time than those that can be chosen", async () => {
    const { team, app, made } = await keyOf();
    for (const overlapHours of [undefined, null, -1, 2, "24", 1e9]) {
      const refused = await app.refused(ROTATE, { team: team.id, id: made.key.id, overlapHours });
      assert.deepEqual([refused.status, refused.at], [422, ["/overlapHours"]]);
    }
  });

  it("makes no key with everything for whoever has become a member, unless the team allows it", async () => {
    const team = await world.team();
    const admin = await team.member("admin");
    const app = await WebApp.of(admin);
    const everything = { name: "All", preset: "all", expiresInDays: null } as const;
    const { key } = await app.ask(CREATE, { team: team.id, ...everything });
    const owner = await WebApp.of(team);
    const member = { team: team.id, id: admin.userId, role: "member" } as const;
    await owner.ask("PATCH /api/teams/:team/members/:id", member);
    const given = { team: team.id, id: key.id, overlapHours: 1 } as const;
    assert.deepEqual((await app.refused(ROTATE, given)).at, ["/preset"]);
    await team.set({ member_full_access: true });
    assert.equal((await app.ask(ROTATE, given)).key.preset, "all");
  });

  /** A key that a person has just made. */
  async function keyOf(given: object = {}) {
    const team = await world.team();
    const app = await WebApp.of(team);
    const newKey = { name: "Old", preset: "read", expiresInDays: null, ...given } as const;
    return { team, app, made: await app.ask(CREATE, { team: team.id, ...newKey }) };
  }

  function after(milliseconds: number): string {
    return new Date(Date.parse(world.now) + milliseconds).toISOString();
  }

  async function keysOf({ id }: Team) {
    const keys = world.database.reader.selectFrom("api_keys").selectAll();
    return keys.where("team_id", "=", id).execute();
  }
});
