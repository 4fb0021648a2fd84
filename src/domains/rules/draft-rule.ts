import { z } from "zod";
import { foldWords } from "./apply-rules.ts";

/** A rule that a person may save after they gave a party's transaction a category. */
export const RuleDraft = z.object({
  name: z.string(),
  conditions: z.object({
    texts: z.array(
      z.object({
        in: z.literal("text"),
        how: z.literal("contains_any"),
        words: z.array(z.string()),
      }),
    ),
    direction: z.enum(["in", "out"]),
  }),
  actions: z.object({ category_slug: z.string() }),
});

export type RuleDraft = z.output<typeof RuleDraft>;

/** Least number of other uncategorised transactions of a party for which a rule is offered. */
export const WORTH_A_RULE = 2;

type Corrected = {
  readonly name: string;
  readonly bank_name: string | null;
  readonly party_key: string;
  readonly category_slug: string;
  readonly direction: "in" | "out";
};

export function draftRule(corrected: Corrected): RuleDraft {
  const { name, bank_name, party_key, category_slug, direction } = corrected;
  const words = [longestRun(foldWords(bank_name ?? name), party_key)];
  return {
    name: `${Array.from(name).slice(0, 60).join("").trim()} → ${category_slug}`.slice(0, 100),
    conditions: { texts: [{ in: "text", how: "contains_any", words }], direction },
    actions: { category_slug },
  };
}

/** Finds the longest run of a party's words that stands in a text without a number between them. */
function longestRun(text: string, party: string): string {
  const words = party.split(" ");
  const runs = words.flatMap((_, first) =>
    words.slice(first).map((_, more) => words.slice(first, first + more + 1).join(" ")),
  );
  return runs
    .filter((run) => text.includes(run))
    .reduce((best, run) => (run.length > best.length ? run : best), "");
}
