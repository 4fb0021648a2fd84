import type { Domain } from "../domain.ts";
import { timerTools } from "./tools.ts";

/** Timers are time entries that run: the journal tells of them as such. */
export const timers = {
  tools: timerTools,
  routes: [],
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
