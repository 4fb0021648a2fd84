import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity, type Shown } from "../../test/activity.ts";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";

const EVENT = "GET /api/teams/:team/activity/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";

type People = { readonly owner: Team; readonly mia: Team };

/** A private record: its event, and the user who creates it. */
type Own = {
  readonly tool: string;
  readonly type: string;
  /** @returns whose it is, by now a member like others */
  readonly make: (people: People) => Promise<Team>;
};

const OWN: Readonly<Record<string, Own>> = {
  "a key": {
    tool: "POST /api/teams/:team/keys",
    type: "api_key",
    make: async ({ mia }) => {
      const key = { team: mia.id, name: "Laptop", preset: "read", expiresInDays: 30 } as const;
      await (await WebApp.of(mia)).ask("POST /api/teams/:team/keys", key);
      return mia;
    },
  },
  "a key that an owner has revoked": {
    tool: "DELETE /api/teams/:team/keys/:id",
    type: "api_key",
    make: async ({ owner, mia }) => {
      const app = await WebApp.of(owner);
      const { keys } = await app.ask("GET /api/teams/:team/keys", { team: mia.id });
      const id = keys.find(({ holder }) => holder.id === mia.userId)?.id ?? "";
      await app.ask("DELETE /api/teams/:team/keys/:id", { team: mia.id, id });
      return mia;
    },
  },
  "a connected app": {
    tool: "oauth/authorize",
    type: "oauth_grant",
    make: async ({ mia }) => {
      await throughApp(mia);
      return mia;
    },
  },
  "an account": {
    tool: "PATCH /api/me",
    type: "user",
    make: async ({ mia }) => {
      await (await WebApp.of(mia)).ask("PATCH /api/me", { timeZone: "Europe/Berlin" });
      return mia;
    },
  },
  "an invitation": {
    tool: "POST /api/teams/:team/invitations",
    type: "invitation",
    make: async ({ owner }) => {
      const ada = await owner.member("admin");
      const invitation = { team: owner.id, email: "new@example.com", role: "member" } as const;
      await (await WebApp.of(ada)).ask("POST /api/teams/:team/invitations", invitation);
      const demoted = { team: owner.id, id: ada.userId, role: "member" } as const;
      await (await WebApp.of(owner)).ask("PATCH /api/teams/:team/members/:id", demoted);
      return ada;
    },
  },
};

onAnyDatabase((world) => {
  for (const [what, { tool, type, make }] of Object.entries(OWN)) {
    describe(what, () => {
      test("is shown to owners, to admins, and to whose it is", async () => {
        const owner = await world.team();
        const own = await make({ owner, mia: await owner.member("member") });
        for (const who of [owner, await owner.member("admin"), own]) {
          const activity = await Activity.of(who);
          const { id, subjects, changeCount } = await activity.latest(tool);
          assert.deepEqual([subjects[0]?.type, changeCount], [type, 1]);
          const found = await activity.list({ subject: type });
          assert.ok(found.some((event) => event.id === id));
          assert.equal((await activity.detail(id)).changes.length, 1);
          const { subjects: offered } = await activity.filters();
          assert.ok(offered.some(({ value }) => value === type));
        }
      });

      test("is nowhere for others: in no list, by no filter, not by its id, and not to be undone", async () => {
        const owner = await world.team();
        const own = await make({ owner, mia: await owner.member("member") });
        const { id, actor } = await (await Activity.of(owner)).latest(tool);
        const activity = await Activity.of(await owner.member("member"));
        const filters = [
          {},
          { actor: actor?.id },
          { actor: own.userId },
          { subject: type },
          { credential: "web" },
          { outcome: "done" },
          { from: "2026-11-21" },
          { subject: type, credential: "web", actor: actor?.id },
        ] as const;
        for (const filter of filters)
          assert.ok(isWithout(await activity.list({ ...filter, limit: 100 }), id));
        for (const path of [EVENT, UNDO]) {
          const { status, code } = await activity.app.refused(path, { team: owner.id, id });
          assert.deepEqual([status, code], [404, "not_found"]);
        }
      });
    });
  }

  test("nobody is offered a filter that finds nothing for them", async () => {
    const owner = await world.team();
    const mia = await owner.member("member");
    for (const { make } of Object.values(OWN)) await make({ owner, mia });
    const activity = await Activity.of(await owner.member("member"));
    const { people, credentials, subjects } = await activity.filters();
    for (const { id } of people) assert.ok((await activity.list({ actor: id })).length > 0);
    for (const { value } of credentials)
      assert.ok((await activity.list({ credential: value })).length > 0, value);
    for (const { value } of subjects)
      assert.ok((await activity.list({ subject: value })).length > 0, value);
    const offered = new Set(subjects.map(({ value }) => value));
    assert.ok(!offered.has("oauth_grant") && !offered.has("invitation"));
    assert.ok(people.every(({ id }) => id !== mia.userId));
  });

  test("that somebody was removed is for all to see, which keys and apps ended with it is not", async () => {
    const owner = await world.team();
    const mia = await owner.member("member");
    await throughApp(mia);
    const app = await WebApp.of(owner);
    const path = "DELETE /api/teams/:team/members/:id";
    await app.ask(path, { team: owner.id, id: mia.userId });
    const whole = await (await Activity.of(owner)).latest(path);
    assert.equal(whole.changeCount, 3);
    const activity = await Activity.of(await owner.member("member"));
    const event = await activity.latest(path);
    assert.deepEqual(
      [event.id, event.changeCount, event.subjects.map(({ type }) => type)],
      [whole.id, 1, ["membership"]],
    );
    const { changes, more } = await activity.detail(event.id);
    assert.deepEqual([changes.map(({ type }) => type), more], [["membership"], 0]);
    for (const subject of ["api_key", "oauth_grant"])
      assert.ok(isWithout(await activity.list({ subject }), event.id));
    assert.ok(!isWithout(await activity.list({ subject: "membership" }), event.id));
  });

  test("what is the team's business is for every member to see", async () => {
    const owner = await world.team({ destructive_ai_tools: true });
    const tag = await owner.call("tags_create", { name: "a" });
    await owner.call("tags_delete", { id: tag.id });
    await owner.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const renamed = { team: owner.id, name: "Renamed" };
    await (await WebApp.of(owner)).ask("PATCH /api/teams/:team", renamed);
    const tools = ["tags_create", "tags_delete", "customers_create", "PATCH /api/teams/:team"];
    const [all, own] = await Promise.all(
      [owner, await owner.member("member")].map(async (who) => {
        const events = await (await Activity.of(who)).list({ limit: 100 });
        return events
          .filter(({ tool }) => tools.includes(tool))
          .map((event) => ({ ...event, undo: "another question" }));
      }),
    );
    assert.equal(all?.length, tools.length);
    assert.deepEqual(own, all);
  });
});

function isWithout(events: readonly Shown[], id: string): boolean {
  return events.every((event) => event.id !== id);
}
