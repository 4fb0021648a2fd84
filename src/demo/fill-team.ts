import { addMember } from "../accounts/members.ts";
import { createTeam } from "../accounts/new-team.ts";
import { findOrMakeUser, setProfile } from "../accounts/users.ts";
import { addDays, momentIn } from "../core/calendar.ts";
import { dayIn } from "../core/time.ts";
import type { Context, Ground } from "../db/context.ts";
import { lockRows, waitForLocks } from "../db/dialect.ts";
import { at } from "./past.ts";
import { PEOPLE, type Person, type PersonName, TEAM } from "./people.ts";

/** Everybody of the team, each ready to work in their own name. */
export type Staff = Readonly<Record<PersonName, Context>>;

/** Who works on the demo: the journal names the person, and the command line as what let them in. */
export const SIGNATURE = {
  credential: { kind: "command_line", id: null },
  client: null,
  tool: "demo",
} as const;

/** The owner's id. Whoever opens the demo at the same time waits here until the transaction ends. */
export async function lockOwner(ground: Ground): Promise<string> {
  await waitForLocks(ground.db);
  const { id } = await findOrMakeUser(atFounding(ground), PEOPLE.mara);
  await lockRows(
    ground.db,
    ground.db.selectFrom("users").select("id").where("id", "=", id),
  ).execute();
  return id;
}

/** Makes the team and its people. It needs a transaction. */
export async function fillTeam(ground: Ground): Promise<Staff> {
  const then = { ...atFounding(ground), ...SIGNATURE };
  const { name, currency } = TEAM;
  const { teamId, userId } = await createTeam(then, { name, currency, owner: PEOPLE.mara });
  const team = { id: teamId, name, baseCurrency: currency };
  const signed = { ...then, team, actor: { id: userId } };

  async function join(person: Person): Promise<Context> {
    const { userId } = await addMember(signed, person, person.role);
    return contextOf(userId, person);
  }

  async function contextOf(id: string, { email, name, role, timeZone }: Person): Promise<Context> {
    await setProfile(signed, email, { timeZone });
    return { ...ground, ...SIGNATURE, team, actor: { id, name, role, timeZone } };
  }

  return {
    mara: await contextOf(userId, PEOPLE.mara),
    daniel: await join(PEOPLE.daniel),
    yuki: await join(PEOPLE.yuki),
  };
}

function atFounding(ground: Ground): Ground {
  const day = addDays(dayIn("UTC", ground.now), -TEAM.since);
  return at(ground, momentIn(PEOPLE.mara.timeZone, day, 10 * 60));
}
