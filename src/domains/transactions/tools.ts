import { z } from "zod";
import type { Refusal } from "../../core/errors.ts";
import { byId, cursor, emptyRange, limit, noticesOf, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { bookPayments } from "../invoices/bank-payments.ts";
import { CATEGORIZED, categorize } from "./categorize.ts";
import type { ChangedSome } from "./chosen-transactions.ts";
import {
  DELETED,
  deleteTransaction,
  DeletedTransaction,
  lossOfTransaction,
} from "./delete-transactions.ts";
import { listDuplicates } from "./duplicates.ts";
import { byFilter, idsMatching, requireFilter, stayingNotices } from "./filtered-batch.ts";
import { getTransaction } from "./get-transaction.ts";
import { type ListTransactions, listTransactions } from "./list-transactions.ts";
import { findSimilar } from "./same-party.ts";
import { excludedNotices, SET_STATUS, setStatus } from "./set-status.ts";
import { StatedTax } from "./tax.ts";
import {
  Saved,
  savedBooking,
  savedRows,
  toolDetail,
  toolPage,
  toolPairs,
  TransactionDetail,
  TransactionList,
} from "./tool-answers.ts";
import { Filter, filterFields, status } from "./transaction-filter.ts";
import { invalidArgument } from "./transaction.ts";

const ListArguments = z.strictObject({
  ...filterFields,
  category_slug: z.string().max(100).nullish().describe("or uncategorized"),
  bank_account_id: uuid.nullish(),
  min: Filter.shape.min.describe("of the account's currency, in or out"),
  max: Filter.shape.max,
  duplicates: z.boolean().nullish().describe("pairs that may be one payment"),
  tax: z.boolean().nullish().describe("totals by rate, tax_in and tax_out"),
  stated_tax: StatedTax.nullish().describe("none, or as 19 VAT"),
  without_receipt: z.boolean().nullish().describe("counted money out without a file"),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

const MOST_AT_ONCE = 100;

const details = z.boolean().nullish().describe("answers each row");

const UpdateStatus = z.strictObject({
  id: uuid.nullish(),
  ids: z.array(uuid).max(MOST_AT_ONCE).nullish(),
  ...byFilter,
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
  ...byFilter,
  invoice_ids: z
    .array(uuid)
    .min(1, "must not be empty: payments are removed on the invoice's page in the web app")
    .max(MOST_INVOICES)
    .nullish()
    .describe("with id: it pays these"),
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
    input: ListArguments,
    output: TransactionList,
    untrusted: ["items.name"],
    example: (idOf) => ({ bank_account_id: idOf("bank_account") }),
    handler: async (context, input) => {
      const { category_slug: category, bank_account_id: account, ...rest } = input;
      const { limit, cursor, tax, stated_tax, duplicates, without_receipt, ...given } = rest;
      if (stated_tax && (duplicates === true || tax === true))
        throw notBeside("stated_tax", "tax or duplicates");
      if (without_receipt === true && duplicates === true)
        throw notBeside("without_receipt", "duplicates");
      const lacks = { attachment: "none", hides_archived: true } as const;
      const filter = {
        ...given,
        category,
        account,
        tax: stated_tax,
        ...(without_receipt === true ? lacks : {}),
      };
      const asked = { filter, cursor, limit };
      const listing = listingOf(context, input);
      if (duplicates === true) {
        const pairs = await duplicatePairs(context, { ...asked, listing }, tax);
        return { ...pairs, ...noticesOf(cursor ? [] : rangeNotices(input)) };
      }
      const hasTotals = Boolean(filter.from && filter.to);
      if (tax === true && !hasTotals) throw taxWithoutDays();
      const isOfAccount = Boolean(account);
      const including = { hasTotals, hasTaxes: tax === true, isOfAccount };
      const page = await listTransactions(context, { ...asked, listing }, including);
      return toolPage(context, page, cursor ? [] : listNotices(input));
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
    untrusted: [
      "name",
      "description",
      "reference",
      "counterparty.name",
      "attachments.name",
      "import.file",
    ],
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
      "Sets the status of one id or up to 100 ids, all or none, or of all that match filter (1,000 at most) if they are expected_count. excluded leaves reports, not balances. An exported one becomes posted or completed only.",
    effect: "Sets the status of up to 1,000 transactions.",
    input: UpdateStatus,
    output: Saved,
    untrusted: SAVED_NAMES,
    dryRun: true,
    example: (idOf) => ({ id: idOf("transaction"), status: "completed" as const }),
    idempotent: true,
    handler: async (context, { status, ...input }) => {
      requireFilter(input);
      if (input.filter) return setStatusOfAll(context, { ...input, filter: input.filter, status });
      const asked = oneOrSeveral(input);
      const { ids } = asked;
      const pathOf = (id: string) => (asked.isOne ? "id" : `ids.${(input.ids ?? []).indexOf(id)}`);
      return transaction(context, async (context) => {
        const { changed } = await setStatus(context, { chosen: { ids }, status, pathOf });
        const saved = await savedRows(context, { ...asked, details: input.details }, changed);
        const left = status === "excluded" ? await excludedNotices(context, ids, changed) : [];
        return { ...noticesOf(left), ...saved };
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
      "Categorizes one id, up to 100 in changes, all or none, or all that match filter (1,000 at most) if they are expected_count. Split and exported ones are refused, or left by filter. Slugs: categories_list. similar has others of the party without one. invoice_ids books what is owed on these as paid, or as refunded.",
    effect: "Sets the category of up to 1,000 transactions, and books what they pay of invoices.",
    input: UpdateCategory,
    output: Saved,
    untrusted: [...SAVED_NAMES, ...SIMILAR_NAMES, "notices"],
    dryRun: true,
    example: (idOf) => ({
      id: idOf("other_transaction"),
      category_slug: "service-revenue",
      invoice_ids: [idOf("sent_invoice")],
    }),
    idempotent: true,
    handler: async (context, { invoice_ids, ...input }) => {
      requireFilter(input);
      if (invoice_ids) return bookInvoices(context, { ...input, invoice_ids });
      if (input.filter) return categorizeAll(context, { ...input, filter: input.filter });
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

/** Has no totals: they would count both of each pair. */
async function duplicatePairs(
  context: Context,
  { limit, ...asked }: ListTransactions,
  tax: boolean | null | undefined,
): Promise<z.input<typeof TransactionList>> {
  if (tax === true)
    throw invalidArgument(
      "tax",
      "tax must not be given with duplicates, which have no totals",
      "leave out one of the two",
    );
  if (limit < 2)
    throw invalidArgument(
      "limit",
      "limit must be 2 or more with duplicates, whose rows come in pairs",
      "give a limit of 2 or more",
    );
  const limitOfPairs = Math.floor(limit / 2);
  return toolPairs(context, await listDuplicates(context, { ...asked, limit: limitOfPairs }));
}

function notBeside(argument: string, others: string): Refusal {
  return invalidArgument(
    argument,
    `${argument} cannot be used together with ${others}`,
    "leave out one of the two",
  );
}

type Ranges = Pick<z.output<typeof ListArguments>, "from" | "to" | "min" | "max">;

function rangeNotices({ from, to, min, max }: Ranges): readonly string[] {
  return [
    ...emptyRange(from, to),
    ...(typeof min === "number" && typeof max === "number" && min > max
      ? [`min (${min}) is more than max (${max}), so no amount lies between them.`]
      : []),
  ];
}

/** Of a first page. */
function listNotices(input: z.output<typeof ListArguments>): readonly string[] {
  const { from, to, stated_tax, without_receipt } = input;
  return [
    ...rangeNotices(input),
    ...(Boolean(from) === Boolean(to) ? [] : ["There are no totals: they need both from and to."]),
    ...(stated_tax
      ? [
          "stated_tax finds only what reports on tax count: no transfers, no pending or excluded ones, no payments to the state, nothing without an exchange rate.",
        ]
      : []),
    ...(without_receipt === true
      ? [
          "without_receipt finds only money out: no transfers, no pending or excluded ones, and no archived ones unless status asks for them.",
        ]
      : []),
  ];
}

function taxWithoutDays(): Refusal {
  return invalidArgument(
    "tax",
    "tax must have from and to beside it: it stands in the totals",
    "give both days, or leave out tax",
  );
}

type WithFilter<Input> = Input & { readonly filter: object };

async function setStatusOfAll(
  context: Context,
  { status, id, ids, ...chosen }: WithFilter<z.output<typeof UpdateStatus>>,
): Promise<z.input<typeof Saved>> {
  if (id || (ids ?? []).length > 0) throw either("one of id, ids and filter");
  return transaction(context, async (context) => {
    const ids = await idsMatching(context, chosen);
    const { changed, left } = await changeSome(ids, async (chosen) =>
      setStatus(context, { chosen, status, leaves_fixed: true }),
    );
    const saved = await savedRows(context, { ids, isOne: false, details: chosen.details }, changed);
    const out = status === "excluded" ? await excludedNotices(context, ids, changed) : [];
    return { ...noticesOf([...out, ...stayingNotices(left)]), ...saved };
  });
}

async function categorizeAll(
  context: Context,
  { id, changes, category_slug, ...chosen }: WithFilter<z.output<typeof UpdateCategory>>,
): Promise<z.input<typeof Saved>> {
  if (id || (changes ?? []).length > 0) throw either("one of id, changes and filter");
  if (!category_slug) throw either("category_slug with filter");
  return transaction(context, async (context) => {
    const ids = await idsMatching(context, chosen);
    const { changed, left } = await changeSome(ids, async (chosen) =>
      categorize(context, { chosen, category_slug, leaves_fixed: true }),
    );
    const saved = await savedRows(context, { ids, isOne: false, details: chosen.details }, changed);
    const similar = [...(await findSimilar(context, ids))];
    return { ...noticesOf(stayingNotices(left)), ...saved, similar };
  });
}

/** An expected count of none changes nothing. */
async function changeSome(
  ids: readonly string[],
  change: (chosen: { ids: string[] }) => Promise<ChangedSome>,
): Promise<Pick<ChangedSome, "changed" | "left">> {
  return ids.length === 0 ? { changed: 0, left: null } : change({ ids: [...ids] });
}

type Booking = Omit<z.output<typeof UpdateCategory>, "invoice_ids"> & {
  readonly invoice_ids: readonly string[];
};

async function bookInvoices(
  context: Context,
  { id, changes, filter, category_slug, invoice_ids }: Booking,
): Promise<z.input<typeof Saved>> {
  if (!id || filter || (changes ?? []).length > 0) throw either("id with invoice_ids, or changes");
  return transaction(context, async (context) => {
    const parts = invoice_ids.map((invoice_id) => ({ invoice_id }));
    const asked = { id, parts, category_slug: category_slug ?? undefined };
    return savedBooking(context, await bookPayments(context, asked, (at) => `invoice_ids.${at}`));
  });
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
