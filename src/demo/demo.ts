import { createKey } from "../accounts/api-keys.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { setPassword } from "../accounts/users.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds, dayIn, type Instant } from "../shared/time.ts";
import { connectAssistant } from "./assistant.ts";
import { fillBooks } from "./fill-books.ts";
import { fillCustomers } from "./fill-customers.ts";
import { fillProjects } from "./fill-projects.ts";
import { fillSessions } from "./fill-sessions.ts";
import { fillTeam, lockOwner, SIGNATURE } from "./fill-team.ts";
import { fillTime } from "./fill-time.ts";
import { PEOPLE } from "./people.ts";

export type Demo = {
  readonly team: string;
  readonly teamId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string | null;
  readonly keyId: string;
  readonly key: string;
  readonly expiresAt: Instant;
  /** True when the team existed already and was left unchanged. */
  readonly kept: boolean;
};

const KEY_LASTS_MS = 7 * 24 * 60 * 60 * 1000;

type Options = {
  /** False when the server is set to log no calls, those of the demo's assistant included. */
  readonly logsCalls: boolean;
};

/** Fills a demo team unless one exists, and mints a key for it that lasts a week. */
export async function openDemo(baseContext: BaseContext, options: Options): Promise<Demo> {
  const password = newPassword(baseContext);
  // Hashed outside the transaction, which waits for nothing but its own queries.
  const passwordHash = await hashPassword(password, "password");
  return transaction(baseContext, async (baseContext) => {
    const ownerId = await lockOwner(baseContext);
    const found = await findDemo(baseContext, ownerId);
    const demo = found ?? (await fillDemo(baseContext, options));
    const auditContext = {
      ...baseContext,
      ...SIGNATURE,
      team: { id: demo.teamId },
      actor: { id: demo.userId },
    };
    const name = `Demo of ${dayIn("UTC", baseContext.now)}`;
    const expiresAt = addMilliseconds(baseContext.now, KEY_LASTS_MS);
    const newKey = { userId: demo.userId, name, preset: "all", expiresAt } as const;
    const { id, key } = await createKey(auditContext, newKey);
    const isSet = await setFirstPassword(auditContext, { userId: demo.userId, passwordHash });
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

/** Four groups of four characters, for typing by hand. */
function newPassword({ randomBytes }: BaseContext): string {
  const digits = Buffer.from(randomBytes(8)).toString("hex");
  return digits.replaceAll(/.{4}(?=.)/g, "$&-");
}

async function setFirstPassword(
  context: AuditContext,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<boolean> {
  const { password_hash } = await context.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (password_hash !== null) return false;
  const signed = { ...context, tool: "user:set" };
  await setPassword(signed, { userId, passwordHash, keptSession: null });
  return true;
}

type Found = Pick<Demo, "team" | "teamId" | "userId">;

/** Finds the team by its owner, since it may have been renamed. */
async function findDemo(baseContext: BaseContext, ownerId: string): Promise<Found | undefined> {
  return baseContext.db
    .selectFrom("memberships as member")
    .innerJoin("teams as team", "team.id", "member.team_id")
    .where("member.user_id", "=", ownerId)
    .where("member.role", "=", "owner")
    .select(["team.name as team", "team.id as teamId", "member.user_id as userId"])
    .orderBy("team.created_at")
    .orderBy("team.id")
    .executeTakeFirst();
}

async function fillDemo(baseContext: BaseContext, options: Options): Promise<Found> {
  const staff = await fillTeam(baseContext);
  const customers = await fillCustomers(staff);
  const projects = await fillProjects(staff, customers);
  const assistant = await connectAssistant(staff.mara, options);
  await fillTime(staff, assistant, projects);
  await fillBooks(staff);
  await fillSessions(assistant);
  const { team, actor } = staff.mara;
  return { team: team.name, teamId: team.id, userId: actor.id };
}
