import { addMember } from "../accounts/members.ts";
import { createTeam } from "../accounts/teams.ts";
import { findOrMakeUser, setProfile } from "../accounts/users.ts";
import type { Context, BaseContext } from "../db/context.ts";
import { lockForUpdate, waitForLocks } from "../db/dialect.ts";
import { addDays, momentIn } from "../shared/calendar.ts";
import { dayIn } from "../shared/time.ts";
import { contextAt } from "./past.ts";
import { PEOPLE, type Person, type PersonName, TEAM } from "./people.ts";

export type Staff = Readonly<Record<PersonName, Context>>;

/** Journal signature of what the demo command does itself: the team, its people and its key. */
export const SIGNATURE = {
  credential: { kind: "command_line", id: null },
  client: null,
  tool: "demo",
} as const;

/**
 * Finds or creates the owner and locks the row; concurrent demo starts wait here.
 * @returns the owner's id
 */
export async function lockOwner(baseContext: BaseContext): Promise<string> {
  await waitForLocks(baseContext.db);
  const { id } = await findOrMakeUser(atFounding(baseContext), PEOPLE.mara);
  await lockForUpdate(
    baseContext.db,
    baseContext.db.selectFrom("users").select("id").where("id", "=", id),
  ).execute();
  return id;
}

export async function fillTeam(baseContext: BaseContext): Promise<Staff> {
  const then = { ...atFounding(baseContext), ...SIGNATURE };
  const { name, currency } = TEAM;
  const { teamId, userId } = await createTeam(then, { name, currency, owner: PEOPLE.mara });
  const team = { id: teamId, name, baseCurrency: currency };
  const auditContext = { ...then, team, actor: { id: userId } };

  async function join(person: Person): Promise<Context> {
    const { userId } = await addMember(auditContext, person, person.role);
    return contextOf(userId, person);
  }

  async function contextOf(id: string, { email, name, role, timeZone }: Person): Promise<Context> {
    await setProfile(auditContext, email, { timeZone });
    return { ...baseContext, ...SIGNATURE, team, actor: { id, name, role, timeZone } };
  }

  return {
    mara: await contextOf(userId, PEOPLE.mara),
    daniel: await join(PEOPLE.daniel),
    yuki: await join(PEOPLE.yuki),
  };
}

function atFounding(baseContext: BaseContext): BaseContext {
  const day = addDays(dayIn("UTC", baseContext.now), -TEAM.since);
  return contextAt(baseContext, momentIn(PEOPLE.mara.timeZone, day, 10 * 60));
}
