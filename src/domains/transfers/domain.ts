import type { Domain } from "../domain.ts";
import { transferRoutes } from "./routes.ts";

export const transfers = {
  tools: [],
  routes: transferRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
