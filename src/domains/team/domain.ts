import type { Domain } from "../domain.ts";
import { teamResources } from "./resources.ts";
import { teamTools } from "./tools.ts";

export const teamDomain = {
  tools: teamTools,
  routes: [],
  prompts: [],
  resources: teamResources,
  subjects: {},
} as const satisfies Domain;
