import type { Domain } from "../domain.ts";
import { taxRateSubject } from "./journal.ts";
import { taxRateRoutes } from "./routes.ts";

export const taxRates = {
  tools: [],
  routes: taxRateRoutes,
  prompts: [],
  resources: [],
  subjects: { tax_rate: taxRateSubject },
} as const satisfies Domain;
