import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Row } from "./category.ts";

/** Locks a category of the team's own against changes and deletion until the transaction ends. */
export async function lockCategory({ db, team }: Context, id: string): Promise<Row | undefined> {
  const categories = db
    .selectFrom("categories")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id);
  return lockForUpdate(db, categories).executeTakeFirst();
}
