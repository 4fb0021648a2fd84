import type { Domain } from "../domain.ts";
import { ruleSubject } from "./journal.ts";
import { ruleRoutes } from "./routes.ts";

export const rules = {
  tools: [],
  routes: ruleRoutes,
  prompts: [],
  resources: [],
  subjects: { rule: ruleSubject },
} as const satisfies Domain;
