import { record } from "../activity/journal.ts";
import type { Ground, Signed } from "../db/context.ts";
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

/** Before the transaction, in which nothing waits but for its own queries. */
async function passwordHashOf(
  context: Ground,
  { email, password }: Owner,
): Promise<string | undefined> {
  if (password === undefined || (await findUser(context.db, email)) !== undefined) return undefined;
  return hashPassword(password, "owner-password");
}

/** A new team whose owner's password is hashed already. */
export async function makeTeam(
  context: Omit<Signed, "team" | "actor">,
  { owner, ...team }: NewTeam<NewUser>,
): Promise<CreatedTeam> {
  return transaction(context, async (context) => {
    const { id: userId, made } = await findOrMakeUser(context, owner);
    const teamId = await addTeam({ ...context, actor: null }, { ...team, userId, made });
    return { teamId, userId, ...(made === null ? { userExisted: true } : {}) };
  });
}

/** Makes a team of which whoever acts is the owner. @returns its id */
export async function openTeam(
  context: Omit<Signed, "team"> & { readonly actor: { readonly id: string } },
  team: Named,
): Promise<string> {
  return transaction(context, async (context) =>
    addTeam(context, { ...team, userId: context.actor.id, made: null }),
  );
}

type Added = Named & {
  readonly userId: string;
  /** The owner, when they were made with the team. */
  readonly made: object | null;
};

async function addTeam(
  context: Omit<Signed, "team">,
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
    ...(made === null ? [] : [{ type: "user", id: userId, before: null, after: made } as const]),
    { type: "membership", id: userId, before: null, after: membership },
  ]);
  return team.id;
}
