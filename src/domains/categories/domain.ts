import type { Domain } from "../domain.ts";
import { categoriesResource } from "./categories-resource.ts";
import { categorySettingSubject, categorySubject } from "./journal.ts";
import { categoryRoutes } from "./routes.ts";
import { categoryTools } from "./tools.ts";

export const categories = {
  tools: categoryTools,
  routes: categoryRoutes,
  prompts: [],
  resources: [categoriesResource],
  subjects: { category: categorySubject, category_setting: categorySettingSubject },
} as const satisfies Domain;
