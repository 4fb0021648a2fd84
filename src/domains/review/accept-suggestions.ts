import { z } from "zod";
import { Recording } from "../../activity/recording.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { choosingAmong } from "../categories/choose-category.ts";
import { categorizing } from "../transactions/categorize.ts";
import { type ChangedMany, endOf, forChosen, MOST } from "../transactions/chosen-transactions.ts";
import { type Row, setBy } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { findSuggested, type Suggested } from "./find-suggested.ts";

export const AcceptSuggestions = z.strictObject({
  suggestions: z.union([
    /** As the person saw them. */
    z.strictObject({
      these: z
        .array(z.strictObject({ id: uuid, category_slug: z.string().min(1).max(100) }))
        .min(1)
        .max(100),
    }),
    /** All that there are, with the number that the person saw. */
    z.strictObject({
      all: z
        .int()
        .min(1)
        .max(MOST, "accepts 20,000 at most: accept those that are shown, or make rules for them"),
    }),
  ]),
});

export type AcceptSuggestions = z.output<typeof AcceptSuggestions>;

/**
 * Gives each transaction its suggested category, all or none, as one event.
 * @throws Refusal when there are others than the person saw
 */
export async function acceptSuggestions(
  context: Context,
  { suggestions }: AcceptSuggestions,
): Promise<ChangedMany> {
  return transaction(context, async (context) => {
    await holdTeam(context);
    const given = "all" in suggestions ? await allOf(context, suggestions.all) : suggestions.these;
    const slugOf = new Map(given.map(({ id, category_slug }) => [id, category_slug]));
    const choose = await choosingAmong(context, [...new Set(slugOf.values())]);
    const accepting = (row: Row) => {
      const category = choose(slugOf.get(row.id), "suggestions");
      refuseOther(row, category?.slug);
      return categorizing(row, category, setBy(context), "suggestions");
    };
    const recording = new Recording(context);
    await forChosen(context, { ids: [...slugOf.keys()] }, async (rows) => {
      const changed = rows.map(accepting);
      await recording.add(await writeTransactions(context, { changed }));
    });
    return endOf(recording);
  });
}

/** @throws Refusal for one that got another category since it was seen */
function refuseOther({ name, category_slug }: Row, slug: string | undefined): void {
  if (category_slug === null || category_slug === slug) return;
  throw changedMeanwhile(
    `The transaction ${quoted(name)} has a category by now`,
    "look at the review again; nothing was done",
  );
}

/** The books are held, so that what is suggested stays so. */
async function allOf(context: Context, seen: number): Promise<readonly Suggested[]> {
  const found = await findSuggested(context);
  if (found.length === seen) return found;
  throw changedMeanwhile(
    `${counted(found.length, "transaction")} have a suggestion now, not ${seen}`,
    "look at the review again; nothing was done",
  );
}
