import { z } from "zod";
import { byId, cursor, filterDay, limit, text, uuid } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineRoute, download, json } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import {
  DeleteDocuments,
  deleteDocuments,
  DeletedDocument,
  DeletedDocuments,
} from "./delete-documents.ts";
import { downloadDocument, previewDocument } from "./document-file.ts";
import { getTextPage } from "./document-text.ts";
import { noDocument } from "./document.ts";
import { countVault, DOCUMENT_SORTS, DocumentCounts, listDocuments } from "./find-documents.ts";
import {
  DocumentRows,
  documentRow,
  documentState,
  fileKind,
  getShownDocument,
  ShownDocument,
} from "./page-answers.ts";
import { readAgain } from "./save-reading.ts";
import { searchDocuments } from "./search-documents.ts";
import { TagDocuments, tagDocuments, TaggedDocuments } from "./tag-documents.ts";
import { UpdateDocument, updateDocument } from "./update-document.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/documents",
  role: "member",
  input: z.strictObject({
    /** Searches names, tags and texts, the best first, whatever the order asked for. */
    q: text(200).optional(),
    tag: uuid.optional(),
    kind: fileKind.optional(),
    state: documentState.optional(),
    /** Days of the papers, else of their arrival. */
    start: filterDay.optional(),
    end: filterDay.optional(),
    sort: z.enum(DOCUMENT_SORTS).default("-created"),
    cursor: cursor.optional(),
    limit: limit.default(50),
  }),
  output: json(DocumentRows),
  example: (idOf) => ({ tag: idOf("tag"), sort: "-date" as const }),
  handler: async (context: Context, input) => {
    const { q = "", tag, sort, cursor, limit, ...rest } = input;
    const filter = { ...rest, tags: tag === undefined ? [] : [tag] };
    const asked = { filter, listing: listingOf(context, input), cursor, limit };
    if (q.trim() !== "") {
      const { items, nextCursor } = await searchDocuments(context, { ...asked, query: q });
      const found = items.map(({ relevance: _relevance, passage, ...row }) => {
        return { ...documentRow(row), passage };
      });
      return { items: found, nextCursor };
    }
    const page = await listDocuments(context, { ...asked, sort });
    return { ...page, items: page.items.map((row) => ({ ...documentRow(row), passage: null })) };
  },
});

const counts = defineRoute({
  path: "GET /api/teams/:team/documents/counts",
  role: "member",
  input: z.strictObject({}),
  output: json(DocumentCounts),
  example: () => ({}),
  handler: async (context: Context) => countVault(context),
});

const get = defineRoute({
  path: "GET /api/teams/:team/documents/:id",
  role: "member",
  input: byId,
  output: json(ShownDocument),
  example: (idOf) => ({ id: idOf("document") }),
  handler: async (context: Context, input) => getShownDocument(context, input),
});

const textPage = defineRoute({
  path: "GET /api/teams/:team/documents/:id/text",
  role: "member",
  input: z.strictObject({ id: uuid, page: z.int().min(1).default(1) }),
  output: json(z.object({ page: z.int(), pages: z.int(), text: z.string() })),
  example: (idOf) => ({ id: idOf("document") }),
  handler: async (context: Context, input) => getTextPage(context, input),
});

const file = defineRoute({
  path: "GET /api/teams/:team/documents/:id/file",
  role: "member",
  input: byId,
  output: download,
  example: (idOf) => ({ id: idOf("document") }),
  handler: async (context: Context, input) => downloadDocument(context, input),
});

const preview = defineRoute({
  path: "GET /api/teams/:team/documents/:id/pages/:page",
  role: "member",
  input: z.strictObject({
    id: uuid,
    page: z.int().min(1).max(10_000),
    /** Pixels. */
    w: z.union([z.literal(320), z.literal(1600)]).default(320),
  }),
  output: download,
  example: (idOf) => ({ id: idOf("document"), page: 1 }),
  handler: async (context: Context, { id, page, w }) =>
    previewDocument(context, { id, page, width: w }),
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/documents/:id",
  role: "member",
  event: { of: "document", did: "changed" },
  input: UpdateDocument,
  output: json(ShownDocument),
  example: (idOf) => ({
    id: idOf("document"),
    title: "Rent of October",
    tag_ids: [idOf("tag")],
    seen: idOf("document_seen"),
  }),
  handler: async (context: Context, input) =>
    getShownDocument(context, input, await updateDocument(context, input)),
});

const again = defineRoute({
  path: "POST /api/teams/:team/documents/:id/read",
  role: "member",
  event: null,
  input: byId,
  output: json(ShownDocument),
  example: (idOf) => ({ id: idOf("document") }),
  handler: async (context: Context, input) => {
    await readAgain(context, input);
    return getShownDocument(context, input);
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/documents/:id",
  role: "member",
  event: { of: "document", did: "deleted" },
  input: byId,
  output: json(DeletedDocument.extend({ event: z.string().nullable() })),
  example: (idOf) => ({ id: idOf("document") }),
  handler: async (context: Context, { id }) => {
    const { deleted, ...rest } = await deleteDocuments(context, { ids: [id] });
    if (deleted === 0) throw noDocument(id);
    return { id, deleted: true, ...rest };
  },
});

const removeSome = defineRoute({
  path: "POST /api/teams/:team/documents/delete",
  role: "member",
  event: { of: "document", did: "deleted" },
  input: DeleteDocuments,
  output: json(DeletedDocuments),
  example: (idOf) => ({ ids: [idOf("document")] }),
  handler: async (context: Context, input) => deleteDocuments(context, input),
});

const tag = defineRoute({
  path: "POST /api/teams/:team/documents/tag",
  role: "member",
  event: {
    of: "document",
    did: "changed",
    said: "tagged *",
    many: "tagged * documents",
    tried: "tag documents",
  },
  input: TagDocuments,
  output: json(TaggedDocuments),
  example: (idOf) => ({ ids: [idOf("document")], add: [idOf("tag")] }),
  handler: async (context: Context, input) => tagDocuments(context, input),
});

/** Addresses with a word stand before those with an id in the same place. */
export const documentRoutes = [
  list,
  counts,
  get,
  textPage,
  file,
  preview,
  update,
  again,
  remove,
  removeSome,
  tag,
] as const;
