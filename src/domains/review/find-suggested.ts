import type { Context } from "../../db/context.ts";
import { MOST_SUGGESTED, suggestCategories } from "../transactions/same-party.ts";

/** A transaction without a category, and the one that is suggested for it. */
export type Suggested = { readonly id: string; readonly category_slug: string };

/** All suggestions that can be accepted: those of Review, without exported transactions, which stay as they are. */
export async function findSuggested(context: Context): Promise<readonly Suggested[]> {
  const { db, team } = context;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "party_key"])
    .where("team_id", "=", team.id)
    .where("category_slug", "is", null)
    .where("standing", "=", "counted")
    .where("party_key", "is not", null)
    .where("status", "not in", ["archived", "exported"])
    .execute();
  const byParty = Map.groupBy(rows, ({ party_key }) => party_key);
  const parties = [...byParty.keys()];
  const found: Suggested[] = [];
  for (let from = 0; from < parties.length; from += MOST_SUGGESTED) {
    const some = await suggestCategories(context, parties.slice(from, from + MOST_SUGGESTED));
    for (const [party, { slug }] of some)
      for (const { id } of byParty.get(party) ?? []) found.push({ id, category_slug: slug });
  }
  return found;
}
