import { z } from "zod";
import { label, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { searchCustomers } from "../customers/search-customers.ts";
import { documentCandidates } from "../documents/search-documents.ts";
import { searchItems } from "../inbox/search-items.ts";
import { searchInvoices } from "../invoices/search-invoices.ts";
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
});

/** Candidates of a kind that are looked at: the newest that contain all words. */
const MOST_CANDIDATES = 500;

/** Finds records in which a word begins with each word of the query, the most relevant and the newest first. */
export async function searchEverything(
  context: Context,
  { query, limit, per_table_limit, relevance_threshold }: SearchEverything,
): Promise<z.input<typeof FoundEverything>> {
  const words = wordsOf(query);
  const kinds = await Promise.all([
    searchTransactions(context, words, MOST_CANDIDATES),
    searchInvoices(context, words, MOST_CANDIDATES),
    searchCustomers(context, words, MOST_CANDIDATES),
    documentCandidates(context, query, MOST_CANDIDATES),
    searchItems(context, words, MOST_CANDIDATES),
  ]);
  const found = kinds.flatMap((candidates) =>
    ranked(candidates, words)
      .filter(({ relevance }) => relevance >= relevance_threshold)
      .slice(0, per_table_limit),
  );
  const first = found.toSorted(byRank).slice(0, limit);
  const items = await Promise.all(
    first.map(async ({ candidate: { id, type, created_at, read }, relevance }) => ({
      id,
      type,
      relevance,
      created_at,
      data: { ...(await read()) },
    })),
  );
  return { items };
}

/** Signs by themselves are no words, unless there is nothing else. */
function wordsOf(query: string): readonly string[] {
  const words = [...new Set(fold(query).split(/\s+/))];
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return spoken.length > 0 ? spoken : words;
}

type Ranked = { readonly candidate: Candidate; readonly relevance: number };

function ranked(candidates: readonly Candidate[], words: readonly string[]): readonly Ranked[] {
  return candidates
    .map((candidate) => ({ candidate, relevance: matchOf(candidate, words) }))
    .filter(({ relevance }) => relevance > 0)
    .toSorted(byRank);
}

function matchOf({ texts }: Candidate, words: readonly string[]): number {
  return typeof texts === "number" ? texts : relevanceOf(texts, words);
}

function byRank(one: Ranked, other: Ranked): number {
  if (one.relevance !== other.relevance) return other.relevance - one.relevance;
  const [at, then] = [one.candidate, other.candidate];
  if (at.created_at !== then.created_at) return at.created_at < then.created_at ? 1 : -1;
  return at.id < then.id ? 1 : -1;
}
