import { z } from "zod";
import { confirmedUntil, endSession } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { setProfile } from "../accounts/users.ts";
import { label, timeZone } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import type { OwnContext } from "./route.ts";
import { teamShape, TeamShape } from "./team-shape.ts";

const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
});

const getMe = defineRoute({
  path: "GET /api/me",
  role: null,
  input: z.strictObject({}),
  output: json(
    z.object({
      /** CSRF token that every write carries as `X-CSRF-Token`. */
      csrf: z.string(),
      user: User,
      teams: z.array(TeamShape),
      /** Until when what needs the password is open, since it was entered; null when it is not. */
      confirmedUntil: z.string().nullable(),
      server: z.object({ baseUrl: z.string(), version: z.string(), sendsMail: z.boolean() }),
      now: z.string(),
    }),
  ),
  example: () => ({}),
  handler: async (context: OwnContext) => {
    const { csrf, session, parts, now } = context;
    const teams = await listTeamsOf(context, session.user.id);
    return {
      csrf,
      user: session.user,
      teams: teams.map((team) => teamShape(team, team.role, now)),
      confirmedUntil: confirmedUntil(session, now),
      server: {
        baseUrl: parts.baseUrl,
        version: parts.version,
        sendsMail: parts.sendsMail,
      },
      now,
    };
  },
});

const setMe = defineRoute({
  path: "PATCH /api/me",
  role: null,
  event: { of: "user", did: "changed" },
  input: z.strictObject({ name: label(100).optional(), timeZone: timeZone.optional() }),
  output: json(z.object({ user: User })),
  example: () => ({ name: "Renamed" }),
  handler: async (context: OwnContext, given) => {
    const { user } = context.session;
    return { user: { ...user, ...(await setProfile(context, user.id, given)) } };
  },
});

const signOut = defineRoute({
  path: "DELETE /api/me/session",
  role: null,
  event: null,
  input: z.strictObject({}),
  output: json(z.object({})),
  example: () => ({}),
  handler: async (context: OwnContext) => {
    await endSession(context, context.session);
    context.forgetSession();
    return {};
  },
});

export const meRoutes = [getMe, setMe, signOut];
