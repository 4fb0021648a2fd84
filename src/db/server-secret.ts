import type { RandomBytes } from "../core/ids.ts";
import type { Database } from "./connect.ts";
import type { Sealing } from "./context.ts";
import type { Db } from "./schema/schema.ts";

const NAME = "main";

export async function serverSecret(database: Database, randomBytes: RandomBytes): Promise<string> {
  return database.begin(async (db) => {
    const secret = Buffer.from(randomBytes(32)).toString("base64url");
    await db
      .insertInto("server_secrets")
      .values({ name: NAME, secret })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db
      .selectFrom("server_secrets")
      .where("name", "=", NAME)
      .select("secret")
      .executeTakeFirstOrThrow();
    return row.secret;
  });
}

/** Null when there is no secret yet; makes none. */
export async function keptSealing(configured: string | null, db: Db): Promise<Sealing | null> {
  if (configured !== null) return { secret: configured, isInDatabase: false };
  const row = await db
    .selectFrom("server_secrets")
    .where("name", "=", NAME)
    .select("secret")
    .executeTakeFirst();
  return row === undefined ? null : { secret: row.secret, isInDatabase: true };
}

export async function sealingOf(
  configured: string | null,
  database: Database,
  randomBytes: RandomBytes,
): Promise<Sealing> {
  return configured === null
    ? { secret: await serverSecret(database, randomBytes), isInDatabase: true }
    : { secret: configured, isInDatabase: false };
}
