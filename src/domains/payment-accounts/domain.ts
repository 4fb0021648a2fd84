import type { Domain } from "../domain.ts";
import { paymentAccountSubject } from "./journal.ts";
import { paymentAccountRoutes } from "./routes.ts";

export const paymentAccounts = {
  tools: [],
  routes: paymentAccountRoutes,
  prompts: [],
  resources: [],
  subjects: { payment_account: paymentAccountSubject },
} as const satisfies Domain;
