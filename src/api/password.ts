import { z } from "zod";
import { confirmPassword } from "../accounts/confirmed.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { ownPasswordHash } from "../accounts/sessions.ts";
import { setPassword } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { waitOf } from "../core/words.ts";
import { ApiProblem } from "./problem.ts";
import { defineOwnRoute, type OwnContext } from "./route.ts";

const change = defineOwnRoute({
  path: "PUT /api/me/password",
  input: z.strictObject({ currentPassword: z.string(), newPassword: z.string() }),
  output: z.object({}),
  handler: async (context, { currentPassword, newPassword }) => {
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

const confirm = defineOwnRoute({
  path: "POST /api/me/confirm",
  input: z.strictObject({ password: z.string() }),
  output: z.object({ confirmedUntil: z.string() }),
  handler: async (context, { password }) => ({
    confirmedUntil: await attempted(context, "password", async () =>
      confirmPassword(context, context.session, password),
    ),
  }),
});

export const passwordRoutes = [change, confirm];

/**
 * What follows from a password that was entered, of which a person has so many attempts.
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
