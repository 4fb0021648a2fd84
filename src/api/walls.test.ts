import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, it } from "node:test";
import { onEachDatabase, type Team, type World } from "../../test/app.ts";
import { pngOf } from "../../test/invoice-settings.ts";
import { signedIn, throughApp } from "../../test/oauth.ts";
import { idIn, kindsIn, ownThings } from "../../test/own-things.ts";
import { told } from "../../test/replay.ts";
import { rowsOfTeams } from "../../test/rows.ts";
import { type Reply, WebApp } from "../../test/web.ts";
import { mayAct } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { ApiRoute } from "./route.ts";
import { routes } from "./routes.ts";

type Values = Readonly<Record<string, unknown>>;
type Things = Readonly<Record<string, string>>;

const ALL: readonly ApiRoute[] = routes;
const ROLES = ["member", "admin", "owner"] as const;

it("the least role of each route is the one of the committed snapshot", async () => {
  const snapshot = await readFile(new URL("snapshots/roles.json", import.meta.url), "utf8");
  assert.deepEqual(
    Object.fromEntries(ALL.map(({ path, role }) => [path, role])),
    JSON.parse(snapshot),
    "run npm run docs, and look at the diff: whoever changes a role changes who may do what",
  );
});

it("a route has a role exactly when its path names a team, and an address of its own", () => {
  for (const { path, role } of ALL)
    assert.equal(role !== null, path.includes(" /api/teams/:team"), path);
  assert.equal(new Set(ALL.map(({ path }) => path)).size, ALL.length);
});

it("the example of a route gives every parameter of its path", () => {
  for (const route of ALL) {
    const given = route.example((kind) => kind);
    for (const [, name = ""] of route.path.replace(":team", "").matchAll(/:(\w+)/g))
      assert.ok(name in given, `${route.path} needs an example of ${name}`);
  }
});

onEachDatabase((world) => {
  /** A team with one of everything, and somebody of another team with the same. */
  let ours: Furnished;
  let theirs: Furnished;
  before(async () => {
    ours = await furnish(world);
    theirs = await furnish(world);
  });

  /** The rows at a version of the database, which need not be read again while it is the same. */
  let known: { readonly version: number; readonly rows: unknown } | undefined;

  /** Asserts a refusal that changed no row of either team, nor one of no team. */
  async function assertNothing(
    [status, code]: readonly [number, string],
    ...asks: readonly (() => Promise<Reply>)[]
  ): Promise<void> {
    const { reader, version } = world.database;
    const rows = () => rowsOfTeams(reader, [ours.team.id, theirs.team.id]);
    if (known?.version !== version()) known = { version: version(), rows: await rows() };
    for (const ask of asks) {
      const reply = await ask();
      assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
    }
    assert.deepEqual(await rows(), known.rows);
  }

  for (const route of ALL) {
    const { path, role: least } = route;
    if (least === null) continue;

    for (const role of world.isSecond ? (["owner"] as const) : ROLES) {
      const isAllowed = mayAct(role, least);
      it(`${path} ${isAllowed ? "serves" : "refuses"} ${role}s`, async () => {
        if (!isAllowed) {
          const person = await ours.person(role);
          const values = valuesFor(route, ours);
          await assertNothing([403, "not_allowed"], () => person.attempt(path, values));
          return;
        }
        // A write gets things of its own, since serving may use them up.
        const own = path.startsWith("GET ") ? ours : await furnish(world, route.example);
        const person = await own.person(role);
        const things = { ...own.things, ...(await thingsOf(person, role, route, own)) };
        const ask = () => person.attempt(path, valuesFor(route, { ...own, things }));
        const isTold = role === "owner" && !path.startsWith("GET ");
        const { status, body } = isTold
          ? await told(own.team, { ...route, name: path }, ask)
          : await ask();
        assert.equal(status, 200, JSON.stringify(body));
      });
    }
  }

  if (world.isSecond) return;

  for (const route of ALL) {
    const { path, role: least } = route;

    it(`${path} is closed to whoever is signed out, and to programs`, async () => {
      const values = valuesFor(route, ours);
      const { owner, team } = ours;
      const cookieless = new WebApp(world, owner.browser.withoutCookies());
      await assertNothing([401, "signed_out"], () => cookieless.attempt(path, values));
      const asks = [team.key, ours.accessToken].map((key) => {
        const headers = { Authorization: `Bearer ${key}` };
        return () => cookieless.attempt(path, values, headers);
      });
      await assertNothing([403, "session_needed"], ...asks);
    });

    if (!path.startsWith("GET "))
      it(`${path} takes nothing from another page`, async () => {
        const ask = (headers: Readonly<Record<string, string>>) => () =>
          ours.owner.attempt(path, valuesFor(route, ours), headers);
        await assertNothing([403, "other_session"], ask({ "X-CSRF-Token": "" }));
        await assertNothing([403, "foreign_origin"], ask({ Origin: "https://evil.example" }));
      });

    if (path.includes("/:id"))
      it(`${path} finds nothing of ${least === null ? "somebody else" : "another team"}`, async () => {
        const values = { ...valuesFor(route, ours), id: valuesFor(route, theirs)["id"] };
        await assertNothing([404, "not_found"], () => ours.owner.attempt(path, values));
      });

    if (least === null) continue;

    it(`${path} is nowhere for whoever is not in the team`, async () => {
      const values = valuesFor(route, ours);
      await assertNothing([404, "not_found"], () => theirs.owner.attempt(path, values));
    });
  }
});

