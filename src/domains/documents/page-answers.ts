import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { FILE_KINDS, type FileKind } from "../../shared/paper.ts";
import { Tag } from "../tags/tag.ts";
import { noDocument, shownTitleOf } from "./document.ts";
import type { ListedDocument } from "./find-documents.ts";
import { type FoundDocument, getDocument } from "./get-document.ts";

export const fileKind = z.enum(
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the names of a constant table
  Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]],
);

export const documentState = z.enum(["pending", "processing", "completed", "failed"]);

export const paperProblem = z.enum([
  "password",
  "damaged",
  "empty",
  "no_text",
  "too_heavy",
  "xml_differs",
  "sums_differ",
]);

export const DocumentRow = z.object({
  id: uuid,
  name: z.string(),
  /** As a person wrote it. */
  title: z.string().nullable(),
  /** Of a person, else of the paper, else the file's name. */
  shown_title: z.string(),
  summary: z.string().nullable(),
  date: z.string().nullable(),
  shown_date: z.string(),
  language: z.string().nullable(),
  state: documentState,
  problem: paperProblem.nullable(),
  kind: fileKind,
  /** Bytes. */
  size: z.int(),
  pages: z.int().nullable(),
  tags: z.array(Tag),
  created_at: z.string(),
  /** Transactions that it is attached to. */
  linked: z.int(),
});

export type DocumentRow = z.output<typeof DocumentRow>;

export const DocumentRows = z.object({
  items: z.array(
    DocumentRow.extend({
      /** Part of the text around what was searched for. */
      passage: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

const ShownField = z.object({
  value: z.union([z.string(), z.number()]).nullable(),
  sure: z.enum(["high", "medium", "low"]),
  from: z.enum(["xml", "text", "ocr", "mail"]),
  /** Box as fractions of the page: left, top, right, bottom. */
  place: z.object({ page: z.int(), box: z.array(z.number()) }).nullable(),
});

const ShownTax = z.object({
  rate_bp: z.int(),
  net_minor: z.int().nullable(),
  tax_minor: z.int(),
});

export const ShownDocument = DocumentRow.extend({
  sha256: z.string(),
  source: z.enum(["upload", "mail", "folder", "api"]),
  origin: z
    .object({
      message_id: z.string().nullable(),
      sender: z.string().nullable(),
      subject: z.string().nullable(),
      is_from_outside: z.boolean().optional(),
    })
    .nullable(),
  created_by_name: z.string().nullable(),
  /** To be sent as `seen` with a change. */
  updated_at: z.string(),
  text_length: z.int(),
  is_cut: z.boolean(),
  /** Letters that the file hides from people, which were left out. */
  hidden_characters: z.int(),
  /** Fields that were read, by name. */
  fields: z.record(z.string(), ShownField),
  taxes: z.array(ShownTax),
  transactions: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      date: z.string(),
      amount_minor: z.int(),
      currency: z.string(),
    }),
  ),
  item_id: uuid.nullable(),
  /** Of the change that the call made. */
  event: z.string().nullable(),
});

type ShownDocument = z.input<typeof ShownDocument>;

export function documentRow(row: ListedDocument): z.input<typeof DocumentRow> {
  const { read_title, read_date: _date, updated_at: _at, tags, ...shown } = row;
  const shown_title = shownTitleOf({ name: row.name, title: row.title, read_title });
  return { ...shown, shown_title, tags: [...tags] };
}

/** @throws Refusal for an unknown id */
export async function getShownDocument(
  context: Context,
  { id }: { readonly id: string },
  event: string | null = null,
): Promise<ShownDocument> {
  const found = await getDocument(context, { id });
  if (found === null) throw noDocument(id);
  return { ...shownDocument(found), event };
}

function shownDocument(found: FoundDocument): Omit<ShownDocument, "event"> {
  const { sha256, source, origin, created_by_name, updated_at, text, item, ...row } = found;
  const { hidden_characters, is_cut, transactions, fields, ...listed } = row;
  const { taxes = [], ...single } = fields;
  return {
    ...documentRow({ ...listed, updated_at }),
    sha256,
    source,
    origin,
    created_by_name,
    updated_at,
    text_length: text.length,
    is_cut,
    hidden_characters,
    fields: Object.fromEntries(
      Object.entries(single).map(([name, { value, sure, from, place }]) => [
        name,
        { value, sure, from, place: place && { page: place.page, box: [...place.box] } },
      ]),
    ),
    taxes: [...taxes],
    transactions: [...transactions],
    item_id: item?.id ?? null,
  };
}
