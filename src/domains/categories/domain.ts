import type { Domain } from "../domain.ts";
import { categorySettingSubject, categorySubject } from "./journal.ts";
import { categoryResources } from "./resources.ts";
import { categoryRoutes } from "./routes.ts";
import { categoryTools } from "./tools.ts";

export const categories = {
  tools: categoryTools,
  routes: categoryRoutes,
  prompts: [],
  resources: categoryResources,
  subjects: { category: categorySubject, category_setting: categorySettingSubject },
} as const satisfies Domain;
