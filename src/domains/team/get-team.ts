import { whereAlpha2 } from "iso-3166-1";
import { z } from "zod";
import { type Access, opensOf, saidTogether } from "../../accounts/scopes.ts";
import { uuid, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";
import { addressOf } from "../inbox/inbox-address.ts";

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
    .select(["user.id", "user.name", "member.role", "user.time_zone"])
    .orderBy("user.name")
    .orderBy("user.id")
    .limit(rows)
    .execute();
}

export const GetTeamDetails = z.strictObject({});

const nullable = z.string().nullable();

const TeamDetails = z.object({
  id: uuid,
  name: z.string(),
  base_currency: z.string(),
  country: nullable,
  country_code: nullable,
  fiscal_year_start: z.string(),
  time_zone: z.string(),
  today: z.string(),
  logo_url: nullable,
  members_count: z.int(),
  inbox_address: nullable,
});

/** Names the fields of `TeamDetails` that a call goes on with; the list of tools stays short. */
export const ToolTeam = z.looseObject({
  id: uuid,
  name: z.string(),
  base_currency: z.string(),
  today: z.string(),
});

type TeamDetails = z.output<typeof TeamDetails>;

/** The team as its books need it. It has no logo yet. */
export async function getTeamDetails(context: Context): Promise<TeamDetails> {
  const { db, team, now } = context;
  const { country_code, fiscal_year_start, time_zone, inbox_token, members_count } = await db
    .selectFrom("teams")
    .where("id", "=", team.id)
    .select(["country_code", "fiscal_year_start", "time_zone", "inbox_token"])
    .select((row) =>
      row
        .selectFrom("memberships")
        .where("team_id", "=", team.id)
        .select(row.fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("members_count"),
    )
    .executeTakeFirstOrThrow();
  return {
    id: team.id,
    name: team.name,
    base_currency: team.baseCurrency,
    country: country_code === null ? null : (whereAlpha2(country_code)?.country ?? null),
    country_code,
    fiscal_year_start,
    time_zone,
    today: dayIn(time_zone, now),
    logo_url: null,
    members_count,
    inbox_address: addressOf(context, inbox_token),
  };
}
