import { z } from "zod";
import { notices, noticesOf, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { MOST_COMPARED, SearchDocuments, searchDocuments } from "./search-documents.ts";
import { toolDocument, dayNotices } from "./tool-answers.ts";

const FoundDocuments = z.looseObject({
  items: z.array(z.looseObject({ id: uuid, passage: z.string().nullable() })),
  nextCursor: z.string().nullable(),
  notices,
});

export const documentSearchTools: readonly Tool<Context>[] = [
  defineTool({
    name: "documents_search",
    title: "Search documents",
    tier: "read",
    resource: "documents",
    description:
      "Finds files by all words of q in name, tags and text: beginnings, other forms, amounts and days in any spelling. passage is the text around one.",
    effect: "Searches names and texts of documents.",
    input: SearchDocuments,
    output: FoundDocuments,
    untrusted: ["items.name", "items.title", "items.summary", "items.passage"],
    example: (idOf) => ({ q: "note", tags: [idOf("tag")] }),
    handler: async (context, input) => {
      const { q, cursor, pageSize, ...filter } = input;
      const { items, nextCursor, isCut } = await searchDocuments(context, {
        query: q,
        filter,
        listing: listingOf(context, { ...filter, q }),
        cursor,
        limit: pageSize,
      });
      const cut = `More than ${MOST_COMPARED} documents have these words: only the newest of them are among these. Another word or a range of days finds older ones.`;
      return {
        items: items.map((row) => ({
          ...toolDocument(row),
          relevance: row.relevance,
          passage: row.passage,
        })),
        cursor: nextCursor,
        nextCursor,
        ...noticesOf([...dayNotices(items, filter), ...(isCut ? [cut] : [])]),
      };
    },
  }),
];
