import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Ground, Signed } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { ensureUser, type NewUser } from "./users.ts";

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

/** A new team with its owner; a person with the owner's address is taken as they are. */
export async function createTeam(
  context: Omit<Signed, "team" | "actor">,
  { name, currency, owner }: { name: string; currency: string; owner: NewUser },
): Promise<{ teamId: string; userId: string }> {
  return transaction(context, async (context) => {
    const userId = await ensureUser(context, owner);
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
    await context.db
      .insertInto("memberships")
      .values({ team_id: team.id, user_id: userId, role: "owner", created_at: context.now })
      .execute();
    await record({ ...context, team, actor: { id: userId } }, [
      { type: "team", id: team.id, before: null, after: team },
      { type: "membership", id: userId, before: null, after: { role: "owner" } },
    ]);
    return { teamId: team.id, userId };
  });
}

export async function listTeams(context: Ground): Promise<readonly Team[]> {
  return context.db
    .selectFrom("teams")
    .select(COLUMNS)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export type TeamSettings = Partial<Pick<Team, "destructive_ai_tools" | "member_full_access">>;

/** Changes the settings that are given, and answers the team as it is then. */
export async function setTeam(context: Signed, settings: TeamSettings): Promise<Team> {
  return transaction(context, async (context) => {
    const before = await requireTeam(context, context.team.id);
    const after = { ...before, ...settings };
    const { destructive_ai_tools, member_full_access } = after;
    await context.db
      .updateTable("teams")
      .set({ destructive_ai_tools, member_full_access })
      .where("id", "=", before.id)
      .execute();
    await record(context, [{ type: "team", id: before.id, before, after }]);
    return after;
  });
}

export async function requireTeam(context: Ground, id: string): Promise<Team> {
  const team = await context.db
    .selectFrom("teams")
    .select(COLUMNS)
    .where("id", "=", id)
    .executeTakeFirst();
  if (team !== undefined) return team;
  throw new Refusal({
    code: "not_found",
    path: "team",
    message: `There is no team ${id}`,
    next: "see team:list for the ids",
  });
}
