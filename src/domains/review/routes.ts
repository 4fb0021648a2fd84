import { z } from "zod";
import { json } from "../../core/answer.ts";
import { event } from "../../core/fields.ts";
import { defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { getShownTransaction, ShownTransaction } from "../transactions/shown-transaction.ts";
import { PairOfTransactions } from "../transfers/link-transfer.ts";
import { countWaiting, Waiting } from "./count-waiting.ts";
import { GetReview, getReview, Review } from "./get-review.ts";
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
  output: json(Waiting),
  example: () => ({}),
  handler: async (context: Context) => countWaiting(context),
});

const merge = defineRoute({
  path: "POST /api/teams/:team/review/duplicates/merge",
  role: "member",
  input: PairOfTransactions,
  output: json(ShownTransaction.extend({ event })),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("twin_transaction") }),
  handler: async (context: Context, input) => {
    const { id, event } = await mergeDuplicates(context, input);
    return { ...(await getShownTransaction(context, { id })), event };
  },
});

const keep = defineRoute({
  path: "POST /api/teams/:team/review/duplicates/keep",
  role: "member",
  input: PairOfTransactions,
  output: json(PairOfTransactions.extend({ event })),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("twin_transaction") }),
  handler: async (context: Context, input) => {
    const { event } = await keepBoth(context, input);
    return { ...input, event };
  },
});

export const reviewRoutes = [get, counts, merge, keep];
