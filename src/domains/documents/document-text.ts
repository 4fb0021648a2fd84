import { notFound } from "../../core/errors.ts";
import type { AuditContext } from "../../db/context.ts";
import { requireDocument } from "./document.ts";

/** Characters (UTF-16 units) of a page of text, which is no page of the paper. */
export const CHARACTERS_A_PAGE = 12_000;

export type TextPage = { readonly page: number; readonly pages: number; readonly text: string };

/** @throws Refusal for a document or a page that does not exist */
export async function getTextPage(
  context: AuditContext,
  { id, page }: { readonly id: string; readonly page: number },
): Promise<TextPage> {
  await requireDocument(context, id);
  const row = await findDocumentText(context, id);
  const text = row?.text ?? "";
  const pages = pagesOf(text);
  if (page > pages)
    throw notFound({
      what: `Page ${page} of the document`,
      id,
      path: "page",
      next: `its text has ${pages}; nothing was done`,
    });
  return { page, pages, text: pageOfText(text, page) };
}

export async function findDocumentText(
  { db, team }: Pick<AuditContext, "db" | "team">,
  id: string,
) {
  return db
    .selectFrom("document_texts")
    .select(["text", "page_offsets", "fields", "hidden_characters", "is_cut"])
    .where("team_id", "=", team.id)
    .where("document_id", "=", id)
    .executeTakeFirst();
}

/** At least one, which is empty for a document without text. */
export function pagesOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / CHARACTERS_A_PAGE));
}

/** @param page from 1 on */
export function pageOfText(text: string, page: number): string {
  const from = whole(text, (page - 1) * CHARACTERS_A_PAGE);
  return text.slice(from, whole(text, page * CHARACTERS_A_PAGE));
}

/** The same place, or the one before it where it would part a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
