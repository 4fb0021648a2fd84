import { z } from "zod";
import { byId, cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineRoute, download, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { CreateDraft, createDraft } from "./create-draft.ts";
import { deleteDraft, DeletedDraft } from "./delete-draft.ts";
import { duplicateInvoice } from "./duplicate-invoice.ts";
import { ExportInvoices, exportInvoices, findExport, FoundDocuments } from "./export-invoices.ts";
import { INVOICE_SORTS, suggestLines } from "./find-invoices.ts";
import { noInvoice } from "./invoice.ts";
import { invoiceFilter, listInvoices } from "./list-invoices.ts";
import {
  getShownInvoice,
  ShownInvoice,
  ShownInvoices,
  shownInvoices,
  SuggestedLines,
} from "./page-answers.ts";
import { UpdateDraft, updateDraft } from "./update-draft.ts";

/** Bytes of a draft with as many characters as fit, each written as an escape. */
const LARGEST_DRAFT = 1024 * 1024;

const findToExport = defineRoute({
  path: "GET /api/teams/:team/invoices/export/found",
  role: "member",
  input: z.strictObject(invoiceFilter),
  output: json(FoundDocuments),
  example: (idOf) => ({ customer: idOf("customer") }),
  handler: async (context: Context, input) => findExport(context, input),
});

const saveExport = defineRoute({
  path: "GET /api/teams/:team/invoices/export",
  role: "member",
  input: ExportInvoices,
  output: download,
  example: () => ({ from: "2026-10-01", format: "csv" as const }),
  handler: async (context: Context, input) => exportInvoices(context, input),
});

const list = defineRoute({
  path: "GET /api/teams/:team/invoices",
  role: "member",
  input: z.strictObject({
    ...invoiceFilter,
    sort: z.enum(INVOICE_SORTS).default("-created"),
    cursor: cursor.optional(),
    limit: limit.default(50),
  }),
  output: json(ShownInvoices),
  example: (idOf) => ({ customer: idOf("customer"), status: "draft" as const }),
  handler: async (context: Context, input) => {
    const { sort, cursor, limit, ...filter } = input;
    const listing = listingOf(context, input);
    const asked = { filter, sort, listing, cursor, limit };
    return shownInvoices(await listInvoices(context, asked, { hasTotals: true }));
  },
});

const create = defineRoute({
  path: "POST /api/teams/:team/invoices",
  role: "member",
  event: { of: "invoice", did: "created" },
  largest: LARGEST_DRAFT,
  input: CreateDraft,
  output: json(ShownInvoice),
  example: (idOf) => ({ customer_id: idOf("customer") }),
  handler: async (context: Context, input) => {
    const { row, event } = await createDraft(context, input);
    return getShownInvoice(context, row, { event });
  },
});

const lines = defineRoute({
  path: "GET /api/teams/:team/invoices/lines",
  role: "member",
  input: z.strictObject({ customer: uuid }),
  output: json(SuggestedLines),
  example: (idOf) => ({ customer: idOf("customer") }),
  handler: async (context: Context, { customer }) => ({
    items: [...(await suggestLines(context, customer))],
  }),
});

const get = defineRoute({
  path: "GET /api/teams/:team/invoices/:id",
  role: "member",
  input: byId,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("invoice") }),
  handler: async (context: Context, input) => getShownInvoice(context, input),
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/invoices/:id",
  role: "member",
  event: { of: "invoice", did: "changed" },
  largest: LARGEST_DRAFT,
  input: UpdateDraft,
  output: json(ShownInvoice),
  example: (idOf) => ({
    id: idOf("invoice"),
    note: "Thank you",
    seen: idOf("invoice_seen"),
  }),
  handler: async (context: Context, input) =>
    getShownInvoice(context, input, await updateDraft(context, input)),
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/invoices/:id",
  role: "member",
  event: { of: "invoice", did: "deleted" },
  input: byId,
  output: json(DeletedDraft),
  example: (idOf) => ({ id: idOf("invoice") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteDraft(context, input);
    if (!deleted.deleted) throw noInvoice(input.id);
    return deleted;
  },
});

const duplicate = defineRoute({
  path: "POST /api/teams/:team/invoices/:id/duplicate",
  role: "member",
  event: { of: "invoice", did: "created", said: "duplicated an invoice as *" },
  input: byId,
  output: json(ShownInvoice),
  example: (idOf) => ({ id: idOf("invoice") }),
  handler: async (context: Context, input) => {
    const { id, event } = await duplicateInvoice(context, input);
    return getShownInvoice(context, { id }, { event });
  },
});

/** Addresses with a word stand before those with an id in the same place. */
export const invoiceRoutes = [
  findToExport,
  saveExport,
  list,
  create,
  lines,
  get,
  update,
  remove,
  duplicate,
] as const;
