import { z } from "zod";
import { byId } from "../../core/fields.ts";
import { download, json, defineRoute, defineUpload } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import {
  archiveCustomers,
  ChangedCustomers,
  ChooseCustomers,
  TagCustomers,
  tagCustomers,
  untagCustomers,
} from "./change-customers.ts";
import { createCustomer, CreatedCustomer, CreateWholeCustomer } from "./create-customer.ts";
import { CustomerFigures, getFigures } from "./customer-figures.ts";
import {
  CustomerTime,
  getCustomerTime,
  ListTimeOf,
  listTimeOf,
  TimeOfPage,
} from "./customer-time.ts";
import { noCustomer, WholeCustomer } from "./customer.ts";
import { deleteCustomer, DeletedCustomer, getLoss, Loss } from "./delete-customer.ts";
import { ExportCustomers, exportCustomers } from "./export-customers.ts";
import { exportStatement } from "./export-statement.ts";
import { requireCustomer } from "./get-customer.ts";
import { ImportCustomers, importCustomers, Imported } from "./import/import-customers.ts";
import { Preview, PreviewImport, previewCustomerImport } from "./import/preview-import.ts";
import { ListShown, pageCustomers, ShownCustomers } from "./page-answers.ts";
import { getStatement, Statement, StatementOf } from "./statement.ts";
import { updateCustomer, SaveCustomer } from "./update-customer.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/customers",
  role: "member",
  input: ListShown,
  output: json(ShownCustomers),
  example: () => ({}),
  handler: async (context: Context, input) => pageCustomers(context, input),
});

const save = defineRoute({
  path: "GET /api/teams/:team/customers/export",
  role: "member",
  input: ExportCustomers,
  output: download,
  example: () => ({}),
  handler: async (context: Context, input) => exportCustomers(context, input),
});

const create = defineRoute({
  path: "POST /api/teams/:team/customers",
  role: "member",
  event: { of: "customer", did: "created" },
  input: CreateWholeCustomer,
  output: json(CreatedCustomer),
  example: () => ({ name: "New", email: "new@example.com" }),
  handler: createCustomer,
});

const get = defineRoute({
  path: "GET /api/teams/:team/customers/:id",
  role: "member",
  input: byId,
  output: json(WholeCustomer.extend(CustomerFigures.shape)),
  example: (idOf) => ({ id: idOf("customer") }),
  handler: async (context: Context, input) => {
    const customer = await requireCustomer(context, input);
    return { ...customer, ...(await getFigures(context, input)) };
  },
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/customers/:id",
  role: "member",
  event: { of: "customer", did: "changed" },
  input: SaveCustomer,
  output: json(WholeCustomer),
  example: (idOf) => ({ id: idOf("customer"), name: "Renamed", seen: idOf("customer_seen") }),
  handler: updateCustomer,
});

const time = defineRoute({
  path: "GET /api/teams/:team/customers/:id/time",
  role: "member",
  input: byId,
  output: json(CustomerTime),
  example: (idOf) => ({ id: idOf("customer") }),
  handler: getCustomerTime,
});

const entries = defineRoute({
  path: "GET /api/teams/:team/customers/:id/entries",
  role: "member",
  input: ListTimeOf,
  output: json(TimeOfPage),
  example: (idOf) => ({ id: idOf("customer") }),
  handler: async (context: Context, input) => listTimeOf(context, input),
});

const statement = defineRoute({
  path: "GET /api/teams/:team/customers/:id/statement",
  role: "member",
  input: StatementOf,
  output: json(Statement),
  example: (idOf) => ({ id: idOf("customer") }),
  handler: async (context: Context, input) => getStatement(context, input),
});

const saveStatement = defineRoute({
  path: "GET /api/teams/:team/customers/:id/statement/export",
  role: "member",
  input: StatementOf,
  output: download,
  example: (idOf) => ({ id: idOf("customer") }),
  handler: exportStatement,
});

const loss = defineRoute({
  path: "GET /api/teams/:team/customers/:id/loss",
  role: "member",
  input: byId,
  output: json(Loss),
  example: (idOf) => ({ id: idOf("customer") }),
  handler: getLoss,
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/customers/:id",
  role: "admin",
  event: { of: "customer", did: "deleted" },
  input: byId,
  output: json(DeletedCustomer.extend({ event: z.string().nullable() })),
  example: (idOf) => ({ id: idOf("customer") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteCustomer(context, input);
    if (!deleted.deleted) throw noCustomer(input.id);
    return deleted;
  },
});

const archive = defineRoute({
  path: "POST /api/teams/:team/customers/archive",
  role: "member",
  event: {
    of: "customer",
    did: "changed",
    said: "archived *",
    many: "archived * customers",
    tried: "archive customers",
  },
  input: ChooseCustomers,
  output: json(ChangedCustomers),
  example: (idOf) => ({ chosen: { ids: [idOf("customer")] } }),
  handler: async (context: Context, input) =>
    archiveCustomers(context, { ...input, archived: true }),
});

const restore = defineRoute({
  path: "POST /api/teams/:team/customers/restore",
  role: "member",
  event: {
    of: "customer",
    did: "changed",
    said: "restored *",
    many: "restored * customers",
    tried: "restore customers",
  },
  input: ChooseCustomers,
  output: json(ChangedCustomers),
  example: (idOf) => ({ chosen: { ids: [idOf("archived_customer")] } }),
  handler: async (context: Context, input) =>
    archiveCustomers(context, { ...input, archived: false }),
});

const tag = defineRoute({
  path: "POST /api/teams/:team/customers/tag",
  role: "member",
  event: {
    of: "customer",
    did: "changed",
    said: "tagged *",
    many: "tagged * customers",
    tried: "tag customers",
  },
  input: TagCustomers,
  output: json(ChangedCustomers),
  example: (idOf) => ({ chosen: { ids: [idOf("customer")] }, tag: idOf("other_tag") }),
  handler: tagCustomers,
});

const untag = defineRoute({
  path: "POST /api/teams/:team/customers/untag",
  role: "member",
  event: {
    of: "customer",
    did: "changed",
    said: "took a tag from *",
    many: "took a tag from * customers",
    tried: "take a tag from customers",
  },
  input: TagCustomers,
  output: json(ChangedCustomers),
  example: (idOf) => ({ chosen: { ids: [idOf("customer")] }, tag: idOf("tag") }),
  handler: untagCustomers,
});

/** A spreadsheet of 5,000 customers has less than 2 MB. */
const CSV_FILE = { largest: 5 * 2 ** 20, types: ["text/csv"] };

const preview = defineUpload({
  path: "POST /api/teams/:team/customers/import/preview",
  role: "member",
  event: null,
  upload: CSV_FILE,
  input: PreviewImport,
  output: json(Preview),
  example: () => ({}),
  handler: async (context: Context, { upload, ...choices }) =>
    previewCustomerImport(context, choices, await upload.bytes()),
});

const importRoute = defineUpload({
  path: "POST /api/teams/:team/customers/import",
  role: "member",
  event: {
    of: "customer",
    did: "created",
    said: "imported *",
    many: "imported * customers",
    tried: "import customers",
  },
  upload: CSV_FILE,
  input: ImportCustomers,
  output: json(Imported),
  example: () => ({}),
  handler: async (context: Context, { upload, ...input }) =>
    importCustomers(context, input, await upload.bytes()),
});

/** Addresses with a word stand before those with an id in the same place. */
export const customerRoutes = [
  list,
  save,
  create,
  get,
  update,
  time,
  entries,
  statement,
  saveStatement,
  loss,
  remove,
  archive,
  restore,
  tag,
  untag,
  preview,
  importRoute,
];
