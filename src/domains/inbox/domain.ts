import type { Domain } from "../domain.ts";
import { attachmentSubject, inboxItemSubject } from "./journal.ts";
import { inboxRoutes } from "./routes.ts";
import { inboxTools } from "./tools.ts";

export const inbox = {
  tools: inboxTools,
  routes: inboxRoutes,
  prompts: [],
  resources: [],
  subjects: { inbox_item: inboxItemSubject, attachment: attachmentSubject },
} as const satisfies Domain;
