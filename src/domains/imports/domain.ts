import type { Domain } from "../domain.ts";
import { importSubject, statementBalanceSubject } from "./journal.ts";
import { importRoutes } from "./routes.ts";

export const imports = {
  tools: [],
  routes: importRoutes,
  prompts: [],
  resources: [],
  subjects: { import: importSubject, statement_balance: statementBalanceSubject },
} as const satisfies Domain;
