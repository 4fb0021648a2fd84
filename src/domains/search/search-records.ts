import { z } from "zod";
import { label } from "../../core/fields.ts";
import { fold, searchWords } from "../../core/fold.ts";
import type { Named, Register } from "../../core/naming.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { type Words, wordsAsked } from "../../db/words.ts";
import { customerNames } from "../customers/customer.ts";
import { FIND_CUSTOMERS } from "../customers/find-customers.ts";
import { shownTitleOf } from "../documents/document.ts";
import { searchDocuments } from "../documents/search-documents.ts";
import { findReceipts } from "../inbox/search-items.ts";
import { FIND_INVOICES } from "../invoices/find-invoices.ts";
import { statusOn } from "../invoices/invoice.ts";
import { findProjects, type NamedProject, namedProjects } from "../projects/find-projects.ts";
import { projectNames } from "../projects/project.ts";
import { todayOf } from "../team/today.ts";
import { findTransactions } from "../transactions/find-transactions.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";

const MOST_OF_A_KIND = 5;

export const SearchRecords = z.strictObject({
  /** Words or parts of them, in any order, and amounts of transactions; case and accents do not matter. */
  q: label(200),
  kind: z
    .enum(["customers", "projects", "transactions", "invoices", "documents", "receipts"])
    .optional(),
});

export type SearchRecords = z.output<typeof SearchRecords>;

const Found = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  hasMore: z.boolean(),
});

type Found = z.output<typeof Found>;

/** `hasMore` tells of names that match, not of further projects of customers. */
const FoundProjects = Found.extend({
  items: z.array(Found.shape.items.element.extend({ customer: z.string().nullable() })),
});

const FoundTransactions = Found.extend({
  items: z.array(
    Found.shape.items.element.extend({
      date: z.string(),
      amount_minor: z.int(),
      currency: z.string(),
    }),
  ),
});

/** The name is the number; a draft has none. */
const FoundInvoices = Found.extend({
  items: z.array(
    Found.shape.items.element.extend({
      customer: z.string().nullable(),
      status: z.string(),
      total_minor: z.int(),
      currency: z.string(),
    }),
  ),
});

/** The name is the vendor's, else the file's; the rest is there as far as it was read. */
const FoundReceipts = Found.extend({
  items: z.array(
    Found.shape.items.element.extend({
      date: z.string().nullable(),
      amount_minor: z.int().nullable(),
      currency: z.string().nullable(),
    }),
  ),
});

export const FoundRecords = z.object({
  customers: Found,
  projects: FoundProjects,
  transactions: FoundTransactions,
  invoices: FoundInvoices,
  documents: Found,
  receipts: FoundReceipts,
});

export type FoundRecords = z.output<typeof FoundRecords>;

/**
 * Finds customers and projects by a part of their names, those that begin with it first, then projects of
 * the customers; the newest transactions by name, text and amount; the newest invoices and credit notes by number,
 * customer and reference; the best documents by name, tag and text; and the newest receipts by vendor, name and number.
 */
export async function searchRecords(
  context: Context,
  { q, kind }: SearchRecords,
): Promise<FoundRecords> {
  const isAsked = (of: typeof kind) => kind === undefined || kind === of;
  const [customers, projects, transactions, invoices, documents, receipts] = await Promise.all([
    isAsked("customers") || isAsked("projects") ? findIn(context, CUSTOMER_NAMES, q) : NONE,
    isAsked("projects") ? findIn(context, PROJECT_NAMES, q) : NONE,
    isAsked("transactions") ? newestOf(context, q) : { ...NONE, items: [] },
    isAsked("invoices") ? newestInvoices(context, q) : { ...NONE, items: [] },
    isAsked("documents") ? bestDocuments(context, q) : NONE,
    isAsked("receipts") ? newestReceipts(context, q) : { ...NONE, items: [] },
  ]);
  return {
    customers: isAsked("customers") ? customers : NONE,
    projects: { ...projects, items: await withCustomers(context, projects, customers) },
    transactions,
    invoices,
    documents,
    receipts,
  };
}

/** Projects with their customers' names; where there is room, those of the found customers after them. */
async function withCustomers(
  context: Context,
  { items }: Found,
  customers: Found,
): Promise<NamedProject[]> {
  const idsOf = ({ items }: Pick<Found, "items">) => items.map(({ id }) => id);
  const room = items.length < MOST_OF_A_KIND;
  const [named, theirs] = await Promise.all([
    namedProjects(context, "id", idsOf({ items }), items.length),
    namedProjects(context, "customer_id", room ? idsOf(customers) : [], MOST_OF_A_KIND * 2),
  ]);
  const known = new Map(named.map((project) => [project.id, project]));
  const first = items.flatMap(({ id }) => known.get(id) ?? []);
  const others = theirs.filter(({ id }) => !known.has(id));
  return [...first, ...others].slice(0, MOST_OF_A_KIND);
}

