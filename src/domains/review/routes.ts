import { z } from "zod";
import { json } from "../../core/answer.ts";
import { defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { getShownTransaction, ShownTransaction } from "../transactions/shown-transaction.ts";
import { PairOfTransactions } from "../transfers/link-transfer.ts";
import { countReview, GetReview, getReview, Review, ReviewCounts } from "./get-review.ts";
import { keepBoth, mergeDuplicates } from "./merge-duplicates.ts";

const get = defineRoute({
  path: "GET /api/teams/:team/review",
  role: "member",
  input: GetReview,
  output: json(Review),
  example: () => ({}),
  handler: async (context: Context, input) => getReview(context, input),
});

const counts = defineRoute({
  path: "GET /api/teams/:team/review/counts",
  role: "member",
  input: z.strictObject({}),
  output: json(ReviewCounts),
  example: () => ({}),
  handler: async (context: Context) => countReview(context),
});

const merge = defineRoute({
  path: "POST /api/teams/:team/review/duplicates/merge",
  role: "member",
  input: PairOfTransactions,
  output: json(ShownTransaction),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("twin_transaction") }),
  handler: async (context: Context, input) => {
    await mergeDuplicates(context, input);
    return getShownTransaction(context, input);
  },
});

const keep = defineRoute({
  path: "POST /api/teams/:team/review/duplicates/keep",
  role: "member",
  input: PairOfTransactions,
  output: json(PairOfTransactions),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("twin_transaction") }),
  handler: async (context: Context, input) => {
    await keepBoth(context, input);
    return input;
  },
});

export const reviewRoutes = [get, counts, merge, keep];
