import { z } from "zod";
import { addMember } from "../accounts/members.ts";
import { hashPassword } from "../accounts/passwords.ts";
import {
  hasAccount,
  hasNoAccount,
  requireUser,
  setPassword,
  setProfile,
  vouchFor,
} from "../accounts/users.ts";
import { email, label, timeZone } from "../core/fields.ts";
import type { AuditContext } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import { transaction } from "../db/transaction.ts";
import {
  type Command,
  command,
  auditContext,
  teamlessContext,
  passwordFrom,
  team,
  teamOf,
  UNVERIFIED,
  user,
} from "./command.ts";

export const userCommands: readonly Command[] = [
  command({
    name: "user:add",
    purpose:
      "Adds a person to a team, with a new account; with --existing, one who has an account already.",
    event: { of: "membership", did: "created" },
    database: "up to date",
    options: z.strictObject({
      team,
      email,
      name: label(100).optional(),
      role: z.enum(["owner", "admin", "member"]).default("member"),
      existing: z.boolean().optional(),
    }),
    run: async ({ baseContext }, { team, ...given }) =>
      addUser(auditContext(baseContext, "user:add", await teamOf(baseContext, team)), given),
    say: ({ userId, userExisted, userUnverified }) => [
      `userId: ${userId}`,
      ...(userExisted === undefined
        ? []
        : ["The account existed already: its name, time zone and password are unchanged."]),
      ...(userUnverified === undefined ? [] : [UNVERIFIED]),
    ],
  }),
  command({
    name: "user:set",
    purpose:
      "Sets a person's time zone, a new password, which signs them out everywhere, or that the address is theirs.",
    event: { of: "user", did: "changed" },
    database: "up to date",
    options: z.strictObject({
      user,
      "time-zone": timeZone.optional(),
      "password-stdin": z.boolean().optional(),
      verified: z.boolean().optional(),
    }),
    oneOf: ["time-zone", "password-stdin", "verified"],
    run: async ({ baseContext, ...desk }, { user, ...options }) => {
      const { "time-zone": timeZone, "password-stdin": hasPassword, verified } = options;
      // Before the transaction, in which nothing waits but for its own queries.
      const passwordHash =
        hasPassword === true
          ? await hashPassword(await passwordFrom(desk), "password-stdin")
          : undefined;
      return transaction(teamlessContext(baseContext, "user:set"), (context) =>
        setUser(context, user, { timeZone, passwordHash, isVerified: verified === true }),
      );
    },
  }),
];

type Given = {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: Role;
  readonly existing?: boolean | undefined;
};

type Added = {
  readonly userId: string;
  readonly userExisted?: true;
  readonly userUnverified?: true;
};

/** Adds the person first, and refuses afterwards: an account that is made meanwhile is noticed too. */
async function addUser(context: AuditContext, { role, existing, ...user }: Given): Promise<Added> {
  return transaction(context, async (context) => {
    const { userId, isNew, isVerified } = await addMember(context, user, role);
    if (isNew && existing === true) throw hasNoAccount(user.email);
    if (isNew) return { userId };
    if (existing !== true) throw await hasAccount(context, userId);
    return { userId, userExisted: true, ...(isVerified ? {} : { userUnverified: true }) };
  });
}

async function setUser(
  context: ReturnType<typeof teamlessContext>,
  user: string,
  {
    timeZone,
    passwordHash,
    isVerified,
  }: { timeZone: string | undefined; passwordHash: string | undefined; isVerified: boolean },
) {
  const { id: userId } = await requireUser(context.db, user);
  if (timeZone !== undefined) await setProfile(context, userId, { timeZone });
  if (passwordHash !== undefined)
    await setPassword(context, { userId, passwordHash, keptSession: null });
  if (isVerified) await vouchFor(context, userId);
  return {
    userId,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(passwordHash === undefined ? {} : { passwordSetAt: context.now }),
    ...(isVerified ? { verified: true } : {}),
  };
}
