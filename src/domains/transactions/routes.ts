import { z } from "zod";
import { byId, cursor, limit } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { download, json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { CATEGORIZED, categorize } from "./categorize.ts";
import {
  ChangedTransactions,
  ChangedSome,
  ChosenTransactions,
  CountFixed,
  countFixed,
  FixedCounts,
  leaves_fixed,
} from "./chosen-transactions.ts";
import { CreateTransaction, createTransaction } from "./create-transaction.ts";
import {
  DELETED,
  deleteTransaction,
  deleteTransactions,
  DeletedTransaction,
  DeleteTransactions,
} from "./delete-transactions.ts";
import {
  countExportedReceipts,
  CountReceipts,
  ExportTransactions,
  exportTransactions,
  MarkExported,
  markExported,
} from "./export/export-transactions.ts";
import { CountedReceipts } from "./export/receipts.ts";
import { listTransactions } from "./list-transactions.ts";
import {
  CategorizedMany,
  getShownTransaction,
  shownPage,
  ShownTransaction,
  ShownTransactions,
  similarTo,
} from "./page-answers.ts";
import { SET_STATUS, setStatus } from "./set-status.ts";
import { SplitTransaction, splitTransaction } from "./split-transaction.ts";
import { TagTransactions, tagTransactions, untagTransactions } from "./tag-transactions.ts";
import { Filter, status as aStatus, withoutArchived } from "./transaction-filter.ts";
import { noTransaction } from "./transaction.ts";
import { UpdateTransaction, updateTransaction } from "./update-transaction.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/transactions",
  role: "member",
  input: z.strictObject({
    ...Filter.omit({ hides_archived: true }).shape,
    sort: z.enum(["date", "-date"]).default("-date"),
    cursor: cursor.optional(),
    limit: limit.default(50),
  }),
  output: json(ShownTransactions),
  example: (idOf) => ({ account: idOf("bank_account") }),
  handler: async (context: Context, input) => {
    const { sort, limit, cursor, ...filter } = input;
    const listing = listingOf(context, input);
    const isNewestFirst = sort === "-date";
    const page = await listTransactions(
      context,
      { filter: withoutArchived(filter), listing, cursor, limit, isNewestFirst },
      { hasTotals: true, hasDetails: true },
    );
    return shownPage(context, page);
  },
});

const save = defineRoute({
  path: "GET /api/teams/:team/transactions/file",
  role: "member",
  input: ExportTransactions,
  output: download,
  example: (idOf) => ({ account: idOf("bank_account") }),
  handler: async (context: Context, input) => exportTransactions(context, input),
});

const give = defineRoute({
  path: "POST /api/teams/:team/transactions/file",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "exported * for the accountant",
    many: "exported * transactions for the accountant",
    tried: "export transactions",
  },
  input: MarkExported,
  output: download,
  example: (idOf) => ({ account: idOf("bank_account"), count: 4 }),
  handler: async (context: Context, input) => markExported(context, input),
});

const receipts = defineRoute({
  path: "GET /api/teams/:team/transactions/file/receipts",
  role: "member",
  input: CountReceipts,
  output: json(CountedReceipts),
  example: (idOf) => ({ account: idOf("bank_account") }),
  handler: async (context: Context, input) => countExportedReceipts(context, input),
});

const fixed = defineRoute({
  path: "GET /api/teams/:team/transactions/fixed",
  role: "member",
  input: CountFixed,
  output: json(FixedCounts),
  example: (idOf) => ({ account: idOf("bank_account") }),
  handler: async (context: Context, input) => countFixed(context, input),
});

const create = defineRoute({
  path: "POST /api/teams/:team/transactions",
  role: "member",
  event: { of: "transaction", did: "created" },
  input: CreateTransaction,
  output: json(ShownTransaction),
  example: (idOf) => ({
    bank_account_id: idOf("bank_account"),
    date: "2026-11-02",
    name: "Coffee",
    amount_minor: -350,
  }),
  handler: async (context: Context, input) =>
    getShownTransaction(context, { id: await createTransaction(context, input) }),
});

