import { z } from "zod";
import { label, notices, noticesOf, uuid } from "../../core/fields.ts";
import { type SearchWord, searchWords } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { MOST_NOTED, searchCustomers } from "../customers/search-customers.ts";
import { documentCandidates } from "../documents/search-documents.ts";
import { searchItems } from "../inbox/search-items.ts";
import { searchInvoices } from "../invoices/search-invoices.ts";
import { searchProjects } from "../projects/search-projects.ts";
import { searchTransactions } from "../transactions/search-transactions.ts";
import { type Candidate, relevanceOf } from "./relevance.ts";

export const SearchEverything = z.strictObject({
  query: label(200),
  limit: z.int().min(1).max(100).default(30),
  per_table_limit: z.int().min(1).max(50).default(10),
  relevance_threshold: z.number().min(0).max(1).default(0.01),
});

export type SearchEverything = z.output<typeof SearchEverything>;

export const FoundEverything = z.object({
  items: z.array(
    // With relevance and created_at, which are not named: the list of tools stays short.
    z.looseObject({ id: uuid, type: z.string(), data: z.looseObject({}) }),
  ),
  /** Number of found records by type. */
  counts: z.looseObject({}),
  /** Number of found records that are not listed, by type; types without any are left out. */
  more: z.looseObject({}),
  notices,
});

/** Candidates of a kind that are compared: the newest that contain all words. */
const MOST_CANDIDATES = 500;

/** Finds records that have all words of the query, or parts of words: the most relevant first, and of these the newest. */
export async function searchEverything(
  context: Context,
  { query, limit, per_table_limit, relevance_threshold }: SearchEverything,
): Promise<z.input<typeof FoundEverything>> {
  const words = searchWords(query);
  const [{ candidates: customers, isCut }, ...others] = await Promise.all([
    searchCustomers(context, words, MOST_CANDIDATES),
    searchTransactions(context, query, MOST_CANDIDATES),
    searchInvoices(context, words, MOST_CANDIDATES),
    searchProjects(context, words, MOST_CANDIDATES),
    documentCandidates(context, query, MOST_CANDIDATES),
    searchItems(context, words, MOST_CANDIDATES),
  ]);
  const kinds = [customers, ...others];
  const found = kinds.map((candidates) =>
    ranked(candidates, words).filter(({ relevance }) => relevance >= relevance_threshold),
  );
  const first = found
    .flatMap((some) => some.slice(0, per_table_limit))
    .toSorted(byRank)
    .slice(0, limit);
  const items = await Promise.all(
    first.map(async ({ candidate: { id, type, created_at, read }, relevance }) => ({
      id,
      type,
      relevance,
      created_at,
      data: { ...(await read()) },
    })),
  );
  const counts = countsOf(found.flat());
  const listed = countsOf(first);
  const more = [...counts].map(([type, count]) => [type, count - (listed.get(type) ?? 0)] as const);
  return {
    items,
    counts: Object.fromEntries(counts),
    more: Object.fromEntries(more.filter(([, count]) => count > 0)),
    ...noticesOf([...kinds.flatMap(cutNotice), ...(isCut ? [NOTES_CUT] : [])]),
  };
}

function countsOf(found: readonly Ranked[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { candidate } of found)
    counts.set(candidate.type, (counts.get(candidate.type) ?? 0) + 1);
  return counts;
}

const NOTES_CUT = `Of customers with notes or VAT numbers only the newest ${MOST_NOTED} were compared by these.`;

function cutNotice(candidates: readonly Candidate[]): readonly string[] {
  const [first] = candidates;
  if (first === undefined || candidates.length < MOST_CANDIDATES) return [];
  return [
    `Of type ${first.type} only the newest ${MOST_CANDIDATES} that match were compared and counted; there may be more.`,
  ];
}

type Ranked = { readonly candidate: Candidate; readonly relevance: number };

function ranked(candidates: readonly Candidate[], words: readonly SearchWord[]): readonly Ranked[] {
  return candidates
    .map((candidate) => ({ candidate, relevance: matchOf(candidate, words) }))
    .filter(({ relevance }) => relevance > 0)
    .toSorted(byRank);
}

function matchOf({ texts }: Candidate, words: readonly SearchWord[]): number {
  return typeof texts === "number" ? texts : relevanceOf(texts, words);
}

function byRank(one: Ranked, other: Ranked): number {
  if (one.relevance !== other.relevance) return other.relevance - one.relevance;
  const [at, then] = [one.candidate, other.candidate];
  if (at.created_at !== then.created_at) return at.created_at < then.created_at ? 1 : -1;
  return at.id < then.id ? 1 : -1;
}
