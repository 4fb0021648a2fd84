import type { Db } from "../src/db/schema.ts";
import type { Team } from "./app.ts";

/** Writes a tag behind the back of the tools, in a transaction that the test has opened. */
export async function addTag(db: Db, team: Team, name: string, id = team.signed.newId()) {
  const tag = { team_id: team.id, id, name, name_key: name, name_folded: name };
  await db
    .insertInto("tags")
    .values({ ...tag, created_at: team.world.now })
    .execute();
}
