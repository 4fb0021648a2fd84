import { addMember } from "../accounts/members.ts";
import { createTeam } from "../accounts/teams.ts";
import { findOrMakeUser, setProfile } from "../accounts/users.ts";
import type { Context, BaseContext } from "../db/context.ts";
import { lockForUpdate, waitForLocks } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import { addDays, momentIn } from "../shared/calendar.ts";
import { dayIn } from "../shared/time.ts";
import { contextAt } from "./past.ts";

export type Person = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly timeZone: string;
  /** Makes everybody's days differ. */
  readonly seed: number;
  /** Days of the week without work, 0 being Sunday. */
  readonly daysOff: readonly number[];
  readonly holidays: readonly string[];
  /** First and last day of the last leave, in days ago. */
  readonly leave: readonly [first: number, last: number];
};

export type PersonName = "mara" | "daniel" | "yuki";

export const TEAM = { name: "Kestrel Lane Studio", currency: "EUR", since: 790 } as const;

export const PEOPLE = {
  mara: {
    email: "mara@demo.example",
    name: "Mara Lindqvist",
    role: "owner",
    timeZone: "Europe/Berlin",
    seed: 11,
    daysOff: [0, 6],
    holidays: ["01-01", "05-01", "10-03", "12-24", "12-25", "12-26", "12-31"],
    leave: [45, 36],
  },
  daniel: {
    email: "daniel@demo.example",
    name: "Daniel Okafor",
    role: "admin",
    timeZone: "America/New_York",
    seed: 23,
    daysOff: [0, 6],
    holidays: ["01-01", "06-19", "07-04", "11-11", "12-24", "12-25"],
    leave: [72, 66],
  },
  yuki: {
    email: "yuki@demo.example",
    name: "Yuki Takahashi",
    role: "member",
    timeZone: "Asia/Tokyo",
    seed: 37,
    daysOff: [0, 3, 6],
    holidays: [
      "01-01",
      "01-02",
      "01-03",
      "02-11",
      "02-23",
      "04-29",
      "05-03",
      "05-04",
      "05-05",
      "08-11",
      "11-03",
      "11-23",
    ],
    leave: [24, 18],
  },
} as const satisfies Record<PersonName, Person>;

export type Staff = Readonly<Record<PersonName, Context>>;

/** Signs what the demo command does itself: the team, its people and its key. */
export const SIGNATURE = {
  credential: { kind: "command_line", id: null },
  client: null,
  tool: "demo",
} as const;

/** Finds or makes the owner. Concurrent demo starts wait for the lock. */
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