const get = defineRoute({
  path: "GET /api/teams/:team/transactions/:id",
  role: "member",
  input: byId,
  output: json(ShownTransaction),
  example: (idOf) => ({ id: idOf("transaction") }),
  handler: async (context: Context, input) => getShownTransaction(context, input),
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/transactions/:id",
  role: "member",
  event: { of: "transaction", did: "changed" },
  input: UpdateTransaction,
  output: json(ShownTransaction),
  example: (idOf) => ({
    id: idOf("transaction"),
    note: "With Anna",
    tag_ids: [idOf("tag")],
    seen: idOf("transaction_seen"),
  }),
  handler: async (context: Context, input) => {
    await updateTransaction(context, input);
    return getShownTransaction(context, input);
  },
});

const split = defineRoute({
  path: "PUT /api/teams/:team/transactions/:id/parts",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: {
      column: "is_split",
      by: { true: "split *", false: "joined the parts of *" },
      otherwise: "changed the parts of *",
    },
    tried: "split a transaction",
  },
  input: SplitTransaction,
  output: json(ShownTransaction),
  example: (idOf) => ({
    id: idOf("transaction"),
    parts: [{ amount_minor: -100 }, { amount_minor: -250 }],
    seen: idOf("transaction_seen"),
  }),
  handler: async (context: Context, input) => {
    await splitTransaction(context, input);
    return getShownTransaction(context, input);
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/transactions/:id",
  role: "member",
  event: DELETED,
  input: byId,
  output: json(DeletedTransaction.extend({ event: z.string().nullable() })),
  example: (idOf) => ({ id: idOf("transaction") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteTransaction(context, input);
    if (!deleted.deleted) throw noTransaction(input.id);
    return deleted;
  },
});

const status = defineRoute({
  path: "POST /api/teams/:team/transactions/status",
  role: "member",
  event: SET_STATUS,
  input: z.strictObject({ chosen: ChosenTransactions, status: aStatus, leaves_fixed }),
  output: json(ChangedSome),
  example: (idOf) => ({
    chosen: { ids: [idOf("transaction")] },
    status: "completed" as const,
  }),
  handler: async (context: Context, input) => setStatus(context, input),
});

const category = defineRoute({
  path: "POST /api/teams/:team/transactions/category",
  role: "member",
  event: CATEGORIZED,
  input: z.strictObject({
    chosen: ChosenTransactions,
    category_slug: z.string().max(100),
    leaves_fixed,
  }),
  output: json(CategorizedMany),
  example: (idOf) => ({ chosen: { ids: [idOf("transaction")] }, category_slug: "software" }),
  handler: async (context: Context, input) =>
    transaction(context, async (context) => {
      const changed = await categorize(context, input);
      return { ...changed, similar: await similarTo(context, input.chosen) };
    }),
});

const tag = defineRoute({
  path: "POST /api/teams/:team/transactions/tag",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "tagged *",
    many: "tagged * transactions",
    tried: "tag transactions",
  },
  input: TagTransactions,
  output: json(ChangedTransactions),
  example: (idOf) => ({ chosen: { ids: [idOf("transaction")] }, tag: idOf("other_tag") }),
  handler: async (context: Context, input) => tagTransactions(context, input),
});

const untag = defineRoute({
  path: "POST /api/teams/:team/transactions/untag",
  role: "member",
  event: {
    of: "transaction",
    did: "changed",
    said: "took a tag from *",
    many: "took a tag from * transactions",
    tried: "take a tag from transactions",
  },
  input: TagTransactions,
  output: json(ChangedTransactions),
  example: (idOf) => ({ chosen: { ids: [idOf("transaction")] }, tag: idOf("tag") }),
  handler: async (context: Context, input) => untagTransactions(context, input),
});

const removeMany = defineRoute({
  path: "POST /api/teams/:team/transactions/delete",
  role: "member",
  event: DELETED,
  input: DeleteTransactions,
  output: json(ChangedSome),
  example: (idOf) => ({ chosen: { ids: [idOf("transaction")] } }),
  handler: async (context: Context, input) => deleteTransactions(context, input),
});

/** Addresses with a word stand before those with an id in the same place. */
export const transactionRoutes = [
  list,
  save,
  give,
  receipts,
  fixed,
  create,
  status,
  category,
  tag,
  untag,
  removeMany,
  get,
  update,
  split,
  remove,
] as const;
