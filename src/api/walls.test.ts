import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import { signedIn, throughApp } from "../../test/oauth.ts";
import { allRows } from "../../test/rows.ts";
import { type Reply, WebApp } from "../../test/web.ts";
import type { Role } from "../db/schema.ts";
import { type Api, routes } from "./routes.ts";

type Path = keyof Api;
type TeamPath = Extract<Path, `${string} /api/teams/:team${string}`>;
type Thing = "members" | "invitations" | "keys" | "apps" | "activity" | "sessions";
type Values = Readonly<Record<string, unknown>>;

/** What each route about a team is given, beside the team and what it is about. A new route needs a line. */
const GIVEN: Readonly<Record<TeamPath, Values>> = {
  "PATCH /api/teams/:team": { name: "Renamed" },
  "PUT /api/teams/:team/member-full-access": { isOn: true },
  "PUT /api/teams/:team/destructive": { isOn: true, until: null },
  "GET /api/teams/:team/tools": {},
  "GET /api/teams/:team/members": {},
  "PATCH /api/teams/:team/members/:id": { role: "admin" },
  "DELETE /api/teams/:team/members/:id": {},
  "GET /api/teams/:team/invitations": {},
  "POST /api/teams/:team/invitations": { email: "new@example.com", role: "member" },
  "POST /api/teams/:team/invitations/:id/renew": {},
  "DELETE /api/teams/:team/invitations/:id": {},
  "GET /api/teams/:team/keys": {},
  "POST /api/teams/:team/keys": { name: "Key", preset: "read", expiresInDays: 30 },
  "POST /api/teams/:team/keys/:id/rotate": { overlapHours: 0 },
  "DELETE /api/teams/:team/keys/:id": {},
  "GET /api/teams/:team/apps": {},
  "DELETE /api/teams/:team/apps/:id": {},
  "GET /api/teams/:team/connections": {},
  "GET /api/teams/:team/activity": {},
  "GET /api/teams/:team/activity/filters": {},
  "GET /api/teams/:team/activity/:id": {},
  "POST /api/teams/:team/activity/:id/undo": {},
};

/** And each route about whoever is signed in. */
const OWN: Readonly<Record<Exclude<Path, TeamPath>, Values>> = {
  "GET /api/me": {},
  "PATCH /api/me": { name: "Renamed" },
  "PUT /api/me/password": { currentPassword: "x", newPassword: "another password" },
  "POST /api/me/confirm": { password: "x" },
  "GET /api/me/sessions": {},
  "DELETE /api/me/sessions/:id": {},
  "DELETE /api/me/sessions": {},
  "DELETE /api/me/session": {},
  "GET /api/scopes": {},
  "POST /api/teams": { name: "Another", baseCurrency: "EUR" },
};

/** The least role, for each. Whoever changes it here changes who may do what. */
const LEAST: Readonly<Partial<Record<TeamPath, Role>>> = {
  "PATCH /api/teams/:team": "admin",
  "PUT /api/teams/:team/member-full-access": "admin",
  "PUT /api/teams/:team/destructive": "admin",
  "PATCH /api/teams/:team/members/:id": "admin",
  "GET /api/teams/:team/invitations": "admin",
  "POST /api/teams/:team/invitations": "admin",
  "POST /api/teams/:team/invitations/:id/renew": "admin",
  "DELETE /api/teams/:team/invitations/:id": "admin",
};

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

onEachDatabase((world) => {
  /** A team with one of everything, and somebody of another team with the same. */
  let ours: Furnished;
  let theirs: Furnished;
  before(async () => {
    ours = await furnish(world);
    theirs = await furnish(world);
  });

  for (const path of teamPaths()) {
    it(`${path} is nowhere for whoever is not in the team`, async () => {
      const given = { ...GIVEN[path], team: ours.team.id, ...idFor(path, ours) };
      await assertNothing(world, 404, "not_found", () => theirs.owner.attempt(path, given));
    });

    if (path.includes(":id")) {
      it(`${path} finds nothing of another team`, async () => {
        const given = { ...GIVEN[path], team: ours.team.id, ...idFor(path, theirs) };
        await assertNothing(world, 404, "not_found", () => ours.owner.attempt(path, given));
      });
    }

    for (const role of ["member", "admin", "owner"] as const) {
      const least = LEAST[path] ?? "member";
      const isAllowed = RANK[role] >= RANK[least];
      it(`${path} ${isAllowed ? "serves" : "refuses"} ${role}s`, async () => {
        // With things of their own, since serving may use them up.
        const own = await furnish(world);
        const given = { ...GIVEN[path], team: own.team.id, ...idFor(path, own) };
        const person = role === "owner" ? own.owner : await own.person(role);
        if (!isAllowed) {
          await assertNothing(world, 403, "not_allowed", () => person.attempt(path, given));
          return;
        }
        const id = await thingOf(path, own, person, role);
        const { status, body } = await person.attempt(path, { ...given, ...id });
        assert.equal(status, 200, JSON.stringify(body));
      });
    }
  }

  for (const path of allPaths()) {
    it(`${path} is closed to whoever is signed out, and to programs`, async () => {
      const values = { ...given(path), team: ours.team.id, ...idFor(path, ours) };
      const { owner, team } = ours;
      const cookieless = new WebApp(world, owner.browser.withoutCookies());
      await assertNothing(world, 401, "signed_out", () => cookieless.attempt(path, values));
      for (const key of [team.key, ours.accessToken]) {
        const headers = { Authorization: `Bearer ${key}` };
        const ask = () => cookieless.attempt(path, values, headers);
        await assertNothing(world, 403, "session_needed", ask);
      }
    });

    if (!path.startsWith("GET "))
      it(`${path} takes nothing from another page`, async () => {
        const values = { ...given(path), team: ours.team.id, ...idFor(path, ours) };
        const unmarked = { "X-CSRF-Token": "" };
        const foreign = { Origin: "https://evil.example" };
        for (const [headers, code] of [
          [unmarked, "other_session"],
          [foreign, "foreign_origin"],
        ] as const) {
          const ask = () => ours.owner.attempt(path, values, headers);
          await assertNothing(world, 403, code, ask);
        }
      });
  }

  it("a person ends no session of somebody else", async () => {
    const [id] = (await theirs.owner.ask("GET /api/me/sessions", {})).sessions.map(({ id }) => id);
    const path = "DELETE /api/me/sessions/:id";
    await assertNothing(world, 404, "not_found", () => ours.owner.attempt(path, { id }));
  });
});

