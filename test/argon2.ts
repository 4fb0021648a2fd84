import { createRequire } from "node:module";

type Verify = (hash: string, password: string) => Promise<boolean>;

/** Import this before the first password of a process is hashed, which resolves the library. */
const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as { verify: Verify };
const { verify } = argon2;

/** Hashes that passwords were compared with, in order; each names its own cost. */
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

/** Runs `work` once, after a password's comparison and before its result is known. */
export function onceCompared(work: () => Promise<unknown>): void {
  meanwhile = work;
}
