import type { Domain } from "../domain.ts";
import { invoiceSubject, recurringInvoiceSubject } from "./journal.ts";
import { invoiceRoutes } from "./routes.ts";
import { invoiceTools } from "./tools.ts";

export const invoices = {
  tools: [...invoiceTools],
  routes: [...invoiceRoutes],
  prompts: [],
  resources: [],
  subjects: { invoice: invoiceSubject, recurring_invoice: recurringInvoiceSubject },
} as const satisfies Domain;
