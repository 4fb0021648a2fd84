import { sql } from "kysely";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import type { Candidate } from "../search/relevance.ts";
import { findIds, matchingAll, readTransactions } from "./find-transactions.ts";
import { toolRow } from "./tool-answers.ts";

export async function searchTransactions(
  context: Context,
  words: readonly string[],
  rows: number,
): Promise<readonly Candidate[]> {
  const { db, team } = context;
  const holds = words.map((word) => sql<boolean>`instr(item.search_text, ${word}) > 0`);
  const conditions = [sql<boolean>`item.team_id = ${team.id}`, ...holds];
  const matching = matchingAll(conditions);
  const ids = await findIds(context, matching, { isNewestFirst: true, after: null, rows });
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom("transactions")
    .select(["id", "name", "bank_name", "reference", "search_text", "created_at"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return found.map((row) => ({
    id: row.id,
    type: "transaction",
    created_at: row.created_at,
    texts: {
      name: fold(`${row.name} ${row.bank_name ?? ""}`),
      reference: fold(row.reference ?? ""),
      rest: row.search_text,
    },
    read: async () => {
      const [found] = await readTransactions(context, [row.id]);
      return found === undefined ? {} : toolRow(context, found);
    },
  }));
}
