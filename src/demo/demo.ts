import { createKey } from "../accounts/api-keys.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { setPassword } from "../accounts/users.ts";
import { addMilliseconds, dayIn, type Instant } from "../core/time.ts";
import type { Ground, Signed } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { fillCustomers } from "./fill-customers.ts";
import { fillProjects } from "./fill-projects.ts";
import { fillTeam, lockOwner, SIGNATURE } from "./fill-team.ts";
import { fillTime } from "./fill-time.ts";
import { PEOPLE } from "./people.ts";

export type Demo = {
  /** Its name. */
  readonly team: string;
  readonly teamId: string;
  /** The owner, who holds the key. */
  readonly userId: string;
  readonly email: string;
  /** With which the owner signs in; null when they have one from before. */
  readonly password: string | null;
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
  const password = newPassword(ground);
  // Hashed outside the transaction, in which nothing waits but for its own queries.
  const passwordHash = await hashPassword(password, "password");
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
    const isSet = await setFirstPassword(signed, { userId: demo.userId, passwordHash });
    return {
      ...demo,
      email: PEOPLE.mara.email,
      password: isSet ? password : null,
      keyId: id,
      key,
      expiresAt,
      kept: found !== undefined,
    };
  });
}

/** Four groups of four, to be typed by hand. */
function newPassword({ randomBytes }: Ground): string {
  const digits = Buffer.from(randomBytes(8)).toString("hex");
  return digits.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** A password for who has none. @returns whether it was set */
async function setFirstPassword(
  context: Signed,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  const { password_hash } = await context.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (password_hash !== null) return false;
  await setPassword(context, { userId, passwordHash, keptSession: null });
  return true;
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
