import { type Access, opensOf, saidTogether } from "../../accounts/scopes.ts";
import { noticesOf } from "../../core/notices.ts";
import { dayIn } from "../../core/time.ts";
import type { Context } from "../../db/context.ts";

const MOST_PEOPLE = 100;

/** The caller's team, the caller, the people of the team by name, and what the credential opens. */
export async function getTeam(context: Context, access: Access): Promise<object> {
  const { team, actor, now } = context;
  const people = await findPeople(context, MOST_PEOPLE + 1);
  const more = `The team has more people than these ${MOST_PEOPLE}.`;
  return {
    team: { name: team.name, base_currency: team.baseCurrency },
    you: {
      id: actor.id,
      name: actor.name,
      role: actor.role,
      time_zone: actor.timeZone,
      today: dayIn(actor.timeZone, now),
    },
    people: people.slice(0, MOST_PEOPLE),
    tools: toolsOf(access),
    ...noticesOf(people.length > MOST_PEOPLE ? [more] : []),
  };
}

/** What can be done under the credential; why nothing can be deleted, when nothing can. */
function toolsOf(access: Access) {
  const { closedGates } = access;
  const opens = opensOf(access);
  return {
    reading: opens.read,
    writing: opens.write,
    deleting: opens.destructive,
    ...(closedGates.length === 0 ? {} : { deleting_needs: needsOf(closedGates) }),
  };
}

function needsOf(gates: Access["closedGates"]): string {
  const { message, next } = saidTogether(gates);
  return `${message}; ${next}`;
}

async function findPeople({ db, team }: Context, rows: number) {
  return db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .where("member.team_id", "=", team.id)
    .select(["user.id", "user.name", "member.role"])
    .orderBy("user.name")
    .orderBy("user.id")
    .limit(rows)
    .execute();
}
