import type { Domain } from "../domain.ts";
import { bankPaymentRoutes } from "./bank-payment-routes.ts";
import { creditRoutes } from "./credit-routes.ts";
import {
  invoicePaymentSubject,
  invoiceSubject,
  invoiceTimeSubject,
  numberSkipSubject,
  recurringInvoiceSubject,
} from "./journal.ts";
import { lateInvoicesResource } from "./late-invoices.ts";
import { invoicePrompts } from "./prompts.ts";
import { invoiceRoutes } from "./routes.ts";
import { sendRoutes } from "./send-routes.ts";
import { sendTools } from "./send-tools.ts";
import { timeRoutes } from "./time-routes.ts";
import { invoiceTools } from "./tools.ts";

export const invoices = {
  tools: [...invoiceTools, ...sendTools],
  // Addresses with a word stand before those with an id in the same place.
  routes: [...timeRoutes, ...invoiceRoutes, ...sendRoutes, ...creditRoutes, ...bankPaymentRoutes],
  prompts: invoicePrompts,
  resources: [lateInvoicesResource],
  subjects: {
    invoice: invoiceSubject,
    invoice_payment: invoicePaymentSubject,
    invoice_time: invoiceTimeSubject,
    invoice_number_skip: numberSkipSubject,
    recurring_invoice: recurringInvoiceSubject,
  },
} as const satisfies Domain;
