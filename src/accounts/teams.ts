import { type Change, difference, record } from "../activity/journal.ts";
import { versionOf } from "../core/canonical-json.ts";
import { changedMeanwhile, Refusal } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForNoKeyUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { hashPassword } from "./passwords.ts";
import { isCapped } from "./scopes.ts";
import { findOrMakeUser, findUser, type NewUser } from "./users.ts";

export type Team = {
  readonly id: string;
  readonly name: string;
  readonly base_currency: string;
  /** ISO 3166-1 alpha-2; null when nobody has said it. */
  readonly country_code: string | null;
  readonly fiscal_year_start: string;
  /** Tells which day it is in the team's books. */
  readonly time_zone: string;
  readonly destructive_ai_tools: boolean;
  readonly destructive_ai_tools_until: Instant | null;
  /** By assistants that cannot ask a person; null for no limit. */
  readonly deletions_per_hour: number | null;
  readonly member_full_access: boolean;
};

const COLUMNS = [
  "id",
  "name",
  "base_currency",
  "country_code",
  "fiscal_year_start",
  "time_zone",
  "destructive_ai_tools",
  "destructive_ai_tools_until",
  "deletions_per_hour",
  "member_full_access",
] as const;

export type Switch = { readonly isOn: boolean; readonly until: Instant | null };

export function switchAt(
  team: Pick<Team, "destructive_ai_tools" | "destructive_ai_tools_until">,
  now: Instant,
): Switch {
  const until = team.destructive_ai_tools_until;
  const isOn = team.destructive_ai_tools && (until === null || until > now);
  return { isOn, until: isOn ? until : null };
}

/** Shows an expired switch as off, since its row still says on. */
function seen(team: Team, now: Instant): Team {
  const { isOn, until } = switchAt(team, now);
  return { ...team, destructive_ai_tools: isOn, destructive_ai_tools_until: until };
}

export async function listTeams({ db, now }: BaseContext): Promise<readonly Team[]> {
  const teams = db.selectFrom("teams").select(COLUMNS);
  const rows = await teams.orderBy("created_at").orderBy("id").execute();
  return rows.map((team) => seen(team, now));
}

export async function listTeamsOf({ db, now }: BaseContext, userId: string) {
  const rows = await db
    .selectFrom("memberships as member")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.user_id", "=", userId)
    .select(COLUMNS.map((column) => `team.${column}` as const))
    .select("member.role")
    .orderBy("team.name")
    .orderBy("team.id")
    .execute();
  return rows.map(({ role, ...team }) => {
    const reach = { role, team: { memberFullAccess: team.member_full_access } };
    return { ...seen(team, now), role, isCapped: isCapped(reach) };
  });
}

export type TeamSettings = Partial<Omit<Team, "id">>;

export type SetTeam = TeamSettings & {
  readonly seen?: string | undefined;
};

/** @throws Refusal `changed_meanwhile` when the team is no longer as it was `seen` */
export async function setTeam(context: AuditContext, settings: SetTeam): Promise<Team> {
  return transaction(context, async (context) => {
    const { team, changes } = await writeTeam(context, settings);
    if (changes.length > 0) await record(context, changes);
    return team;
  });
}

type WrittenTeam = { readonly team: Team; readonly changes: readonly Change[] };

/** Writes the settings in the transaction of the caller, who records the changes. */
export async function writeTeam(
  context: AuditContext,
  { seen: version, ...settings }: SetTeam,
): Promise<WrittenTeam> {
  const teams = context.db.selectFrom("teams").select(COLUMNS);
  const held = lockForNoKeyUpdate(context.db, teams.where("id", "=", context.team.id));
  const row = await held.executeTakeFirst();
  if (row === undefined) throw noTeam(context.team.id);
  if (version !== undefined && version !== versionOfTeam(row)) throw changedSince();
  const before = seen(row, context.now);
  const team = { ...before, ...settings, destructive_ai_tools_until: timeOf(before, settings) };
  const changes = difference(before, team);
  if (Object.keys(changes.after).length === 0) return { team, changes: [] };
  const { id, ...columns } = team;
  await context.db.updateTable("teams").set(columns).where("id", "=", id).execute();
  return { team, changes: [{ type: "team", id, ...changes }] };
}

/** Version of what people type of a team; its switches are turned one by one. */
export function versionOfTeam(team: Team): string {
  const { name, base_currency, country_code, fiscal_year_start, time_zone } = team;
  return versionOf({ name, base_currency, country_code, fiscal_year_start, time_zone });
}

