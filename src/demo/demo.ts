import { createKey } from "../accounts/api-keys.ts";
import { addMilliseconds, dayIn, type Instant } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { fillCustomers } from "./fill-customers.ts";
import { fillProjects } from "./fill-projects.ts";
import { fillTeam, lockOwner, SIGNATURE } from "./fill-team.ts";
import { fillTime } from "./fill-time.ts";

export type Demo = {
  /** Its name. */
  readonly team: string;
  readonly teamId: string;
  /** The owner, who holds the key. */
  readonly userId: string;
  readonly keyId: string;
  readonly key: string;
  /** When the key ends. */
  readonly expiresAt: Instant;
  /** Whether the team was there before, and was left as it is. */
  readonly kept: boolean;
};

const KEY_LASTS_MS = 7 * 24 * 60 * 60 * 1000;

/** Fills a demo team, or keeps the one there is as it is, and mints a key for it that lasts a week. */
export async function openDemo(ground: Ground): Promise<Demo> {
  return transaction(ground, async (ground) => {
    const ownerId = await lockOwner(ground);
    const found = await findDemo(ground, ownerId);
    const demo = found ?? (await fillDemo(ground));
    const signed = {
      ...ground,
      ...SIGNATURE,
      team: { id: demo.teamId },
      actor: { id: demo.userId },
    };
    const name = `Demo of ${dayIn("UTC", ground.now)}`;
    const expiresAt = addMilliseconds(ground.now, KEY_LASTS_MS);
    const newKey = { userId: demo.userId, name, preset: "all", expiresAt } as const;
    const { id, key } = await createKey(signed, newKey);
    return { ...demo, keyId: id, key, expiresAt, kept: found !== undefined };
  });
}

type Found = Pick<Demo, "team" | "teamId" | "userId">;

/** The team is known by its owner, so that it may be renamed. */
async function findDemo(ground: Ground, ownerId: string): Promise<Found | undefined> {
  return ground.db
    .selectFrom("memberships as member")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.user_id", "=", ownerId)
    .where("member.role", "=", "owner")
    .select(["team.name as team", "team.id as teamId", "member.user_id as userId"])
    .orderBy("team.created_at")
    .orderBy("team.id")
    .executeTakeFirst();
}

async function fillDemo(ground: Ground): Promise<Found> {
  const staff = await fillTeam(ground);
  const customers = await fillCustomers(staff);
  const projects = await fillProjects(staff, customers);
  await fillTime(staff, projects);
  const { team, actor } = staff.mara;
  return { team: team.name, teamId: team.id, userId: actor.id };
}
