import type { Domain } from "../domain.ts";
import { documentSubject, documentTagSubject } from "./journal.ts";
import { documentRoutes } from "./routes.ts";

export const documents = {
  tools: [],
  routes: documentRoutes,
  prompts: [],
  resources: [],
  subjects: { document: documentSubject, document_tag: documentTagSubject },
} as const satisfies Domain;
