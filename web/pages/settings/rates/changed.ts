import { CHANGED as OF_TRANSACTIONS } from "../../transactions/transaction.ts";

/** Answers that a change of rates changes. */
export const CHANGED = [
  "GET /api/teams/:team/rates",
  "GET /api/teams/:team/rates/own",
  "GET /api/teams/:team/rates/missing",
  ...OF_TRANSACTIONS,
] as const;
