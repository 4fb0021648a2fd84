import type { RandomBytes } from "../core/ids.ts";
import type { Database } from "./connect.ts";

const NAME = "main";

/** Server secret in the database: the same for every process on it. The first process makes it. */
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
