import type { Domain } from "../domain.ts";
import { reportPrompts } from "./prompts.ts";
import { reportResource } from "./report-resource.ts";
import { reportRoutes } from "./routes.ts";
import { reportTools } from "./tools.ts";

export const reports = {
  tools: reportTools,
  routes: reportRoutes,
  prompts: reportPrompts,
  resources: [reportResource],
  subjects: {},
} as const satisfies Domain;
