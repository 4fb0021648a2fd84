import type { Domain } from "../domain.ts";
import {
  forgottenRowSubject,
  transactionPartSubject,
  transactionSubject,
  transactionTagSubject,
} from "./journal.ts";
import { transactionRoutes } from "./routes.ts";
import { transactionTools } from "./tools.ts";

export const transactions = {
  tools: transactionTools,
  routes: transactionRoutes,
  prompts: [],
  resources: [],
  subjects: {
    transaction: transactionSubject,
    transaction_part: transactionPartSubject,
    transaction_tag: transactionTagSubject,
    forgotten_row: forgottenRowSubject,
  },
} as const satisfies Domain;
