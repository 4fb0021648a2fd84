import { difference, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Ground, Signed } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { hashPassword } from "./passwords.ts";
import { isCapped } from "./scopes.ts";
import { findOrMakeUser, findUser, type NewUser } from "./users.ts";

export type Team = {
  readonly id: string;
  readonly name: string;
  readonly base_currency: string;
  readonly destructive_ai_tools: boolean;
  readonly member_full_access: boolean;
};

const COLUMNS = [
  "id",
  "name",
  "base_currency",
  "destructive_ai_tools",
  "member_full_access",
] as const;

type Owner = Omit<NewUser, "passwordHash"> & { readonly password?: string | undefined };

export type NewTeam<Person = Owner> = {
  readonly name: string;
  readonly currency: string;
  readonly owner: Person;
};

export type CreatedTeam = {
  readonly teamId: string;
  readonly userId: string;
  /** When the owner existed before: then they were taken as they are, also their password. */
  readonly userExisted?: true;
};

/** A new team with its owner; a person with the owner's address is taken as they are. */
export async function createTeam(
  context: Omit<Signed, "team" | "actor">,
  { owner, ...team }: NewTeam,
): Promise<CreatedTeam> {
  const passwordHash = await passwordHashOf(context, owner);
  return makeTeam(context, { ...team, owner: { ...owner, passwordHash } });
}

/** A new team whose owner's password is hashed already. */
export async function makeTeam(
  context: Omit<Signed, "team" | "actor">,
  { name, currency, owner }: NewTeam<NewUser>,
): Promise<CreatedTeam> {
  return transaction(context, async (context) => {
    const { id: userId, made } = await findOrMakeUser(context, owner);
    const team: Team = {
      id: context.newId(),
      name,
      base_currency: currency,
      destructive_ai_tools: false,
      member_full_access: false,
    };
    await context.db
      .insertInto("teams")
      .values({ ...team, created_at: context.now })
      .execute();
    const membership = { user_id: userId, role: "owner", created_at: context.now } as const;
    await context.db
      .insertInto("memberships")
      .values({ ...membership, team_id: team.id })
      .execute();
    await record({ ...context, team, actor: null }, [
      { type: "team", id: team.id, before: null, after: team },
      ...(made === null ? [] : [{ type: "user", id: userId, before: null, after: made } as const]),
      { type: "membership", id: userId, before: null, after: membership },
    ]);
    return { teamId: team.id, userId, ...(made === null ? { userExisted: true } : {}) };
  });
}

/** Before the transaction, in which nothing waits but for its own queries. */
async function passwordHashOf(
  context: Ground,
  { email, password }: Owner,
): Promise<string | undefined> {
  if (password === undefined || (await findUser(context.db, email)) !== undefined) return undefined;
  return hashPassword(password, "owner-password");
}

export async function listTeams(context: Ground): Promise<readonly Team[]> {
  return context.db
    .selectFrom("teams")
    .select(COLUMNS)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The teams that a person is in, by name. */
export async function listTeamsOf(context: Ground, userId: string) {
  const rows = await context.db
    .selectFrom("memberships as member")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.user_id", "=", userId)
    .select(["team.id", "team.name", "member.role"])
    .select(["team.member_full_access", "team.destructive_ai_tools"])
    .orderBy("team.name")
    .orderBy("team.id")
    .execute();
  return rows.map(({ id, name, role, member_full_access, destructive_ai_tools }) => {
    const team = { memberFullAccess: member_full_access, destructiveAiTools: destructive_ai_tools };
    return { id, name, role, isCapped: isCapped({ role, team }) };
  });
}

export type TeamSettings = Partial<Pick<Team, "destructive_ai_tools" | "member_full_access">>;

/** Changes the settings that are given, and answers the team as it is then. */
export async function setTeam(context: Signed, settings: TeamSettings): Promise<Team> {
  return transaction(context, async (context) => {
    const teams = context.db.selectFrom("teams").select(COLUMNS);
    const locked = lockRows(context.db, teams.where("id", "=", context.team.id));
    const before = await locked.executeTakeFirst();
    if (before === undefined) throw noTeam(context.team.id);
    const after = { ...before, ...settings };
    const { destructive_ai_tools, member_full_access } = after;
    await context.db
      .updateTable("teams")
      .set({ destructive_ai_tools, member_full_access })
      .where("id", "=", before.id)
      .execute();
    await record(context, [{ type: "team", id: before.id, ...difference(before, after) }]);
    return after;
  });
}

/** The id of the team that is meant when none is named: the only one there is. */
export async function onlyTeam(context: Ground): Promise<string> {
  const [team, ...others] = await listTeams(context);
  if (team !== undefined && others.length === 0) return team.id;
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
        message: `There are several teams: ${[team, ...others].map(({ id, name }) => `${name} (${id})`).join(", ")}`,
        next: "name one with --team",
      });
}

export async function requireTeam(context: Ground, id: string): Promise<Team> {
  const team = await context.db
    .selectFrom("teams")
    .select(COLUMNS)
    .where("id", "=", id)
    .executeTakeFirst();
  if (team !== undefined) return team;
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
