import { z } from "zod";
import { createKey, listKeys, revokeKey, teamOfKey } from "../accounts/api-keys.ts";
import { PRESETS } from "../accounts/scopes.ts";
import { requireUser } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { day, instant, label, uuid } from "../core/fields.ts";
import type { Instant } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import { type Command, command, signed } from "./command.ts";
import { listOf, team, teamOf, user } from "./options.ts";
import { keySteps } from "./steps.ts";

export const keyCommands: readonly Command[] = [
  command({
    name: "key:create",
    purpose: "Mints an API key; it is shown this once.",
    database: "up to date",
    options: z.strictObject({
      team,
      user,
      name: label(100),
      preset: z.enum(PRESETS),
      scopes: z.string().transform(listOf).optional().describe("SCOPE,SCOPE…"),
      expires: z
        .union([instant, day.transform((value) => `${value}T00:00:00.000Z`)])
        .optional()
        .describe("DAY|DATE-TIME"),
    }),
    run: async ({ ground }, { team, user, expires, ...key }) => {
      if (expires !== undefined && expires <= ground.now) throw isOver(expires, ground);
      const teamId = await teamOf(ground, team);
      const { id: userId } = await requireUser(ground.db, user);
      const newKey = { ...key, userId, expiresAt: expires };
      return createKey(signed(ground, "key:create", teamId), newKey);
    },
    say: ({ id, key }, { settings }) => [
      `The API key ${id}, shown this once:`,
      "",
      ...keySteps(settings().baseUrl, key),
    ],
  }),
  command({
    name: "key:list",
    purpose: "Lists the API keys of a team.",
    database: "up to date",
    options: z.strictObject({ team }),
    run: async ({ ground }, { team }) => {
      const context = signed(ground, "key:list", await teamOf(ground, team));
      return { items: await listKeys(context) };
    },
  }),
  command({
    name: "key:revoke",
    purpose: "Ends an API key at once.",
    database: "up to date",
    options: z.strictObject({ id: uuid.describe("KEY_ID") }),
    run: async ({ ground }, { id }) =>
      revokeKey(signed(ground, "key:revoke", await teamOfKey(ground, id)), id),
  }),
];

function isOver(expires: Instant, { now }: Ground): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "expires",
    message: `expires (${expires}) is over; it is now ${now}`,
    next: "give a later moment, or leave expires out for a key without an end",
  });
}
