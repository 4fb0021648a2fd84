import { z } from "zod";
import { hashPassword } from "../accounts/passwords.ts";
import {
  confirmedUntil,
  endSession,
  confirmPassword,
  ownPasswordHash,
  endSessions,
  listSessions,
} from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { setProfile, setPassword } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { label, timeZone, byId } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { waitOf } from "../shared/words.ts";
import { deviceOf } from "../site/device.ts";
import { ApiProblem } from "./problem.ts";
import type { OwnContext } from "./route.ts";
import { teamShape, TeamShape } from "./team.ts";

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

const changePassword = defineRoute({
  path: "PUT /api/me/password",
  role: null,
  event: {
    of: "user",
    did: "changed",
    said: "changed their own password",
    tried: "change a password",
  },
  input: z.strictObject({ currentPassword: z.string(), newPassword: z.string() }),
  output: json(z.object({})),
  example: () => ({ currentPassword: "x", newPassword: "another password" }),
  handler: async (context: OwnContext, { currentPassword, newPassword }) => {
    const { session } = context;
    const replacedHash = await attempted(context, "currentPassword", async () =>
      ownPasswordHash(context, session, currentPassword),
    );
    const passwordHash = await hashPassword(newPassword, "newPassword");
    const change = { userId: session.user.id, passwordHash, keptSession: session.id, replacedHash };
    if (!(await setPassword(context, change))) throw notTheirs("currentPassword");
    return {};
  },
});

const confirm = defineRoute({
  path: "POST /api/me/confirm",
  role: null,
  event: null,
  input: z.strictObject({ password: z.string() }),
  output: json(z.object({ confirmedUntil: z.string() })),
  example: () => ({ password: "x" }),
  handler: async (context: OwnContext, { password }) => ({
    confirmedUntil: await attempted(context, "password", async () =>
      confirmPassword(context, context.session, password),
    ),
  }),
});

const listOwnSessions = defineRoute({
  path: "GET /api/me/sessions",
  role: null,
  input: z.strictObject({}),
  output: json(
    z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          device: z.string(),
          signedInAt: z.string(),
          lastSeenAt: z.string(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
  ),
  example: () => ({}),
  handler: async (context: OwnContext) => {
    const sessions = await listSessions(context, context.session.user.id);
    return {
      sessions: sessions.map(({ id, device, created_at, last_seen_at }) => ({
        id,
        device: deviceOf(device),
        signedInAt: created_at,
        lastSeenAt: last_seen_at,
        isCurrent: id === context.session.id,
      })),
    };
  },
});

const end = defineRoute({
  path: "DELETE /api/me/sessions/:id",
  role: null,
  event: null,
  input: byId,
  output: json(z.object({})),
  example: (idOf) => ({ id: idOf("session") }),
  handler: async (context: OwnContext, { id }) => {
    if ((await endSessions(context, context.session, { id })) === 0) throw noSession(id);
    if (id === context.session.id) context.forgetSession();
    return {};
  },
});

const endOthers = defineRoute({
  path: "DELETE /api/me/sessions",
  role: null,
  event: null,
  input: z.strictObject({}),
  output: json(z.object({ ended: z.number() })),
  example: () => ({}),
  handler: async (context: OwnContext) => ({
    ended: await endSessions(context, context.session, "others"),
  }),
});

export const meRoutes = [
  getMe,
  setMe,
  signOut,
  changePassword,
  confirm,
  listOwnSessions,
  end,
  endOthers,
];

/**
 * Counts an attempt at a password; null from `entered` means a wrong one.
 * @throws ApiProblem when there are no more attempts; Refusal when the password is wrong
 */
async function attempted<T>(
  { parts, session }: OwnContext,
  path: string,
  entered: () => Promise<T | null>,
): Promise<T> {
  const wait = await parts.passwordAttempts.begin(session.user.id);
  if (wait !== null) throw tooMany(wait);
  const result = await entered();
  if (result === null) throw notTheirs(path);
  await parts.passwordAttempts.succeeded(session.user.id);
  return result;
}

function notTheirs(path: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path,
    message: "This is not your password",
    next: "enter the one that you sign in with",
  });
}

function tooMany(seconds: number): ApiProblem {
  const problem = {
    status: 429,
    code: "too_many_attempts",
    title: "Too many attempts have failed.",
    detail: `Try again in ${waitOf(seconds)}.`,
  };
  return new ApiProblem(problem, { "Retry-After": String(seconds) });
}

function noSession(id: string): Refusal {
  const next = "reload the page to see where you are signed in";
  return new Refusal({ code: "not_found", path: "id", message: `There is no session ${id}`, next });
}
