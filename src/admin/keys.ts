import { z } from "zod";
import { createKey, listKeys, revokeKey, teamOfKey } from "../accounts/api-keys.ts";
import { PRESETS } from "../accounts/scopes.ts";
import { requireUser } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { day, instant, label, uuid } from "../core/fields.ts";
import type { BaseContext } from "../db/context.ts";
import type { Instant } from "../shared/time.ts";
import { type Command, command, commaList, auditContext, team, teamOf, user } from "./command.ts";
import { keySteps } from "./steps.ts";

export const keyCommands: readonly Command[] = [
  command({
    name: "key:create",
    purpose: "Mints an API key; it is shown only once.",
    event: { of: "api_key", did: "created" },
    database: "up to date",
    options: z.strictObject({
      team,
      user,
      name: label(100),
      preset: z.enum(PRESETS),
      scopes: z.string().transform(commaList).optional().describe("SCOPE,SCOPE…"),
      expires: z
        .union([instant, day.transform((value) => `${value}T00:00:00.000Z`)])
        .optional()
        .describe("DAY|DATE-TIME"),
    }),
    run: async ({ baseContext }, { team, user, expires, ...key }) => {
      if (expires !== undefined && expires <= baseContext.now) throw isOver(expires, baseContext);
      const teamId = await teamOf(baseContext, team);
      const { id: userId } = await requireUser(baseContext.db, user);
      const newKey = { ...key, userId, expiresAt: expires };
      return createKey(auditContext(baseContext, "key:create", teamId), newKey);
    },
    say: ({ id, key }, { settings }) => [
      `The API key ${id}, shown only once:`,
      "",
      ...keySteps(settings().baseUrl, key),
    ],
  }),
  command({
    name: "key:list",
    purpose: "Lists the API keys of a team.",
    event: null,
    database: "up to date",
    options: z.strictObject({ team }),
    run: async ({ baseContext }, { team }) => {
      const context = auditContext(baseContext, "key:list", await teamOf(baseContext, team));
      return { items: await listKeys(context) };
    },
  }),
  command({
    name: "key:revoke",
    purpose: "Ends an API key at once.",
    event: { of: "api_key", did: "changed", said: "revoked *", tried: "revoke an API key" },
    database: "up to date",
    options: z.strictObject({ id: uuid.describe("KEY_ID") }),
    run: async ({ baseContext }, { id }) =>
      revokeKey(auditContext(baseContext, "key:revoke", await teamOfKey(baseContext, id)), id),
  }),
];

function isOver(expires: Instant, { now }: BaseContext): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "expires",
    message: `expires (${expires}) is in the past; it is now ${now}`,
    next: "give a later moment, or leave expires out for a key without an end",
  });
}
