import type { Domain } from "../domain.ts";
import { attachmentSubject, inboxItemSubject } from "./journal.ts";

export const inbox = {
  tools: [],
  routes: [],
  prompts: [],
  resources: [],
  subjects: { inbox_item: inboxItemSubject, attachment: attachmentSubject },
} as const satisfies Domain;
