import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { rounds } from "../../test/extent.ts";
import { App, signedIn } from "../../test/oauth.ts";
import { duringWrite, together } from "../../test/races.ts";
import { allRows } from "../../test/rows.ts";
import { addProject } from "../../test/tracker.ts";
import { type Reply, WebApp } from "../../test/web.ts";
import { createKey, revokeKey } from "../accounts/api-keys.ts";
import { lockMember } from "../accounts/members.ts";
import { requireMembership } from "../accounts/membership.ts";
import { removeMember, setRole } from "../accounts/roles.ts";
import { Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";

const MINUTE_MS = 60_000;
const ROLES = ["owner", "admin", "member"] as const;
const LIST = "GET /api/teams/:team/members";
const CHANGE = "PATCH /api/teams/:team/members/:id";
const REMOVE = "DELETE /api/teams/:team/members/:id";

onEachDatabase((world) => {
  describe("one owner always remains:", () => {
    it("the last one neither leaves nor gets another role", async () => {
      const team = await world.team();
      await team.member("admin");
      const actor = await app(team);
      for (const [path, given] of [
        [REMOVE, {}],
        [CHANGE, { role: "admin" }],
        [CHANGE, { role: "member" }],
      ] as const) {
        const reply = await untouched(() =>
          actor.attempt(path, { team: team.id, id: team.userId, ...given }),
        );
        assert.deepEqual([reply.status, reply.body.code], [409, "last_owner"]);
      }
      await actor.ask(CHANGE, { team: team.id, id: team.userId, role: "owner" });
    });

    for (const [what, act] of [
      ["leave", (by: WebApp, team: string, id: string) => by.attempt(REMOVE, { team, id })],
      [
        "demote themselves",
        (by: WebApp, team: string, id: string) => by.attempt(CHANGE, { team, id, role: "member" }),
      ],
    ] as const) {
      it(`of two who ${what} at the same time one is refused`, async () => {
        for (let round = 0; round < rounds(world.dialect); round += 1) {
          const team = await world.team();
          const two = [team, await team.member("owner")];
          const apps = await Promise.all(two.map(app));
          const replies = await together(2, (index) =>
            act(apps[index] ?? assert.fail(), team.id, two[index]?.userId ?? ""),
          );
          assert.deepEqual(codes(replies), ["200", "last_owner"]);
          assert.equal((await ownersOf(team)).length, 1);
        }
      });
    }

    it("of two who demote or remove each other at the same time one succeeds", async () => {
      for (let round = 0; round < rounds(world.dialect); round += 1) {
        const team = await world.team();
        const two = [team, await team.member("owner")];
        const apps = await Promise.all(two.map(app));
        const replies = await together(2, (index) => {
          const given = { team: team.id, id: two[1 - index]?.userId ?? "" };
          const by = apps[index] ?? assert.fail();
          return round % 2 === index
            ? by.attempt(REMOVE, given)
            : by.attempt(CHANGE, { ...given, role: "member" });
        });
        assert.equal(
          replies.filter(({ status }) => status === 200).length,
          1,
          JSON.stringify(replies),
        );
        assert.equal((await ownersOf(team)).length, 1);
      }
    });
  });

  for (const [what, path, given] of [
    ["removed", REMOVE, {}],
    ["given another role", CHANGE, { role: "admin" }],
  ] as const) {
    it(`a member at work is ${what} when that work is done, and it waits for nobody in a circle`, async () => {
      const team = await world.team();
      const member = await team.member("member");
      const actor = await app(team);
      const { status } = await duringWrite(
        world,
        // A call of theirs locks its person, and then writes rows that refer to the team.
        (db) => lockMember({ ...member.auditContext, db }, member.userId),
        () => actor.attempt(path, { team: team.id, id: member.userId, ...given }),
        async (db) => {
          const teams = db.selectFrom("teams").select("id").where("id", "=", team.id);
          if (world.dialect === "postgres") await teams.forKeyShare().noWait().execute();
        },
      );
      assert.equal(status, 200);
    });
  }

  it("mints no key for whoever is removed meanwhile", async () => {
    const team = await world.team();
    const leaver = await team.member("member");
    const membership = await requireMembership(team.auditContext, team.id, team.userId);
    const context = { ...team.auditContext, ...membership };
    const minted = await duringWrite(
      world,
      (db) => removeMember({ ...context, db, begin: null }, { id: leaver.userId }),
      () =>
        leaver
          .mint("read")
          .catch((error: unknown) => (error instanceof Refusal ? error.code : error)),
    );
    assert.equal(minted, "not_found");
  });

  for (const [what, change] of [
    ["demoted", (context, id) => setRole(context, { id, role: "member" })],
    ["removed", (context, id) => removeMember(context, { id })],
  ] satisfies readonly [string, (context: Context, id: string) => Promise<void>][]) {
    for (const [route, given] of [
      ["PUT /api/teams/:team/destructive", { isOn: true }],
      ["POST /api/teams/:team/invitations", { email: "friend@example.com", role: "member" }],
    ] as const) {
      it(`lets whoever is ${what} meanwhile change nothing of the team: ${route}`, async () => {
        const team = await world.team();
        const admin = await team.member("admin");
        const membership = await requireMembership(team.auditContext, team.id, team.userId);
        const attempt = await (await app(admin)).ready(route, { team: team.id, ...given });
        const { status } = await duringWrite(
          world,
          (db) => change({ ...team.auditContext, ...membership, db, begin: null }, admin.userId),
          attempt,
        );
        assert.equal(status, what === "removed" ? 404 : 403);
        assert.deepEqual(await team.journalOf(route), []);
      });
    }
  }

  if (world.isSecond) return;

  it("shows every member who is in the team, owners first and members last, and who the last owner is", async () => {
    await world.team();
    const team = await world.team();
    const member = await later(() => team.member("member", { name: "Mia Member" }));
    const first = await later(() => team.member("member", { name: "Bea Member" }));
    const admin = await later(() => team.member("admin", { name: "Zoe Admin" }));
    for (const one of [team, member, admin]) {
      const { members } = await (await app(one)).ask(LIST, { team: team.id });
      assert.deepEqual(
        members.map(({ id, name, role, isYou, isLastOwner }) => [
          id,
          name,
          role,
          isYou,
          isLastOwner,
        ]),
        [
          [team.userId, "Olga Owner", "owner", one === team, true],
          [admin.userId, "Zoe Admin", "admin", one === admin, false],
          [first.userId, "Bea Member", "member", false, false],
          [member.userId, "Mia Member", "member", one === member, false],
        ],
      );
      assert.match(members[1]?.email ?? "", /@example\.com$/);
      assert.match(members[1]?.joinedAt ?? "", /^2026-/);
    }
    await later(() => team.member("owner"));
    const { members } = await (await app(team)).ask(LIST, { team: team.id });
    assert.ok(members.every(({ isLastOwner }) => !isLastOwner));
  });

  it("tells the last change that each member made in this team, and no private one", async () => {
    const team = await world.team();
    const member = await team.member("member");
    const changes = async () => {
      const { members } = await (await app(team)).ask(LIST, { team: team.id });
      return new Map(members.map(({ id, lastChangeAt }) => [id, lastChangeAt]));
    };
    assert.equal((await changes()).get(member.userId), null);
    await later(async () =>
      (await app(member)).ask("POST /api/teams/:team/categories", { team: team.id, name: "Mine" }),
    );
    const made = await changes();
    assert.equal(made.get(member.userId), world.now);
    assert.notEqual(made.get(team.userId), world.now);
    const key = { name: "Another", preset: "read", expiresInDays: 30 } as const;
    await later(async () =>
      (await app(member)).ask("POST /api/teams/:team/keys", { team: team.id, ...key }),
    );
    assert.deepEqual(await changes(), made);
  });

  describe("a role is changed", () => {
    /** Allowed changes of roles; all others are refused. */
    const may = (who: Role, from: Role, to: Role) =>
      who === "owner" || (who === "admin" && from !== "owner" && to !== "owner");

    for (const who of ROLES) {
      for (const from of ROLES) {
        it(`by ${who}s of the ${from}s ${who === "member" ? "not at all" : "as far as they may"}`, async () => {
          const team = await world.team();
          const actor = await app(await team.member(who));
          for (const to of ROLES) {
            const other = await team.member(from);
            const given = { team: team.id, id: other.userId, role: to };
            if (may(who, from, to)) {
              const { members } = await actor.ask(CHANGE, given);
              assert.equal(members.find(({ id }) => id === other.userId)?.role, to);
              assert.equal(await roleOf(other), to);
            } else {
              const { status, body } = await untouched(() => actor.attempt(CHANGE, given));
              assert.deepEqual([status, body.code], [403, "not_allowed"], to);
            }
          }
        });
      }
    }

    it("also by an admin who becomes a member, and then decides no more", async () => {
      const team = await world.team();
      const admin = await team.member("admin");
      const other = await team.member("member");
      const actor = await app(admin);
      await actor.ask(CHANGE, { team: team.id, id: admin.userId, role: "member" });
      const reply = await untouched(() =>
        actor.attempt(CHANGE, { team: team.id, id: other.userId, role: "admin" }),
      );
      assert.equal(reply.status, 403);
    });

    it("and journalled once, and not at all when it is the same", async () => {
      const team = await world.team();
      const other = await team.member("member");
      const actor = await app(team);
      const given = { team: team.id, id: other.userId, role: "admin" } as const;
      await actor.ask(CHANGE, given);
      await untouched(() => actor.ask(CHANGE, given));
      const events = await team.journalOf(CHANGE);
      assert.deepEqual(
        events.map(({ actor_id, credential_kind, changes }) => [
          actor_id,
          credential_kind,
          changes.map(said),
        ]),
        [
          [
            team.userId,
            "session",
            [["membership", other.userId, { role: "member" }, { role: "admin" }]],
          ],
        ],
      );
    });

    it("and what the person's keys open is another at once", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const admin = await team.member("admin", { preset: "all" });
      const tag = await team.call("tags_create", { name: "a" });
      await (await app(team)).ask(CHANGE, { team: team.id, id: admin.userId, role: "member" });
      const { code } = await admin.refused("tags_delete", { id: tag.id });
      assert.equal(code, "tool_not_available");
    });
  });

  describe("the password is asked again", () => {
    it("to make somebody an owner, or an owner something else, or to remove one", async () => {
      const team = await world.team();
      const [owner, member] = [await team.member("owner"), await team.member("member")];
      const actor = await app(team);
      world.pass(10 * MINUTE_MS);
      // Being seen is noted once a minute.
      await actor.ask(LIST, { team: team.id });
      for (const ask of [
        () => actor.attempt(CHANGE, { team: team.id, id: member.userId, role: "owner" }),
        () => actor.attempt(CHANGE, { team: team.id, id: owner.userId, role: "admin" }),
        () => actor.attempt(CHANGE, { team: team.id, id: team.userId, role: "admin" }),
        () => actor.attempt(REMOVE, { team: team.id, id: owner.userId }),
      ]) {
        const { status, body } = await untouched(ask);
        assert.deepEqual([status, body.code], [403, "password_needed"]);
      }
    });

    it("but not within ten minutes, nor for anything else", async () => {
      const team = await world.team();
      const [one, other, third] = [
        await team.member("member"),
        await team.member("member"),
        await team.member("owner"),
      ];
      const actor = await app(team);
      world.pass(10 * MINUTE_MS - 1);
      await actor.ask(CHANGE, { team: team.id, id: one.userId, role: "owner" });
      world.pass(MINUTE_MS);
      await actor.ask(CHANGE, { team: team.id, id: other.userId, role: "admin" });
      await actor.ask(REMOVE, { team: team.id, id: other.userId });
      const leaving = await app(third);
      world.pass(11 * MINUTE_MS);
      await leaving.ask(REMOVE, { team: team.id, id: third.userId });
    });
  });

  describe("a member is removed", () => {
    const may = (who: Role, whom: Role) => who === "owner" || (who === "admin" && whom !== "owner");

    for (const who of ROLES) {
      for (const whom of ROLES) {
        it(`${may(who, whom) ? "" : "not "}by ${who}s when they are ${whom}s`, async () => {
          const team = await world.team();
          const actor = await app(await team.member(who));
          const other = await team.member(whom);
          const given = { team: team.id, id: other.userId };
          if (may(who, whom)) {
            assert.deepEqual(await actor.ask(REMOVE, given), {});
            assert.equal(await roleOf(other), undefined);
          } else {
            const { status, body } = await untouched(() => actor.attempt(REMOVE, given));
            assert.deepEqual([status, body.code], [403, "not_allowed"]);
          }
        });
      }
    }

    for (const role of ROLES) {
      it(`by themselves, as ${role}s too, and the team is gone for them`, async () => {
        const team = await world.team();
        const leaver = await team.member(role);
        const actor = await app(leaver);
        await actor.ask(REMOVE, { team: team.id, id: leaver.userId });
        assert.equal(await roleOf(leaver), undefined);
        assert.equal((await actor.attempt(LIST, { team: team.id })).status, 404);
        assert.deepEqual((await actor.ask("GET /api/me", {})).teams, []);
      });
    }

    it("with their keys and the apps that they let in, in this team alone, journalled as one", async () => {
      const team = await world.team();
      const other = await world.team();
      const leaver = await team.member("member");
      const elsewhere = await alsoIn(other, leaver);
      const client = await App.register(world);
      const [here, there] = [await client.connect(leaver), await client.connect(elsewhere)];
      const stays = await team.member("member");
      const kept = await client.connect(stays);
      await leaver.mint("read");
      const given = { userId: leaver.userId, name: "Revoked before", preset: "read" } as const;
      const { id: revoked } = await createKey({ ...team.auditContext, now: world.now }, given);
      const { revoked_at } = await revokeKey({ ...team.auditContext, now: world.now }, revoked);
      world.pass(1000);
      await (await app(team)).ask(REMOVE, { team: team.id, id: leaver.userId });
      assert.equal((await leaver.rpc("tools/list")).status, 401);
      assert.equal(await callWith(here.access_token), 401);
      assert.equal((await client.refresh(here.refresh_token)).status, 400);
      for (const token of [elsewhere.key, there.access_token, stays.key, kept.access_token])
        assert.equal(await callWith(token), 200);
      const keys = world.database.reader.selectFrom("api_keys").select("revoked_at");
      const before = await keys.where("id", "=", revoked).executeTakeFirst();
      assert.equal(before?.revoked_at, revoked_at);
      const [event, ...more] = await team.journalOf(REMOVE);
      assert.deepEqual(more, []);
      const now = world.now;
      assert.deepEqual(
        event?.changes.map(said).map(([type, , ...snapshots]) => [type, ...snapshots]),
        [
          [
            "oauth_grant",
            { ended_at: null, ended_because: null },
            { ended_at: now, ended_because: "removed" },
          ],
          ["api_key", { revoked_at: null }, { revoked_at: now }],
          ["api_key", { revoked_at: null }, { revoked_at: now }],
          [
            "membership",
            {
              user_id: leaver.userId,
              role: "member",
              created_at: team.auditContext.now,
            },
            null,
          ],
        ],
      );
    });

    it("and what they held opens nothing when they come back", async () => {
      const team = await world.team();
      const leaver = await team.member("member");
      const client = await App.register(world);
      const tokens = await client.connect(leaver);
      await (await app(team)).ask(REMOVE, { team: team.id, id: leaver.userId });
      const back = await alsoIn(team, leaver);
      assert.equal((await leaver.rpc("tools/list")).status, 401);
      assert.equal(await callWith(tokens.access_token), 401);
      assert.equal((await client.refresh(tokens.refresh_token)).status, 400);
      assert.equal((await back.rpc("tools/list")).status, 200);
    });

    it("and their tracked time, a running timer too, and the invitations they sent stay", async () => {
      const team = await world.team();
      const admin = await team.member("admin", { preset: "all" });
      await admin.call("tracker_start_timer", { project_id: await addProject(team) });
      await (
        await app(admin)
      ).ask("POST /api/teams/:team/invitations", {
        team: team.id,
        email: "new@example.com",
        role: "member",
      });
      const before = await allRows(world.database.reader, team.id);
      await (await app(team)).ask(REMOVE, { team: team.id, id: admin.userId });
      const after = await allRows(world.database.reader, team.id);
      for (const table of ["tracker_entries", "invitations"]) {
        assert.equal(after[table]?.length, 1);
        assert.deepEqual(after[table], before[table]);
      }
    });
  });

  it("knows nothing of a person who is not in the team, nor of a team to whoever is not in it", async () => {
    const team = await world.team();
    const other = await world.team();
    const actor = await app(team);
    for (const id of [other.userId, "018f0000-0000-7000-8000-000000000000"]) {
      for (const [path, given] of [
        [CHANGE, { role: "member" }],
        [REMOVE, {}],
      ] as const) {
        const own = await untouched(() => actor.attempt(path, { team: team.id, id, ...given }));
        assert.deepEqual([own.status, own.body.code], [404, "not_found"]);
        const theirs = await untouched(() => actor.attempt(path, { team: other.id, id, ...given }));
        assert.deepEqual([theirs.status, theirs.body.code], [404, "not_found"]);
      }
    }
    assert.equal((await actor.attempt(LIST, { team: other.id })).status, 404);
  });

  async function app(team: Team): Promise<WebApp> {
    return new WebApp(world, await signedIn(team));
  }

  async function later<T>(work: () => Promise<T>): Promise<T> {
    world.pass(1000);
    return work();
  }

  async function untouched<T>(work: () => Promise<T>): Promise<T> {
    const before = await allRows(world.database.reader);
    const result = await work();
    assert.deepEqual(await allRows(world.database.reader), before);
    return result;
  }

  async function callWith(token: string): Promise<number> {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { status } = await world.post(list, { Authorization: `Bearer ${token}` });
    return status;
  }

  async function roleOf({ id, userId }: Team): Promise<Role | undefined> {
    const row = await world.database.reader
      .selectFrom("memberships")
      .select("role")
      .where("team_id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return row?.role;
  }

  async function ownersOf({ id }: Team) {
    const members = world.database.reader.selectFrom("memberships").select("user_id");
    return members.where("team_id", "=", id).where("role", "=", "owner").execute();
  }
});

/** The same person in another team, with a key there. */
async function alsoIn(team: Team, { userId, world }: Team): Promise<Team> {
  world.pass(1000);
  const member = {
    team_id: team.id,
    user_id: userId,
    role: "member",
    created_at: world.now,
  } as const;
  await world.database.begin((db) => db.insertInto("memberships").values(member).execute());
  return team.withKey(await team.mint("read", undefined, userId), userId);
}

function codes(replies: readonly Reply[]): string[] {
  return replies.map(({ status, body }) => String(status === 200 ? 200 : body.code)).toSorted();
}

function said(change: { subject_type: string; subject_id: string; before: any; after: any }) {
  return [change.subject_type, change.subject_id, change.before, change.after] as const;
}
