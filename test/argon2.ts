import { createRequire } from "node:module";

type Verify = (hash: string, password: string) => Promise<boolean>;

/** Import this before `oauth.ts`: the library is looked up when the first password is hashed. */
const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as { verify: Verify };
const { verify } = argon2;

/** The hashes that passwords were compared with, in their order: each costs what it says of itself. */
export const verified: string[] = [];

let meanwhile: (() => Promise<unknown>) | null = null;

argon2.verify = async (hash, password) => {
  verified.push(hash);
  const isRight = await verify(hash, password);
  const then = meanwhile;
  meanwhile = null;
  await then?.();
  return isRight;
};

/** Does something once: when a password has just been compared, and nobody knows yet what came of it. */
export function onceCompared(work: () => Promise<unknown>): void {
  meanwhile = work;
}
