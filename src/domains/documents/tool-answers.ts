import { z } from "zod";
import { emptyRange, notices, noticesOf, uuid } from "../../core/fields.ts";
import type { Page } from "../../core/page.ts";
import { toMajor } from "../../shared/money.ts";
import { FILE_KINDS } from "../../shared/paper.ts";
import { counted } from "../../shared/words.ts";
import { CHARACTERS_A_PAGE, pageOfText, pagesOf } from "./document-text.ts";
import { shownTitleOf } from "./document.ts";
import type { ListedDocument } from "./find-documents.ts";
import type { FoundDocument } from "./get-document.ts";

/** Documents as tools tell them. Names the fields that a call goes on with; the list of tools stays short. */
const ToolDocument = z.looseObject({ id: uuid, title: z.string(), date: z.string().nullable() });

export const ToolDocuments = z.looseObject({
  items: z.array(ToolDocument),
  nextCursor: z.string().nullable(),
  notices,
});

export function toolDocument(row: ListedDocument) {
  return {
    id: row.id,
    name: row.name,
    title: shownTitleOf(row),
    summary: row.summary,
    date: row.date ?? row.read_date,
    language: row.language,
    processing_status: row.state,
    media_type: FILE_KINDS[row.kind].type,
    size: row.size,
    tags: row.tags.map(({ id, name }) => ({ id, name })),
    created_at: row.created_at,
  };
}

type Days = {
  readonly start?: string | null | undefined;
  readonly end?: string | null | undefined;
};

export function toolDocuments({ items, nextCursor }: Page<ListedDocument>, days: Days) {
  return {
    items: items.map(toolDocument),
    cursor: nextCursor,
    nextCursor,
    ...noticesOf(dayNotices(items, days)),
  };
}

/** Says that a range is empty, and of documents without a date that it took them by their arrival. */
export function dayNotices(
  items: readonly Pick<ListedDocument, "date" | "read_date">[],
  { start, end }: Days,
): readonly string[] {
  const undated = items.filter(({ date, read_date }) => (date ?? read_date) === null).length;
  const empty = emptyRange(start, end, ["start", "end"]);
  if (undated === 0 || (typeof start !== "string" && typeof end !== "string")) return empty;
  return [
    ...empty,
    `${counted(undated, "document")} of this page without a date count by their day of arrival.`,
  ];
}

export const ToolDocumentDetail = z.looseObject({ id: uuid, text: z.string() }).nullable();

export function toolDocumentDetail(found: FoundDocument) {
  const { id, text, pages, problem, hidden_characters, transactions, item } = found;
  const more = `The text goes on: ledgerport://documents/${id}/pages/2 to /${pagesOf(text)} have the rest.`;
  const cut = "The paper has more than is read of it.";
  return {
    ...toolDocument(found),
    text: pageOfText(text, 1),
    text_length: text.length,
    pages,
    problem,
    hidden_characters,
    linked: {
      transactions: transactions.map(({ amount_minor, ...row }) => ({
        ...row,
        amount: toMajor(amount_minor, row.currency),
      })),
      inbox: item,
    },
    ...noticesOf([
      ...(text.length > CHARACTERS_A_PAGE ? [more] : []),
      ...(found.is_cut ? [cut] : []),
    ]),
  };
}
