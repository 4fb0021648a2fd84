import { notFound } from "../core/errors.ts";
import { type Context, type BaseContext, mayAct } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import { isInForce } from "./sessions.ts";

export type Member = Context["actor"];

export function seesAllCredentials({ role }: Pick<Member, "role">): boolean {
  return mayAct(role, "admin");
}

export function withArticle(role: Role): string {
  return role === "member" ? "a member" : `an ${role}`;
}

/** @throws Refusal `not_found` for a team that the user is not in */
export async function requireMembership(
  { db }: BaseContext,
  teamId: string,
  userId: string,
): Promise<Pick<Context, "team" | "actor">> {
  const row = await db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.team_id", "=", teamId)
    .where("member.user_id", "=", userId)
    .select(["team.name as team_name", "team.base_currency", "member.role"])
    .select(["user.name", "user.time_zone"])
    .executeTakeFirst();
  if (row === undefined) throw noTeam(teamId);
  return {
    team: { id: teamId, name: row.team_name, baseCurrency: row.base_currency },
    actor: { id: userId, name: row.name, role: row.role, timeZone: row.time_zone },
  };
}

export async function isSignedInMember(
  { db, now }: BaseContext,
  { session, team }: { readonly session: string; readonly team: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("sessions as session")
    .innerJoin("memberships as member", "member.user_id", "session.user_id")
    .where("session.id", "=", session)
    .where(isInForce(now))
    .where("member.team_id", "=", team)
    .select("session.id")
    .executeTakeFirst();
  return row !== undefined;
}

function noTeam(id: string) {
  const next = "choose one of the teams that you are in";
  return notFound({ what: "Team", id, path: "team", next });
}
