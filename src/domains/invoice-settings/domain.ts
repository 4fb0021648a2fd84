import type { Domain } from "../domain.ts";
import { invoiceSettingsSubject } from "./journal.ts";
import { invoiceSettingsRoutes } from "./routes.ts";

export const invoiceSettings = {
  tools: [],
  routes: invoiceSettingsRoutes,
  prompts: [],
  resources: [],
  subjects: { invoice_settings: invoiceSettingsSubject },
} as const satisfies Domain;
