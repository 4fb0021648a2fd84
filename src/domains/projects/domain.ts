import type { Domain } from "../domain.ts";
import { projectSubject } from "./journal.ts";
import { projectResources } from "./resources.ts";
import { projectTools } from "./tools.ts";

export const projects = {
  tools: projectTools,
  routes: [],
  prompts: [],
  resources: projectResources,
  subjects: { tracker_project: projectSubject },
} as const satisfies Domain;
