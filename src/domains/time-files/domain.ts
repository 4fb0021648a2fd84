import type { Domain } from "../domain.ts";
import { timeFileRoutes } from "./routes.ts";

export const timeFiles = {
  tools: [],
  routes: timeFileRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
