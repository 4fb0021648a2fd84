import type { Domain } from "../domain.ts";
import { teamRateSubject } from "./journal.ts";
import { rateRoutes } from "./routes.ts";

export const rates = {
  tools: [],
  routes: rateRoutes,
  prompts: [],
  resources: [],
  subjects: { team_rate: teamRateSubject },
} as const satisfies Domain;
