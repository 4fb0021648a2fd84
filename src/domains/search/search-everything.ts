import { z } from "zod";
import { label, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { searchCustomers } from "../customers/search-customers.ts";
import { searchInvoices } from "../invoices/search-invoices.ts";
import { searchTransactions } from "../transactions/search-transactions.ts";

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
  const words = [...new Set(fold(query).split(/\s+/))];
  const kinds = await Promise.all([
    searchTransactions(context, words, MOST_CANDIDATES),
    searchInvoices(context, words, MOST_CANDIDATES),
    searchCustomers(context, words, MOST_CANDIDATES),
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

type Ranked = { readonly candidate: Candidate; readonly relevance: number };

function ranked(candidates: readonly Candidate[], words: readonly string[]): readonly Ranked[] {
  return candidates
    .map((candidate) => ({ candidate, relevance: relevanceOf(candidate.texts, words) }))
    .filter(({ relevance }) => relevance > 0)
    .toSorted(byRank);
}

function byRank(one: Ranked, other: Ranked): number {
  if (one.relevance !== other.relevance) return other.relevance - one.relevance;
  return one.candidate.created_at < other.candidate.created_at ? 1 : -1;
}

/** Texts of a record, folded: a match in the name counts most. */
type Texts = {
  readonly name: string;
  readonly reference: string;
  readonly rest: string;
};

/** A record that contains all words somewhere. */
export type Candidate = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly texts: Texts;
  /** Reads what a row of the record's own list has. */
  readonly read: () => Promise<object>;
};

const WHOLE_WORD = 1;
const PREFIX = 0.7;
const WEIGHTS: Readonly<Record<keyof Texts, number>> = { name: 1, reference: 0.9, rest: 0.6 };

/** Mean over the words of their best match, from 0 to 1; 0 unless each begins a word of the texts. */
function relevanceOf(texts: Texts, words: readonly string[]): number {
  const best = words.map((word) =>
    Math.max(
      matchIn(texts.name, word) * WEIGHTS.name,
      matchIn(texts.reference, word) * WEIGHTS.reference,
      matchIn(texts.rest, word) * WEIGHTS.rest,
    ),
  );
  if (best.includes(0)) return 0;
  const mean = best.reduce((sum, match) => sum + match, 0) / best.length;
  return Math.round(mean * 1000) / 1000;
}

/** The best place where the word begins one of the text. */
function matchIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isInWord(text.slice(0, at), -1)) continue;
    if (!isInWord(text.slice(at + word.length), 0)) return WHOLE_WORD;
    best = PREFIX;
  }
  return best;
}

function isInWord(text: string, at: number): boolean {
  const characters = Array.from(at < 0 ? text.slice(-2) : text.slice(0, 2));
  return /[\p{L}\p{M}\p{N}]/u.test(characters.at(at) ?? "");
}
