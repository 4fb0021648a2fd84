import type { Sealing } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { opened } from "./seal-number.ts";

const MOST_TRIED = 1000;

/** Counts sealed numbers of all teams, and those among the newest that the secret does not open. */
export async function findSealed(
  db: Db,
  sealing: Sealing,
): Promise<{ readonly sealed: number; readonly lost: number }> {
  const rows = await db
    .selectFrom("bank_accounts")
    .select(["team_id", "id", "number_sealed"])
    .where("number_sealed", "is not", null)
    .orderBy("number_set_at", "desc")
    .limit(MOST_TRIED)
    .execute();
  const lost = rows.filter((row) => opened(sealing, row, row.number_sealed ?? "") === null);
  return { sealed: rows.length, lost: lost.length };
}
