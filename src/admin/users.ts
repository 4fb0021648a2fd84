import { z } from "zod";
import { addMember } from "../accounts/members.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { requireUser, setPassword, setProfile } from "../accounts/users.ts";
import { email, label, timeZone } from "../core/fields.ts";
import { transaction } from "../db/transaction.ts";
import { type Command, command, auditContext, teamlessContext } from "./command.ts";
import { passwordFrom, team, teamOf, user } from "./options.ts";

export const userCommands: readonly Command[] = [
  command({
    name: "user:add",
    purpose: "Adds a person to a team.",
    database: "up to date",
    options: z.strictObject({
      team,
      email,
      name: label(100).optional(),
      role: z.enum(["owner", "admin", "member"]).default("member"),
    }),
    run: async ({ baseContext }, { team, role, ...user }) =>
      addMember(auditContext(baseContext, "user:add", await teamOf(baseContext, team)), user, role),
  }),
  command({
    name: "user:set",
    purpose: "Sets a person's time zone, or a new password, which signs them out everywhere.",
    database: "up to date",
    options: z.strictObject({
      user,
      "time-zone": timeZone.optional(),
      "password-stdin": z.boolean().optional(),
    }),
    oneOf: ["time-zone", "password-stdin"],
    run: async ({ baseContext, ...desk }, { user, ...options }) => {
      const { "time-zone": timeZone, "password-stdin": hasPassword } = options;
      // Before the transaction, in which nothing waits but for its own queries.
      const passwordHash =
        hasPassword === true
          ? await hashPassword(await passwordFrom(desk), "password-stdin")
          : undefined;
      return transaction(teamlessContext(baseContext, "user:set"), (context) =>
        setUser(context, user, { timeZone, passwordHash }),
      );
    },
  }),
];

type Settings = {
  readonly timeZone: string | undefined;
  readonly passwordHash: string | undefined;
};

async function setUser(
  context: ReturnType<typeof teamlessContext>,
  user: string,
  { timeZone, passwordHash }: Settings,
) {
  const { id: userId } = await requireUser(context.db, user);
  if (timeZone !== undefined) await setProfile(context, userId, { timeZone });
  if (passwordHash !== undefined)
    await setPassword(context, { userId, passwordHash, keptSession: null });
  return {
    userId,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(passwordHash === undefined ? {} : { passwordSetAt: context.now }),
  };
}
