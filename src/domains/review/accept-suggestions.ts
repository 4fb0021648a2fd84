import { z } from "zod";
import { changedMeanwhile } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { choosingAmong } from "../categories/all-categories.ts";
import { categorizing } from "../transactions/categorize.ts";
import {
  changeChosen,
  type ChangedTransactions,
  MOST,
} from "../transactions/chosen-transactions.ts";
import { MOST_SUGGESTED, suggestCategories } from "../transactions/same-party.ts";
import { type Row, setBy } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";

export const AcceptSuggestions = z.strictObject({
  suggestions: z.union([
    z.strictObject({
      these: z
        .array(z.strictObject({ id: uuid, category_slug: z.string().min(1).max(100) }))
        .min(1)
        .max(100),
    }),
    z.strictObject({
      all: z
        .int()
        .min(1)
        .max(MOST, "accepts 20,000 at most: accept those that are shown, or make rules for them"),
    }),
  ]),
});

/**
 * Gives each transaction its suggested category, all or none, as one event.
 * @throws Refusal when there are others than the person saw
 */
export async function acceptSuggestions(
  context: Context,
  { suggestions }: z.output<typeof AcceptSuggestions>,
): Promise<ChangedTransactions> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const given = "all" in suggestions ? await allOf(context, suggestions.all) : suggestions.these;
    const slugOf = new Map(given.map(({ id, category_slug }) => [id, category_slug]));
    const choose = await choosingAmong(context, [...new Set(slugOf.values())]);
    const accepting = (row: Row) => {
      const category = choose(slugOf.get(row.id), "suggestions");
      refuseOther(row, category?.slug);
      return categorizing(row, category, setBy(context), "suggestions");
    };
    return changeChosen(context, {
      chosen: { ids: [...slugOf.keys()] },
      change: async (rows) => writeTransactions(context, { changed: rows.map(accepting) }),
    });
  });
}

function refuseOther({ name, category_slug }: Row, slug: string | undefined): void {
  if (category_slug === null || category_slug === slug) return;
  throw changedMeanwhile(
    `The transaction ${quoted(name)} has a category by now`,
    "look at the review again; nothing was done",
  );
}

/** Finds the same suggestions until the end, since the team is locked. */
async function allOf(context: Context, seen: number): Promise<readonly Suggested[]> {
  const found = await findSuggested(context);
  if (found.length === seen) return found;
  throw changedMeanwhile(
    `${counted(found.length, "transaction")} have a suggestion now, not ${seen}`,
    "look at the review again; nothing was done",
  );
}

type Suggested = { readonly id: string; readonly category_slug: string };

/** Leaves out exported transactions, which cannot change. */
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
