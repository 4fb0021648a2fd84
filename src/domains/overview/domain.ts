import type { Domain } from "../domain.ts";
import { overviewRoutes } from "./routes.ts";

export const overview = {
  tools: [],
  routes: overviewRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
