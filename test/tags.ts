import type { Db } from "../src/db/schema/schema.ts";
import type { Team } from "./app.ts";

/** Inserts a tag directly, in the test's transaction. */
export async function addTag(db: Db, team: Team, name: string, id = team.auditContext.newId()) {
  const tag = { team_id: team.id, id, name, name_key: name, name_folded: name };
  await db
    .insertInto("tags")
    .values({ ...tag, created_at: team.world.now })
    .execute();
}
