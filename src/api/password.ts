import { z } from "zod";
import { hashPassword } from "../accounts/passwords.ts";
import { confirmPassword, ownPasswordHash } from "../accounts/sessions.ts";
import { setPassword } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { json, defineRoute } from "../core/route.ts";
import { waitOf } from "../shared/words.ts";
import { ApiProblem } from "./problem.ts";
import type { OwnContext } from "./route.ts";

const change = defineRoute({
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

export const passwordRoutes = [change, confirm];

/**
 * Counts the attempt at a password and runs the work that needs it.
 * @param entered answers null when it is not theirs
 * @throws ApiProblem when there are no more attempts; Refusal when it is not theirs
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
