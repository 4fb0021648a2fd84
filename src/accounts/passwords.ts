import { Refusal } from "../core/errors.ts";

const SHORTEST = 10;
const LONGEST = 1000;

/**
 * The Argon2id hash of a new password, in PHC string form, with the library's default cost
 * (19 MiB, 2 passes: the OWASP minimum).
 * @throws Refusal when it is too short or too long.
 */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < SHORTEST || password.length > LONGEST) {
    throw new Refusal({
      code: "invalid_argument",
      path: "owner-password",
      message: `A password has ${SHORTEST} to ${LONGEST} characters`,
      next: "choose another one",
    });
  }
  // Loaded when it is needed: only sign-in and set-up pay for it.
  const { hash } = await import("@node-rs/argon2");
  return hash(password);
}
