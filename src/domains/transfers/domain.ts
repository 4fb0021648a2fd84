import type { Domain } from "../domain.ts";
import { transferRoutes } from "./routes.ts";

/** Transfers are links of transactions, whose subject has their words. */
export const transfers = {
  tools: [],
  routes: transferRoutes,
  prompts: [],
  resources: [],
  subjects: {},
} as const satisfies Domain;
