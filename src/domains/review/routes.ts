import { z } from "zod";
import { event } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { ChangedTransactions } from "../transactions/chosen-transactions.ts";
import { getShownTransaction, ShownTransaction } from "../transactions/page-answers.ts";
import { PairOfTransactions } from "../transfers/link-transfer.ts";
import { AcceptSuggestions, acceptSuggestions, findSuggested } from "./accept-suggestions.ts";
import { countWaiting, Waiting, GetReview, getReview, Review } from "./get-review.ts";
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

const suggested = defineRoute({
  path: "GET /api/teams/:team/review/suggestions",
  role: "member",
  input: z.strictObject({}),
  output: json(z.object({ count: z.int() })),
  example: () => ({}),
  handler: async (context: Context) => ({ count: (await findSuggested(context)).length }),
});

const accept = defineRoute({
  path: "POST /api/teams/:team/review/suggestions",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "accepted the suggested category of *",
    many: "accepted the suggested categories of * transactions",
    tried: "accept suggested categories",
  },
  input: AcceptSuggestions,
  output: json(ChangedTransactions),
  example: (idOf) => ({
    suggestions: { these: [{ id: idOf("transaction"), category_slug: "software" }] },
  }),
  handler: async (context: Context, input) => acceptSuggestions(context, input),
});

const merge = defineRoute({
  path: "POST /api/teams/:team/review/duplicates/merge",
  role: "member",
  event: {
    of: "transaction",
    did: "deleted",
    said: "merged * into the same transaction from another source",
    tried: "merge two transactions",
  },
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
  event: {
    of: "rejected_pair",
    did: "created",
    said: "kept both of *",
    tried: "keep both of two transactions",
  },
  input: PairOfTransactions,
  output: json(PairOfTransactions.extend({ event })),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("twin_transaction") }),
  handler: async (context: Context, input) => {
    const { event } = await keepBoth(context, input);
    return { ...input, event };
  },
});

export const reviewRoutes = [get, counts, suggested, accept, merge, keep];
