import type { Domain } from "../domain.ts";
import { teamResources } from "./resources.ts";

export const team = {
  tools: [],
  routes: [],
  prompts: [],
  resources: teamResources,
  subjects: {},
} as const satisfies Domain;
