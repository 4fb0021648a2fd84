import { createKey } from "../accounts/api-keys.ts";
import { dayIn } from "../core/time.ts";
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
};

/** Fills a demo team, or keeps the one there is as it is, and mints a key for it. */
export async function openDemo(ground: Ground): Promise<Demo> {
  return transaction(ground, async (ground) => {
    const ownerId = await lockOwner(ground);
    const demo = (await findDemo(ground, ownerId)) ?? (await fillDemo(ground));
    const signed = {
      ...ground,
      ...SIGNATURE,
      team: { id: demo.teamId },
      actor: { id: demo.userId },
    };
    const name = `Demo of ${dayIn("UTC", ground.now)}`;
    const { id, key } = await createKey(signed, { userId: demo.userId, name, preset: "all" });
    return { ...demo, keyId: id, key };
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
