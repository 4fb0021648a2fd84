import type { Domain } from "../domain.ts";
import { customerResource } from "./customer-resource.ts";
import { customerSubject, customerTagSubject } from "./journal.ts";
import { customerPrompts } from "./prompts.ts";
import { customerRoutes } from "./routes.ts";
import { customerTools } from "./tools.ts";

export const customers = {
  tools: customerTools,
  routes: customerRoutes,
  prompts: customerPrompts,
  resources: [customerResource],
  subjects: {
    customer: customerSubject,
    customer_tag: customerTagSubject,
  },
} as const satisfies Domain;
