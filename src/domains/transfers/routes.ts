import { byId, event } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { getShownTransaction, ShownTransaction } from "../transactions/page-answers.ts";
import { findCandidates, OfTransaction, TransferCandidates } from "./find-candidates.ts";
import {
  linkTransfer,
  PairOfTransactions,
  rejectTransfer,
  unlinkTransfer,
} from "./link-transfer.ts";

const candidates = defineRoute({
  path: "GET /api/teams/:team/transfers/candidates",
  role: "member",
  input: OfTransaction,
  output: json(TransferCandidates),
  example: (idOf) => ({ id: idOf("transaction") }),
  handler: async (context: Context, input) => findCandidates(context, input),
});

const link = defineRoute({
  path: "POST /api/teams/:team/transfers",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "linked * to another as a transfer",
    many: "linked * transactions as a transfer",
    tried: "link a transfer",
  },
  input: PairOfTransactions,
  output: json(ShownTransaction.extend({ event })),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("other_transaction") }),
  handler: async (context: Context, input) => {
    const { event } = await linkTransfer(context, input);
    return { ...(await getShownTransaction(context, input)), event };
  },
});

const unlink = defineRoute({
  path: "POST /api/teams/:team/transfers/unlink",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "unlinked *, which was one side of a transfer",
    many: "unlinked * transactions, which were a transfer",
    tried: "unlink a transfer",
  },
  input: byId,
  output: json(ShownTransaction.extend({ event })),
  example: (idOf) => ({ id: idOf("linked_transaction") }),
  handler: async (context: Context, input) => {
    const { event } = await unlinkTransfer(context, input);
    return { ...(await getShownTransaction(context, input)), event };
  },
});

const reject = defineRoute({
  path: "POST /api/teams/:team/transfers/reject",
  role: "member",
  event: {
    of: "rejected_pair",
    did: "created",
    said: "said that * is no transfer",
    tried: "reject a transfer",
  },
  input: PairOfTransactions,
  output: json(PairOfTransactions.extend({ event })),
  example: (idOf) => ({ id: idOf("transaction"), other_id: idOf("other_transaction") }),
  handler: async (context: Context, input) => {
    const { event } = await rejectTransfer(context, input);
    return { ...input, event };
  },
});

export const transferRoutes = [candidates, link, unlink, reject];