type Furnished = {
  readonly team: Team;
  readonly owner: WebApp;
  readonly accessToken: string;
  /** The id of one thing of each kind that examples ask for. */
  readonly things: Things;
  /** Somebody of the team, signed in: the owner, or another person in that role. */
  readonly person: (role: Role) => Promise<WebApp>;
};

/** @param example whose things are made; those of all examples by default */
async function furnish(world: World, example?: ApiRoute["example"]): Promise<Furnished> {
  const team = await world.team();
  const kinds = example === undefined ? null : kindsIn(example);
  const needs = (kind: string) => kinds === null || kinds.has(kind);
  const mia = needs("member") ? await team.member("member") : null;
  // An app comes through the whole consent: six requests.
  const app = needs("oauth_grant") ? await throughApp(team) : null;
  const things = await ownThings(team, example);
  const owner = new WebApp(world, await signedIn(team));
  const people = new Map<Role, Promise<WebApp>>([["owner", Promise.resolve(owner)]]);
  return {
    team,
    owner,
    accessToken: app?.key ?? "",
    things: {
      ...things,
      member: mia?.userId ?? "",
      invitation: needs("invitation") ? await invite(owner, team) : "",
      api_key: needs("api_key") ? await keyOf(owner, team) : "",
      oauth_grant: needs("oauth_grant") ? await grantOf(owner, team) : "",
      session: needs("session") ? await sessionOf(owner) : "",
      event: needs("event") ? await lastEvent(team) : "",
    },
    person: async (role) => {
      const person = people.get(role) ?? signIn(world, team, role);
      people.set(role, person);
      return person;
    },
  };
}

async function invite(owner: WebApp, { id: team }: Team): Promise<string> {
  const given = { team, email: "ina@example.com", role: "member" } as const;
  return (await owner.ask("POST /api/teams/:team/invitations", given)).invitation.id;
}

async function keyOf(owner: WebApp, { id: team }: Team): Promise<string> {
  const { keys } = await owner.ask("GET /api/teams/:team/keys", { team });
  return keys.find(({ holder }) => holder.isYou)?.id ?? "";
}

async function grantOf(owner: WebApp, { id: team }: Team): Promise<string> {
  const { apps } = await owner.ask("GET /api/teams/:team/apps", { team });
  return apps[0]?.id ?? "";
}

async function sessionOf(owner: WebApp): Promise<string> {
  const { sessions } = await owner.ask("GET /api/me/sessions", {});
  return sessions[0]?.id ?? "";
}

/** Later than all other events, so that it is the last of the journal. */
async function lastEvent(team: Team): Promise<string> {
  team.world.pass(1);
  await team.call("tags_create", { name: "Unused, so that it can be undone" });
  return (await team.journalOf("tags_create")).at(-1)?.id ?? "";
}

async function signIn(world: World, team: Team, role: Role): Promise<WebApp> {
  return new WebApp(world, await signedIn(await team.member(role)));
}

/** The route's example with the things of a team. */
function valuesFor(route: ApiRoute, { team, things }: Pick<Furnished, "team" | "things">): Values {
  const file = route.upload === null ? {} : { file: FILES.get(route.path) ?? FILE };
  const given = { ...route.example(idIn(things)), ...file };
  return route.role === null ? given : { ...given, team: team.id };
}

const FILES: ReadonlyMap<string, string | Uint8Array> = new Map<string, string | Uint8Array>([
  ["POST /api/teams/:team/rates/load", "Date,USD,\n2026-11-20,1.1523,\n"],
  ["PUT /api/teams/:team/invoice-settings/logo", pngOf(1, 1, [0, 0, 0])],
]);

/** A file that every other upload reads. */
const FILE =
  "Name,E-mail,Date,Project,Hours,Amount\nZenith,info@zenith.example,2026-11-20,Website,1,-2.50\n";

/** The person's own records, where a route takes no others. */
async function thingsOf(
  person: WebApp,
  role: Role,
  { example }: ApiRoute,
  { team, things }: Pick<Furnished, "team" | "things">,
): Promise<Things> {
  const kinds = kindsIn(example);
  if (kinds.has("api_key")) {
    const key = { team: team.id, name: "Mine", preset: "read", expiresInDays: 30 } as const;
    return { api_key: (await person.ask("POST /api/teams/:team/keys", key)).key.id };
  }
  if (kinds.has("import_hash")) return importHash(person, team, things);
  if (role !== "member") return {};
  const { user } = await person.ask("GET /api/me", {});
  const own = kinds.has("member") ? { member: user.id } : {};
  if (kinds.has("tracker_entry")) return { ...own, ...(await ownTimer(person, team)) };
  if (!kinds.has("oauth_grant")) return own;
  await throughApp(team.withKey("", user.id));
  return { ...own, oauth_grant: await grantOf(person, team) };
}

/** The hash of the plan that the preview tells. */
async function importHash(person: WebApp, { id: team }: Team, things: Things): Promise<Things> {
  const input = { team, account: things["bank_account"] ?? "", file_name: "march.csv" };
  const { body } = await person.sendFile("POST /api/teams/:team/imports/preview", input, FILE);
  return { import_hash: body.hash };
}

async function ownTimer(person: WebApp, { id: team }: Team): Promise<Things> {
  const { projects } = await person.ask("GET /api/teams/:team/time/projects", { team });
  const given = { team, project: projects[0]?.id ?? "" };
  const { timer } = await person.ask("POST /api/teams/:team/timer", given);
  return { tracker_entry: timer.id, version: timer.version };
}
