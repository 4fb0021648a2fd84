import { fold, searchWords } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import type { Candidate } from "../search/relevance.ts";
import { findIds, readTransactions } from "./find-transactions.ts";
import { toolRow } from "./tool-answers.ts";
import { equalsAmount, matchingOf } from "./transaction-filter.ts";

/** The newest transactions that the list finds by these words. */
export async function searchTransactions(
  context: Context,
  q: string,
  rows: number,
): Promise<readonly Candidate[]> {
  const { db, team } = context;
  const matching = await matchingOf(context, { q });
  const words = searchWords(q).map(({ text }) => text);
  const ids = await findIds(context, matching, { isNewestFirst: true, after: null, rows });
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom("transactions")
    .select(["id", "name", "bank_name", "reference", "search_text", "created_at"])
    .select(["amount_minor", "currency"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return found.map((row) => ({
    id: row.id,
    type: "transaction",
    created_at: row.created_at,
    texts: {
      name: fold(`${row.name} ${row.bank_name ?? ""}`),
      reference: [
        fold(row.reference ?? ""),
        ...words.filter((word) => equalsAmount(word, row.amount_minor, row.currency)),
      ].join(" "),
      rest: row.search_text,
    },
    read: async () => {
      const [found] = await readTransactions(context, [row.id]);
      return found === undefined ? {} : toolRow(context, found);
    },
  }));
}
