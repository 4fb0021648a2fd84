import type { Domain } from "../domain.ts";
import { rejectedPairSubject } from "./journal.ts";
import { reviewRoutes } from "./routes.ts";

export const review = {
  tools: [],
  routes: reviewRoutes,
  prompts: [],
  resources: [],
  subjects: { rejected_pair: rejectedPairSubject },
} as const satisfies Domain;
