import { randomBytes } from "node:crypto";
import { credentialVerifier } from "../../../src/accounts/credentials.ts";
import { connect, type Database } from "../../../src/db/connect.ts";
import { type Context, baseContextOf } from "../../../src/db/context.ts";

/** Looks up a verb's context by key, as our endpoint does for calls that only read. */
export function callers(database: Database): (key: string) => Promise<Context> {
  const verifyKey = credentialVerifier(database);
  return async (key) => {
    const baseContext = baseContextOf({ database, clock: Date.now, randomBytes });
    const holder = await verifyKey(key)(baseContext, "recent");
    if ("invalid" in holder) throw new Error(holder.invalid);
    const { team, actor, credential, client } = holder;
    return { ...baseContext, team, actor, credential, client, tool: "bench" };
  };
}

export function keyIn(authorization: string | null | undefined): string {
  return (authorization ?? "").replace(/^Bearer /, "");
}

export async function openDatabase(url: string): Promise<Database> {
  return connect(url, { onIdleError: fail });
}

export function fail(error: unknown): never {
  throw error;
}
