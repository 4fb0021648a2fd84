import type { Domain } from "../domain.ts";
import { rateFileSubject, teamRateSubject } from "./journal.ts";
import { rateRoutes } from "./routes.ts";

export const rates = {
  tools: [],
  routes: rateRoutes,
  prompts: [],
  resources: [],
  subjects: { team_rate: teamRateSubject, rate_file: rateFileSubject },
} as const satisfies Domain;
