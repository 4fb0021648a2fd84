import type { ApiRoute } from "../src/api/route.ts";
import type { Role } from "../src/db/schema/accounts.ts";
import type { Team, World } from "./app.ts";
import { pngOf } from "./invoice-settings.ts";
import { signedIn, throughApp } from "./oauth.ts";
import { idIn, kindsIn, ownThings } from "./own-things.ts";
import { WebApp } from "./web.ts";

type Values = Readonly<Record<string, unknown>>;
type Things = Readonly<Record<string, string>>;

/** A team with one of everything. */
export type Furnished = {
  readonly team: Team;
  readonly owner: WebApp;
  readonly accessToken: string;
  /** The id of one thing of each kind that examples ask for. */
  readonly things: Things;
  /** Somebody of the team, signed in: the owner, or another person in that role. */
  readonly person: (role: Role) => Promise<WebApp>;
};

/** @param example whose things are made; those of all examples by default */
export async function furnish(world: World, example?: ApiRoute["example"]): Promise<Furnished> {
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
export function valuesFor(
  route: ApiRoute,
  { team, things }: Pick<Furnished, "team" | "things">,
): Values {
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
export async function thingsOf(
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
