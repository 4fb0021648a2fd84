import { Refusal } from "../core/errors.ts";

const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 1000;

/**
 * The Argon2id hash of a new password, in PHC string form, with the library's default cost
 * (19 MiB, 2 passes: the OWASP minimum).
 * @param path where the password was given
 * @throws Refusal when it is too short or too long.
 */
export async function hashPassword(password: string, path: string): Promise<string> {
  const problem = problemOfPassword(password);
  if (problem !== null)
    throw new Refusal({
      code: "invalid_argument",
      path,
      message: problem,
      next: "choose another one",
    });
  // Loaded when it is needed: only sign-in and set-up pay for it.
  const { hash } = await import("@node-rs/argon2");
  return hash(password);
}

/** Why it cannot be a password, as a clause without a full stop; null when it can. */
export function problemOfPassword(password: string): string | null {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return null;
  return `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`;
}

/**
 * Whether it is the password behind the hash. Without a hash the answer is no, after the same work,
 * so that the time does not tell who has an account.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  // A longer one cannot be set, and would only cost time.
  if (password.length > LONGEST_PASSWORD) return false;
  const { verify } = await import("@node-rs/argon2");
  const isRight = await verify(hash ?? NOBODY, password);
  return isRight && hash !== null;
}

/** A hash of the same cost, of a password that was thrown away. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$lly2XAyrMi4a+RUqyFCKnQ$wWly5dhx+XnnKZ59AW061M3FpZOWfYBlyG1h9C9NL/c";
