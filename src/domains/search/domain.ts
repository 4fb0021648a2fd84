import type { Domain } from "../domain.ts";
import { searchRoutes } from "./routes.ts";
import { searchTools } from "./tools.ts";

export const search = {
  tools: searchTools,
  routes: searchRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
