import { record } from "../activity/journal.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
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
    const { id: userId, made } = await findOrMakeUser(context, owner);
    const teamId = await addTeam({ ...context, actor: null }, { ...team, userId, made });
    return { teamId, userId, ...(made === null ? { userExisted: true } : {}) };
  });
}

export async function openTeam(
  context: Omit<AuditContext, "team"> & { readonly actor: { readonly id: string } },
  team: Named,
): Promise<string> {
  return transaction(context, async (context) =>
    addTeam(context, { ...team, userId: context.actor.id, made: null }),
  );
}

type Added = Named & {
  readonly userId: string;
  readonly made: object | null;
};

async function addTeam(
  context: Omit<AuditContext, "team">,
  { name, currency, userId, made }: Added,
): Promise<string> {
  const team: Team = {
    id: context.newId(),
    name,
    base_currency: currency,
    destructive_ai_tools: false,
    destructive_ai_tools_until: null,
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
  await record({ ...context, team }, [
    { type: "team", id: team.id, before: null, after: team },
    ...(made === null
      ? []
      : [{ type: "user", id: userId, holder: userId, before: null, after: made } as const]),
    { type: "membership", id: userId, before: null, after: membership },
  ]);
  return team.id;
}
