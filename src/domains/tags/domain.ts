import type { Domain } from "../domain.ts";
import { tagSubject } from "./journal.ts";
import { tagRoutes } from "./routes.ts";
import { tagTools } from "./tools.ts";

export const tags = {
  tools: tagTools,
  routes: tagRoutes,
  prompts: [],
  resources: [],
  subjects: { tag: tagSubject },
} as const satisfies Domain;
