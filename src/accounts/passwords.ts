import { Refusal } from "../core/errors.ts";

const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 1000;

/**
 * Argon2id hash in PHC string form, at the library's default cost (19 MiB, 2 passes: the OWASP
 * minimum).
 * @param path the password's argument path
 * @throws Refusal when it is too short or too long
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
  // Loaded on demand: only sign-in and set-up need it.
  const { hash } = await import("@node-rs/argon2");
  return hash(password);
}

/** Clause without a full stop; null for a password that is good enough. */
export function problemOfPassword(password: string): string | null {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return null;
  return `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD.toLocaleString("en-GB")} characters`;
}

/**
 * Compares a password with a hash. Without a hash it answers false after the same work, so that the
 * time does not reveal who has an account.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  // A longer one cannot be set; hashing it would only cost time.
  if (password.length > LONGEST_PASSWORD) return false;
  const { verify } = await import("@node-rs/argon2");
  const isRight = await verify(hash ?? NOBODY, password);
  return isRight && hash !== null;
}

/** Dummy hash of the same cost; its password was thrown away. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$lly2XAyrMi4a+RUqyFCKnQ$wWly5dhx+XnnKZ59AW061M3FpZOWfYBlyG1h9C9NL/c";
