import type { Domain } from "../domain.ts";
import { documentPageResource } from "./document-resource.ts";
import { documentSubject, documentTagSubject } from "./journal.ts";
import { documentRoutes } from "./routes.ts";
import { documentTools } from "./tools.ts";

export const documents = {
  tools: documentTools,
  routes: documentRoutes,
  prompts: [],
  resources: [documentPageResource],
  subjects: { document: documentSubject, document_tag: documentTagSubject },
} as const satisfies Domain;
