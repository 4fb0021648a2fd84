import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForNoKeyUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { hashPassword } from "./passwords.ts";
import type { Team } from "./teams.ts";
import { findOrMakeUser, findUser, type NewUser } from "./users.ts";

type Owner = Omit<NewUser, "passwordHash"> & { readonly password?: string | undefined };

type Named = { readonly name: string; readonly currency: string };

export type NewTeam<Person = Owner> = Named & { readonly owner: Person };

export type CreatedTeam = {
  readonly teamId: string;
  readonly userId: string;
  /** Set when the owner had an account already; it is unchanged, including its password. */
  readonly userExisted?: true;
  /** Set when nobody has shown that the address of that account is theirs. */
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

/** Runs before the transaction, which waits for nothing but its own queries. */
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
      { ...team, userId, made, madeBy: null },
    );
    return {
      teamId,
      userId,
      ...(made === null ? { userExisted: true } : {}),
      ...(isVerified ? {} : { userUnverified: true }),
    };
  });
}

/** Teams that one person makes in the web app. */
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
    return addTeam(context, { ...team, userId, made: null, madeBy: userId });
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
  readonly userId: string;
  readonly made: object | null;
  readonly madeBy: string | null;
};

async function addTeam(
  context: Omit<AuditContext, "team">,
  { name, currency, userId, made, madeBy }: Added,
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
    time_zone,
    destructive_ai_tools: false,
    destructive_ai_tools_until: null,
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
