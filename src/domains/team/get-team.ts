import { type Access, opensOf, saidTogether } from "../../accounts/scopes.ts";
import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";

const MOST_PEOPLE = 100;

/** The team, the caller, the members by name, and the credential's access. */
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

/** Access of the credential, with the reason if it cannot delete. */
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
