import type { Domain } from "../domain.ts";
import { timeFileRoutes } from "./routes.ts";

/** Files of tracked time: those of other programs, and our own. */
export const timeFiles = {
  tools: [],
  routes: timeFileRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
