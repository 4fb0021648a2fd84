import type { Domain } from "../domain.ts";
import { projectSubject } from "./journal.ts";
import { projectResources } from "./resources.ts";
import { projectRoutes } from "./routes.ts";
import { projectTools } from "./tools.ts";

export const projects = {
  tools: projectTools,
  routes: projectRoutes,
  prompts: [],
  resources: projectResources,
  subjects: { tracker_project: projectSubject },
} as const satisfies Domain;
