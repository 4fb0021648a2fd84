import { z } from "zod";
import type { Refusal } from "../../core/errors.ts";
import { byId, cursor, limit, noticesOf, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { bookPayments } from "../invoices/bank-payments.ts";
import { CATEGORIZED, categorize } from "./categorize.ts";
import {
  DELETED,
  deleteTransaction,
  DeletedTransaction,
  lossOfTransaction,
} from "./delete-transactions.ts";
import { getTransaction } from "./get-transaction.ts";
import { listTransactions } from "./list-transactions.ts";
import { findSimilar } from "./same-party.ts";
import { SET_STATUS, setStatus } from "./set-status.ts";
import {
  Saved,
  savedBooking,
  savedRows,
  toolDetail,
  toolPage,
  TransactionDetail,
  TransactionList,
} from "./tool-answers.ts";
import { filterFields, status } from "./transaction-filter.ts";
import { invalidArgument } from "./transaction.ts";

const ListTransactions = z.strictObject({
  ...filterFields,
  category_slug: z.string().max(100).nullish().describe("or uncategorized"),
  bank_account_id: uuid.nullish(),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

const MOST_AT_ONCE = 100;

const details = z.boolean().nullish().describe("answers each row");

const UpdateStatus = z.strictObject({
  id: uuid.nullish(),
  ids: z.array(uuid).max(MOST_AT_ONCE).nullish(),
  status,
  details,
});

const MOST_INVOICES = 20;

const slug = z.string().max(100);

const SAVED_NAMES = ["name", "items.name"];
const SIMILAR_NAMES = ["similar.name", "similar.rule.name", "similar.rule.conditions.texts.words"];

const UpdateCategory = z.strictObject({
  id: uuid.nullish(),
  category_slug: slug.nullish().describe("uncategorized clears it"),
  changes: z
    .array(z.strictObject({ id: uuid, category_slug: slug }))
    .max(MOST_AT_ONCE)
    .nullish(),
  invoice_ids: z.array(uuid).min(1).max(MOST_INVOICES).nullish().describe("with id: it pays these"),
  details,
});

export const transactionTools: readonly Tool<Context>[] = [
  defineTool({
    name: "transactions_list",
    title: "List transactions",
    tier: "read",
    resource: "transactions",
    description:
      "Lists transactions, newest first; money in is positive. q finds words or an amount; a group's slug, those below it too. from with to adds totals without pending, excluded and transfers. accounts names the rows' accounts; base_amount, suggested_category and is_transfer stand only where they tell something.",
    input: ListTransactions,
    output: TransactionList,
    untrusted: ["items.name"],
    example: (idOf) => ({ bank_account_id: idOf("bank_account") }),
    handler: async (context, input) => {
      const { category_slug: category, bank_account_id: account, limit, cursor, ...filter } = input;
      const listing = listingOf(context, input);
      const page = await listTransactions(
        context,
        { filter: { ...filter, category, account }, listing, cursor, limit },
        { hasTotals: Boolean(filter.from && filter.to) },
      );
      return toolPage(context, page);
    },
  }),
  defineTool({
    name: "transactions_get",
    title: "Get transaction",
    tier: "read",
    resource: "transactions",
    description:
      "Returns a transaction with category, counterparty, tax, tags, attachments, parts, transfer, import, the invoices it pays, and suggested_invoices for money in; null for an unknown id.",
    effect:
      "Reads a transaction with its category, party, tax, tags, attachments, parts, transfer and import, and the invoices that it pays or may pay.",
    input: byId,
    output: TransactionDetail,
    untrusted: ["name", "description", "reference", "counterparty.name", "attachments.name"],
    example: (idOf) => ({ id: idOf("transaction") }),
    handler: async (context, input) => {
      const found = await getTransaction(context, input);
      return found && toolDetail(context, found);
    },
  }),
  defineTool({
    name: "transactions_update_status",
    title: "Update transaction status",
    tier: "write",
    resource: "transactions",
    event: SET_STATUS,
    description:
      "Sets the status of one id or up to 100 ids, all or none. excluded leaves reports, not balances. An exported one becomes posted or completed only.",
    effect: "Sets the status of up to 100 transactions.",
    input: UpdateStatus,
    output: Saved,
    untrusted: SAVED_NAMES,
    dryRun: true,
    example: (idOf) => ({ id: idOf("transaction"), status: "completed" as const }),
    idempotent: true,
    handler: async (context, { status, ...input }) => {
      const asked = oneOrSeveral(input);
      const { ids } = asked;
      const pathOf = (id: string) => (asked.isOne ? "id" : `ids.${(input.ids ?? []).indexOf(id)}`);
      return transaction(context, async (context) => {
        const { changed } = await setStatus(context, { chosen: { ids }, status, pathOf });
        const saved = await savedRows(context, { ...asked, details: input.details }, changed);
        return { ...noticesOf(status === "excluded" ? leftOut(changed) : []), ...saved };
      });
    },
  }),
  defineTool({
    name: "transactions_update_category",
    title: "Update transaction category",
    tier: "write",
    resource: "transactions",
    event: CATEGORIZED,
    description:
      "Categorizes one id, or up to 100 in changes, all or none; slugs are in categories_list. Split and exported ones are refused. similar has others of the party without one. With invoice_ids it books what is owed on these invoices as paid by the transaction, or refunded by money out; category_slug may then be left out.",
    effect: "Sets the category of up to 100 transactions, and books what they pay of invoices.",
    input: UpdateCategory,
    output: Saved,
    untrusted: [...SAVED_NAMES, ...SIMILAR_NAMES],
    dryRun: true,
    example: (idOf) => ({
      id: idOf("other_transaction"),
      category_slug: "service-revenue",
      invoice_ids: [idOf("sent_invoice")],
    }),
    idempotent: true,
    handler: async (context, { invoice_ids, ...input }) => {
      if (invoice_ids) return bookInvoices(context, { ...input, invoice_ids });
      const asked = categoriesIn(input);
      const { ids, slugs: category_slug, pathsOf } = asked;
      return transaction(context, async (context) => {
        const { changed } = await categorize(context, { chosen: { ids }, category_slug, pathsOf });
        const saved = await savedRows(context, { ...asked, details: input.details }, changed);
        return { ...saved, similar: [...(await findSimilar(context, ids))] };
      });
    },
  }),
  defineTool({
    name: "transactions_delete",
    title: "Delete transaction",
    tier: "destructive",
    resource: "transactions",
    event: DELETED,
    description:
      "Deletes a transaction; a person can undo it for 30 days, and no file brings it back. The account's balance changes; the status excluded keeps it. deleted: false when there was none.",
    input: byId,
    output: DeletedTransaction,
    dryRun: true,
    example: (idOf) => ({ id: idOf("transaction") }),
    idempotent: true,
    handler: deleteTransaction,
    loss: lossOfTransaction,
  }),
];

type Booking = Omit<z.output<typeof UpdateCategory>, "invoice_ids"> & {
  readonly invoice_ids: readonly string[];
};

async function bookInvoices(
  context: Context,
  { id, changes, category_slug, invoice_ids }: Booking,
): Promise<z.input<typeof Saved>> {
  if (!id || (changes ?? []).length > 0) throw either("id with invoice_ids, or changes");
  return transaction(context, async (context) => {
    const parts = invoice_ids.map((invoice_id) => ({ invoice_id }));
    const asked = { id, parts, category_slug: category_slug ?? undefined };
    return savedBooking(context, await bookPayments(context, asked, (at) => `invoice_ids.${at}`));
  });
}

/** Said first, since no report shows what it lacks for this. */
function leftOut(changed: number): readonly string[] {
  if (changed === 0) return [];
  const [is, them] = changed === 1 ? ["is", "it"] : ["are", "them"];
  return [
    `${counted(changed, "transaction")} ${is} in no report now; the status posted brings ${them} back.`,
  ];
}

function oneOrSeveral({ id, ids }: Pick<z.output<typeof UpdateStatus>, "id" | "ids">) {
  const several = ids ?? [];
  const isOne = typeof id === "string";
  if (isOne === several.length > 0) throw either("either id or ids");
  return { ids: isOne ? [id] : [...new Set(several)], isOne };
}

function categoriesIn({ id, category_slug, changes }: z.output<typeof UpdateCategory>) {
  const several = changes ?? [];
  const isOne = typeof id === "string" && typeof category_slug === "string" && several.length === 0;
  if (!isOne && ((id ?? category_slug ?? null) !== null || several.length === 0))
    throw either("id with category_slug, or changes");
  const given = isOne ? [{ id, category_slug }] : several;
  const ids = given.map(({ id }) => id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (twice >= 0) throw twiceNamed(ids[twice] ?? "", twice);
  const pathOf = (id: string) => (isOne ? "" : `changes.${ids.indexOf(id)}.`);
  return {
    ids,
    isOne,
    slugs: new Map(given.map(({ id, category_slug }) => [id, category_slug])),
    pathsOf: (id: string) => ({
      id: `${pathOf(id)}id`,
      category_slug: `${pathOf(id)}category_slug`,
    }),
  };
}

function either(wanted: string): Refusal {
  return invalidArgument(
    "id",
    `the arguments must have ${wanted}`,
    "leave out the other and try again",
  );
}

function twiceNamed(id: string, at: number): Refusal {
  return invalidArgument(
    `changes.${at}.id`,
    `changes names the transaction ${id} twice`,
    "name each once",
  );
}
