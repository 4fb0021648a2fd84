import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { findTransaction } from "../transactions/get-transaction.ts";
import { findSimilar } from "../transactions/same-party.ts";
import { noTransaction } from "../transactions/transaction.ts";
import { RuleDraft } from "./draft-rule.ts";

export const SimilarTransactions = z.object({
  /** Other transactions with the same party that lack a category. */
  count: z.int(),
  /** The newest of them. */
  ids: z.array(z.string()),
  /** Null when there are too few for a rule. */
  rule: RuleDraft.nullable(),
});

/** Finds what else could get the category of a transaction: others of its party, and a rule for them. */
export async function getDraft(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof SimilarTransactions>> {
  if ((await findTransaction(context, id)) === undefined) throw noTransaction(id);
  const [found] = await findSimilar(context, [id]);
  if (found === undefined) return { count: 0, ids: [], rule: null };
  return { count: found.count, ids: [...found.ids], rule: found.rule };
}
