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

/** Inserts many tags directly, from `tag 1` on. */
export async function addTags(team: Team, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `tag ${index + 1}`;
    const names = { name, name_key: name, name_folded: name };
    return {
      team_id: team.id,
      id: team.auditContext.newId(),
      ...names,
      created_at: team.world.now,
    };
  });
  await team.world.database.begin(async (db) => {
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto("tags")
        .values(rows.slice(from, from + 500))
        .execute();
  });
}