function changedSince(): Refusal {
  return changedMeanwhile(
    "The team was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

function timeOf(before: Team, settings: TeamSettings): Instant | null {
  if (settings.destructive_ai_tools === undefined) return before.destructive_ai_tools_until;
  return settings.destructive_ai_tools ? (settings.destructive_ai_tools_until ?? null) : null;
}

export async function onlyTeam(context: BaseContext): Promise<string> {
  const teams = await listTeams(context);
  const [team, ...others] = teams;
  if (team !== undefined && others.length === 0) return team.id;
  const named = teams.map(({ id, name }) => `${quoted(name)} (${id})`);
  throw team === undefined
    ? new Refusal({
        code: "not_found",
        path: "team",
        message: "There is no team yet",
        next: "make one with team:create",
      })
    : new Refusal({
        code: "invalid_argument",
        path: "team",
        message: `There are several teams: ${named.join(", ")}`,
        next: "name one with --team",
      });
}

export async function requireTeam({ db, now }: BaseContext, id: string): Promise<Team> {
  const teams = db.selectFrom("teams").select(COLUMNS);
  const team = await teams.where("id", "=", id).executeTakeFirst();
  if (team !== undefined) return seen(team, now);
  throw noTeam(id);
}

function noTeam(id: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "team",
    message: `There is no team ${id}`,
    next: "see team:list for the ids",
  });
}

type Owner = Omit<NewUser, "passwordHash"> & { readonly password?: string | undefined };

type Named = { readonly name: string; readonly currency: string };

type NewTeam<Person = Owner> = Named & { readonly owner: Person };

type CreatedTeam = {
  readonly teamId: string;
  readonly userId: string;
  readonly userExisted?: true;
  readonly userUnverified?: true;
};

/** Creates a team with its owner; an existing account with the owner's address is left unchanged. */
export async function createTeam(
  context: Omit<AuditContext, "team" | "actor">,
  { owner, ...team }: NewTeam,
): Promise<CreatedTeam> {
  const passwordHash = await passwordHashOf(context, owner);
  return makeTeam(context, { ...team, owner: { ...owner, passwordHash } });
}

async function passwordHashOf(
  context: BaseContext,
  { email, password }: Owner,
): Promise<string | undefined> {
  if (password === undefined || (await findUser(context.db, email)) !== undefined) return undefined;
  return hashPassword(password, "owner-password");
}

export async function makeTeam(
  context: Omit<AuditContext, "team" | "actor">,
  { owner, ...team }: NewTeam<NewUser>,
): Promise<CreatedTeam> {
  return transaction(context, async (context) => {
    const { id: userId, made, isVerified } = await findOrMakeUser(context, owner);
    const teamId = await addTeam(
      { ...context, actor: null },
      { ...team, timeZone: owner.timeZone, userId, made, madeBy: null },
    );
    return {
      teamId,
      userId,
      ...(made === null ? { userExisted: true } : {}),
      ...(isVerified ? {} : { userUnverified: true }),
    };
  });
}

const MOST_TEAMS = 20;

/**
 * Makes a team for whoever calls.
 * @throws Refusal when they have made as many as a person may
 */
export async function openTeam(
  context: Omit<AuditContext, "team"> & { readonly actor: { readonly id: string } },
  team: Named,
): Promise<string> {
  return transaction(context, async (context) => {
    const userId = context.actor.id;
    await requireRoom(context, userId);
    return addTeam(context, {
      ...team,
      timeZone: undefined,
      userId,
      made: null,
      madeBy: userId,
    });
  });
}

/** Locks the person: teams that they make at the same time take turns. */
async function requireRoom({ db }: BaseContext, userId: string): Promise<void> {
  const person = db.selectFrom("users").select("id").where("id", "=", userId);
  await lockForNoKeyUpdate(db, person).executeTakeFirst();
  const { count } = await db
    .selectFrom("teams")
    .where("made_by", "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count < MOST_TEAMS) return;
  throw new Refusal({
    code: "limit_reached",
    message: `A person makes at most ${MOST_TEAMS} teams`,
    next: "ask whoever runs this server to make another with team:create",
  });
}

type Added = Named & {
  /** Of the books; the owner's when it is left out. */
  readonly timeZone: string | undefined;
  readonly userId: string;
  readonly made: object | null;
  readonly madeBy: string | null;
};

async function addTeam(
  context: Omit<AuditContext, "team">,
  { name, currency, timeZone, userId, made, madeBy }: Added,
): Promise<string> {
  const { time_zone } = await context.db
    .selectFrom("users")
    .select("time_zone")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const team: Team = {
    id: context.newId(),
    name,
    base_currency: currency,
    country_code: null,
    fiscal_year_start: "01-01",
    time_zone: timeZone ?? time_zone,
    destructive_ai_tools: false,
    destructive_ai_tools_until: null,
    deletions_per_hour: null,
    member_full_access: false,
  };
  await context.db
    .insertInto("teams")
    .values({ ...team, made_by: madeBy, created_at: context.now })
    .execute();
  const membership = { user_id: userId, role: "owner", created_at: context.now } as const;
  await context.db
    .insertInto("memberships")
    .values({ ...membership, team_id: team.id })
    .execute();
  await record({ ...context, team }, [
    { type: "team", id: team.id, before: null, after: team },
    ...(made === null
      ? []
      : [{ type: "user", id: userId, holder: userId, before: null, after: made } as const]),
    { type: "membership", id: userId, before: null, after: membership },
  ]);
  return team.id;
}
