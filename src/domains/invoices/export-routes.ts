import { z } from "zod";
import { defineRoute, download, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { ExportInvoices, exportInvoices, findExport, FoundDocuments } from "./export-invoices.ts";
import { invoiceFilter } from "./list-invoices.ts";

const found = defineRoute({
  path: "GET /api/teams/:team/invoices/export/found",
  role: "member",
  input: z.strictObject(invoiceFilter),
  output: json(FoundDocuments),
  example: (idOf) => ({ customer: idOf("customer") }),
  handler: async (context: Context, input) => findExport(context, input),
});

const save = defineRoute({
  path: "GET /api/teams/:team/invoices/export",
  role: "member",
  input: ExportInvoices,
  output: download,
  example: () => ({ from: "2026-10-01", format: "csv" as const }),
  handler: async (context: Context, input) => exportInvoices(context, input),
});

export const exportRoutes = [found, save] as const;
