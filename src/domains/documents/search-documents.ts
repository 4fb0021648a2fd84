import { z } from "zod";
import { cursor, filterDay, instant, label, limit, uuid } from "../../core/fields.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Candidate } from "../search/relevance.ts";
import { type DocumentFilter, type ListedDocument, readDocuments } from "./find-documents.ts";
import { toolDocument } from "./tool-answers.ts";
import { findHits, type Hit } from "./words/find-hits.ts";
import { passagesOf } from "./words/passages.ts";

export const SearchDocuments = z.strictObject({
  q: label(200),
  start: filterDay.nullish(),
  end: filterDay.nullish(),
  tags: z.array(uuid).max(20).nullish(),
  cursor: cursor.nullish(),
  pageSize: limit.default(20),
});

type Asked = {
  readonly query: string;
  readonly filter: Omit<DocumentFilter, "q">;
  /** The list as the door was asked for it: cursors are bound to it. */
  readonly listing: Listing;
  readonly cursor: string | null | undefined;
  readonly limit: number;
};

export type SearchedDocument = ListedDocument & {
  readonly relevance: number;
  /** Part of the text around the first word that was found; null when it is in the name alone. */
  readonly passage: string | null;
};

type SearchedDocuments = Page<SearchedDocument> & {
  /** True when only the newest of all documents with these words were compared. */
  readonly isCut: boolean;
};

/** Documents whose names are compared, and documents whose texts are. */
export const MOST_COMPARED = 500;

const Place = z.tuple([z.number(), instant, uuid]);

/** Finds documents by all words of a query, the most relevant first, and of these the newest. */
export async function searchDocuments(
  context: AuditContext,
  { query, filter, listing, cursor, limit }: Asked,
): Promise<SearchedDocuments> {
  const after = readCursor(Place, listing, cursor);
  const asked = { query, filter, most: MOST_COMPARED, isLoose: true };
  const { hits, terms, isCut } = await findHits(context, asked);
  const rest = after === null ? hits : hits.filter((hit) => isBehind(hit, after));
  const page = pageOf(listing, rest, limit, placeOf);
  const ids = page.items.map(({ id }) => id);
  const [rows, passages] = await Promise.all([
    readDocuments(context, ids),
    passagesOf(context, ids, terms),
  ]);
  const relevances = new Map(page.items.map(({ id, relevance }) => [id, relevance]));
  const items = rows.map((row) => ({
    ...row,
    relevance: relevances.get(row.id) ?? 0,
    passage: passages.get(row.id) ?? null,
  }));
  return { items, nextCursor: page.nextCursor, isCut };
}

function placeOf({ relevance, created_at, id }: Hit): z.output<typeof Place> {
  return [relevance, created_at, id];
}

function isBehind(hit: Hit, [relevance, created_at, id]: z.output<typeof Place>): boolean {
  if (hit.relevance !== relevance) return hit.relevance < relevance;
  if (hit.created_at !== created_at) return hit.created_at < created_at;
  return hit.id < id;
}

/** The newest documents that have a word with each beginning, and as many whose name has. */
export async function documentCandidates(
  context: AuditContext,
  query: string,
  most: number,
): Promise<readonly Candidate[]> {
  const { hits } = await findHits(context, { query, most, isLoose: false });
  return hits.map(({ id, created_at, relevance }) => ({
    id,
    type: "document",
    created_at,
    texts: relevance,
    read: async () => {
      const [row] = await readDocuments(context, [id]);
      return row === undefined ? {} : toolDocument(row);
    },
  }));
}
