import type { Member } from "../../accounts/members.ts";
import { mayAct } from "../../accounts/membership.ts";
import { notFound, Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";

/**
 * The person whose time is meant in the web app: the caller, or for owners and admins anybody of the team.
 * @throws Refusal when somebody else's time is not the caller's to see
 */
export async function personMeant(context: Context, id: string | undefined): Promise<Member> {
  const { actor, team, db } = context;
  if (id === undefined || id === actor.id) return actor;
  requireReach(context, id);
  const [person] = await findMember(db, { team_id: team.id, id });
  if (person === undefined) throw noPerson(id);
  return person;
}

/** @throws Refusal unless the time is the caller's own, or the caller leads the team */
export function requireReach({ actor }: Context, personId: string): void {
  if (personId === actor.id || mayAct(actor.role, "admin")) return;
  throw new Refusal({
    code: "not_allowed",
    message: "Only an owner or admin of the team sees and changes somebody else's time here",
    next: "ask an owner or admin of the team",
  });
}

const findMember = preparedQuery((db, { slot }: Slots<{ team_id: string; id: string }>) =>
  db
    .selectFrom("memberships as member")
    .innerJoin("users as person", "person.id", "member.user_id")
    .where("member.team_id", "=", slot("team_id"))
    .where("member.user_id", "=", slot("id"))
    .select(["person.id", "person.name", "person.time_zone as timeZone"]),
);

export function noPerson(id: string): Refusal {
  const next = "choose one of the team's members";
  return notFound({ what: "Member", id, path: "person", next });
}