async function newestOf(context: Context, q: string): Promise<z.output<typeof FoundTransactions>> {
  const matching = await matchingOf(context, { q });
  const most = MOST_OF_A_KIND + 1;
  const paging = { isNewestFirst: true, after: null, rows: most };
  const rows = await findTransactions(context, matching, paging);
  const items = rows.map(({ id, name, date, amount_minor, currency }) => ({
    id,
    name,
    date,
    amount_minor,
    currency,
  }));
  return { items: items.slice(0, MOST_OF_A_KIND), hasMore: rows.length === most };
}

async function newestInvoices(
  context: Context,
  q: string,
): Promise<z.output<typeof FoundInvoices>> {
  const most = MOST_OF_A_KIND + 1;
  const values = {
    team_id: context.team.id,
    with_credit_notes: true as const,
    ...wordsAsked(q),
    rows: most,
  };
  const rows = await FIND_INVOICES["-created"](context.db, values);
  if (rows.length === 0) return { ...NONE, items: [] };
  const today = await todayOf(context);
  const items = rows.map((row) => ({
    id: row.id,
    name: row.number ?? "Draft",
    customer: row.buyer_name ?? row.customer_name,
    status: statusOn(today, row),
    total_minor: row.total_minor,
    currency: row.currency,
  }));
  return { items: items.slice(0, MOST_OF_A_KIND), hasMore: rows.length === most };
}

async function bestDocuments(context: Context, query: string): Promise<Found> {
  const found = await searchDocuments(context, {
    query,
    filter: {},
    listing: "",
    cursor: null,
    limit: MOST_OF_A_KIND,
  });
  const items = found.items.map((row) => ({ id: row.id, name: shownTitleOf(row) }));
  return { items, hasMore: found.nextCursor !== null };
}

async function newestReceipts(
  context: Context,
  q: string,
): Promise<z.output<typeof FoundReceipts>> {
  const most = MOST_OF_A_KIND + 1;
  const rows = await findReceipts(context, searchWords(q), most);
  const items = rows.map(({ id, name, vendor, date, amount_minor, currency }) => ({
    id,
    name: vendor ?? name,
    date,
    amount_minor,
    currency,
  }));
  return { items: items.slice(0, MOST_OF_A_KIND), hasMore: rows.length === most };
}

const NONE: Found = { items: [], hasMore: false };

type Names = {
  readonly register: Register<AuditContext>;
  /** Finds several words as the list does. */
  readonly inAnyOrder: (context: Context, words: Words) => Promise<readonly Named[]>;
};

const CUSTOMER_NAMES: Names = {
  register: customerNames,
  inAnyOrder: ({ db, team }, words) => {
    const page = { after_place: undefined, after_id: undefined, rows: MOST_OF_A_KIND + 1 };
    return FIND_CUSTOMERS["-created"](db, { team_id: team.id, ...words, ...page });
  },
};

const PROJECT_NAMES: Names = {
  register: projectNames,
  inAnyOrder: ({ db, team }, words) =>
    findProjects(db, { team_id: team.id, ...words, rows: MOST_OF_A_KIND + 1 }),
};

/**
 * A name that begins with the text is found in an index; only when few do are all names read. Signs beside one word
 * are left out.
 */
async function findIn(
  context: Context,
  { register, inAnyOrder }: Names,
  q: string,
): Promise<Found> {
  const most = MOST_OF_A_KIND + 1;
  const [word, ...others] = searchWords(q);
  const isOneWord = word !== undefined && others.length === 0;
  const part = isOneWord ? word.text : fold(q);
  const isByWords = others.length > 0 || (word?.loose ?? null) !== null;
  const found = [...(await register.search(context, { begins: part, rows: most }))];
  const rows = most - found.length;
  if (rows > 0 && isByWords) found.push(...(await inAnyOrder(context, wordsAsked(q))));
  else if (rows > 0) found.push(...(await register.search(context, { within: part, rows })));
  const known = [...new Map(found.map(({ id, name }) => [id, { id, name }])).values()];
  return { items: known.slice(0, MOST_OF_A_KIND), hasMore: known.length >= most };
}
