import { z } from "zod";
import { addMember } from "../accounts/members.ts";
import { setTimeZone } from "../accounts/users.ts";
import { email, label } from "../core/fields.ts";
import { type Command, command, signed, unsigned } from "./command.ts";
import { team, teamOf, timeZone, user } from "./options.ts";

export const userCommands: readonly Command[] = [
  command({
    name: "user:add",
    purpose: "Takes a person into a team.",
    database: "up to date",
    options: z.strictObject({
      team,
      email,
      name: label(100).optional(),
      role: z.enum(["owner", "admin", "member"]).default("member"),
    }),
    run: async ({ ground }, { team, role, ...user }) =>
      addMember(signed(ground, "user:add", await teamOf(ground, team)), user, role),
  }),
  command({
    name: "user:set",
    purpose: "Sets a person's time zone.",
    database: "up to date",
    options: z.strictObject({ user, "time-zone": timeZone }),
    run: async ({ ground }, options) =>
      setTimeZone(unsigned(ground, "user:set"), options.user, options["time-zone"]),
  }),
];
