import { z } from "zod";
import { confirmedUntil } from "../accounts/confirmed.ts";
import { endSession } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { setProfile } from "../accounts/users.ts";
import { label, timeZone } from "../core/fields.ts";
import { defineOwnRoute, type OwnContext } from "./route.ts";
import { teamShape, TeamShape } from "./team-shape.ts";

const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
});

const getMe = defineOwnRoute({
  path: "GET /api/me",
  input: z.strictObject({}),
  output: z.object({
    /** What every request that changes something carries as `X-CSRF-Token`. */
    csrf: z.string(),
    user: User,
    teams: z.array(TeamShape),
    /** Until when what needs the password is open, since it was entered; null when it is not. */
    confirmedUntil: z.string().nullable(),
    server: z.object({ baseUrl: z.string(), version: z.string(), sendsMail: z.boolean() }),
    now: z.string(),
  }),
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
        sendsMail: parts.mailer !== null,
      },
      now,
    };
  },
});

const setMe = defineOwnRoute({
  path: "PATCH /api/me",
  input: z.strictObject({ name: label(100).optional(), timeZone: timeZone.optional() }),
  output: z.object({ user: User }),
  handler: async (context, given) => {
    const { user } = context.session;
    return { user: { ...user, ...(await setProfile(context, user.id, given)) } };
  },
});

const signOut = defineOwnRoute({
  path: "DELETE /api/me/session",
  input: z.strictObject({}),
  output: z.object({}),
  handler: async (context) => {
    await endSession(context, context.session);
    context.forgetSession();
    return {};
  },
});

export const meRoutes = [getMe, setMe, signOut];