type Furnished = {
  readonly team: Team;
  readonly owner: WebApp;
  readonly accessToken: string;
  readonly ids: Readonly<Record<Thing, string>>;
  /** Somebody else of the team, signed in. */
  readonly person: (role: Role) => Promise<WebApp>;
};

async function furnish(world: World): Promise<Furnished> {
  const team = await world.team();
  const mia = await team.member("member");
  const app = await throughApp(team);
  await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
  const owner = new WebApp(world, await signedIn(team));
  const invitation = { team: team.id, email: "ina@example.com", role: "member" } as const;
  const invited = await owner.ask("POST /api/teams/:team/invitations", invitation);
  const { keys } = await owner.ask("GET /api/teams/:team/keys", { team: team.id });
  const { apps } = await owner.ask("GET /api/teams/:team/apps", { team: team.id });
  const { sessions } = await owner.ask("GET /api/me/sessions", {});
  const event = await world.database.reader
    .selectFrom("activity_events")
    .select("id")
    .where("team_id", "=", team.id)
    .where("tool", "=", "customers_create")
    .executeTakeFirstOrThrow();
  return {
    team,
    owner,
    accessToken: app.key,
    ids: {
      members: mia.userId,
      invitations: invited.invitation.id,
      keys: keys.find(({ holder }) => holder.isYou)?.id ?? "",
      apps: apps[0]?.id ?? "",
      activity: event.id,
      sessions: sessions[0]?.id ?? "",
    },
    person: async (role) => new WebApp(world, await signedIn(await team.member(role))),
  };
}

/** The id of the thing that a path is about, if it is about one. */
function idFor(path: string, { ids }: Furnished): Values {
  if (!path.includes(":id")) return {};
  const thing = /([a-z]+)\/:id/.exec(path)?.[1] as Thing;
  return { id: ids[thing] };
}

/** What somebody may act on, where that is only their own. */
async function thingOf(
  path: TeamPath,
  own: Furnished,
  person: WebApp,
  role: Role,
): Promise<Values> {
  const team = own.team.id;
  if (path.includes("/keys/:id")) {
    const key = { team, name: "Mine", preset: "read", expiresInDays: 30 } as const;
    const made = await person.ask("POST /api/teams/:team/keys", key);
    return { id: made.key.id };
  }
  if (role !== "member") return {};
  const me = await person.ask("GET /api/me", {});
  if (path === "DELETE /api/teams/:team/members/:id") return { id: me.user.id };
  if (path === "DELETE /api/teams/:team/apps/:id") {
    const asMember = own.team.withKey("", me.user.id);
    await throughApp(asMember);
    const { apps } = await person.ask("GET /api/teams/:team/apps", { team });
    return { id: apps[0]?.id };
  }
  return {};
}

function teamPaths(): readonly TeamPath[] {
  const known = Object.keys(GIVEN) as TeamPath[];
  const paths = allPaths().filter((path) => path.includes("/teams/:team"));
  assert.deepEqual(known.toSorted(), paths.toSorted());
  return known;
}

function allPaths(): readonly Path[] {
  return routes.map(({ path }) => path);
}

function given(path: Path): Values {
  return { ...GIVEN, ...OWN }[path];
}

/** Asserts a refusal that changed no row. */
async function assertNothing(
  world: World,
  status: number,
  code: string,
  ask: () => Promise<Reply>,
): Promise<void> {
  const before = await allRows(world.database.reader);
  const reply = await ask();
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
  assert.deepEqual(await allRows(world.database.reader), before);
}
