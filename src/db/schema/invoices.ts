import type { Instant } from "../../shared/time.ts";

export type InvoicesTables = {
  invoices: InvoicesTable;
  recurring_invoices: RecurringInvoicesTable;
};

type InvoicesTable = {
  team_id: string;
  id: string;
  customer_id: string | null;
  created_at: Instant;
};

type RecurringInvoicesTable = InvoicesTable;
