import type { Domain } from "../domain.ts";
import { timerRoutes } from "./routes.ts";
import { timerTools } from "./tools.ts";

/** Timers are time entries that run: the journal tells of them as such. */
export const timers = {
  tools: timerTools,
  routes: timerRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
