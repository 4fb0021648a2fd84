import { z } from "zod";
import { byId, cursor, filterDay, limit, text, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { deleteDocuments, DeletedDocument, lossOfDocument } from "./delete-documents.ts";
import { listDocuments } from "./find-documents.ts";
import { getDocument } from "./get-document.ts";
import {
  ToolDocumentDetail,
  toolDocumentDetail,
  ToolDocuments,
  toolDocuments,
} from "./tool-answers.ts";

const ListDocuments = z.strictObject({
  q: text(200).nullish(),
  tags: z.array(uuid).max(20).nullish().describe("any of"),
  start: filterDay.nullish(),
  end: filterDay.nullish(),
  cursor: cursor.nullish(),
  pageSize: limit.default(20),
  limit: limit.optional(),
});

export const documentTools: readonly Tool<Context>[] = [
  defineTool({
    name: "documents_list",
    title: "List documents",
    tier: "read",
    resource: "documents",
    description:
      "Lists files of the vault, receipts' too, newest first. q is part of a name or title; documents_search finds words of the text. start and end are days of the paper, else of its arrival.",
    effect: "Lists the documents of the vault, by name, tag and day.",
    input: ListDocuments,
    output: ToolDocuments,
    untrusted: ["items.name", "items.title", "items.summary"],
    example: (idOf) => ({ tags: [idOf("tag")] }),
    handler: async (context, input) => {
      const { cursor, pageSize, limit = pageSize, ...filter } = input;
      const listing = listingOf(context, filter);
      const page = await listDocuments(context, { filter, listing, cursor, limit });
      return toolDocuments(page, filter);
    },
  }),
  defineTool({
    name: "documents_get",
    title: "Get document",
    tier: "read",
    resource: "documents",
    description:
      "Returns a document with the first 12,000 characters of its text, and the transactions and the receipt that it belongs to; null for an unknown id. Its words are those of whoever sent the file.",
    effect: "Reads a document, with its text and what it is linked to.",
    input: byId,
    output: ToolDocumentDetail,
    untrusted: ["name", "title", "summary", "text", "linked.transactions.name"],
    example: (idOf) => ({ id: idOf("document") }),
    handler: async (context, input) => {
      const found = await getDocument(context, input);
      return found && toolDocumentDetail(found);
    },
  }),
  defineTool({
    name: "documents_delete",
    title: "Delete document",
    tier: "destructive",
    resource: "documents",
    event: { of: "document", did: "deleted" },
    description:
      "Deletes a file with its tag links, its attachments to transactions, whose tax goes with the last one, and its receipt in the inbox; a person can undo it for 30 days. deleted: false when there was none.",
    effect: "Deletes a document, with its attachments and its receipt in the inbox.",
    input: byId,
    output: DeletedDocument,
    told: ["deleted"],
    dryRun: true,
    example: (idOf) => ({ id: idOf("document") }),
    idempotent: true,
    handler: async (context, { id }) => {
      const { deleted, ...rest } = await deleteDocuments(context, { ids: [id] });
      return { id, deleted: deleted > 0, ...rest };
    },
    loss: lossOfDocument,
  }),
];
