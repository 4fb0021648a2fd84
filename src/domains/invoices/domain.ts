import type { Domain } from "../domain.ts";
import { invoiceSubject, recurringInvoiceSubject } from "./journal.ts";

/** Each part of the work adds its tools, routes and subjects. */
export const invoices = {
  tools: [],
  routes: [],
  prompts: [],
  resources: [],
  subjects: { invoice: invoiceSubject, recurring_invoice: recurringInvoiceSubject },
} as const satisfies Domain;
