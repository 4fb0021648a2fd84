import type { Domain } from "../domain.ts";
import { bankAccountSubject } from "./journal.ts";
import { bankAccountRoutes } from "./routes.ts";
import { bankAccountTools } from "./tools.ts";

export const bankAccounts = {
  tools: bankAccountTools,
  routes: bankAccountRoutes,
  prompts: [],
  resources: [],
  subjects: { bank_account: bankAccountSubject },
} as const satisfies Domain;
