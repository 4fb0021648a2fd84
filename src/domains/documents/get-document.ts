import type { ById } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import type { DocumentOrigin, DocumentSource, InboxStatus } from "../../db/schema/papers.ts";
import type { PaperFields } from "../../shared/paper.ts";
import type { Day } from "../../shared/time.ts";
import { findDocumentText } from "./document-text.ts";
import { type ListedDocument, readDocuments } from "./find-documents.ts";

export type LinkedTransaction = {
  readonly id: string;
  readonly name: string;
  readonly date: Day;
  readonly amount_minor: number;
  readonly currency: string;
};

export type FoundDocument = ListedDocument & {
  readonly sha256: string;
  readonly source: DocumentSource;
  readonly origin: DocumentOrigin | null;
  /** Null for a document that no person added, and for a person who has left. */
  readonly created_by_name: string | null;
  readonly text: string;
  readonly fields: PaperFields;
  readonly hidden_characters: number;
  readonly is_cut: boolean;
  /** The newest, `MOST_LINKED` at most. */
  readonly transactions: readonly LinkedTransaction[];
  readonly item: { readonly id: string; readonly status: InboxStatus } | null;
};

const MOST_LINKED = 100;

/** Null for an id that the team does not have. */
export async function getDocument(
  context: AuditContext,
  { id }: ById,
): Promise<FoundDocument | null> {
  const [[row], facts, read, transactions, item] = await Promise.all([
    readDocuments(context, [id]),
    findFacts(context, id),
    findDocumentText(context, id),
    transactionsOf(context, id),
    itemOf(context, id),
  ]);
  if (row === undefined || facts === undefined) return null;
  return {
    ...row,
    ...facts,
    text: read?.text ?? "",
    fields: read?.fields ?? {},
    hidden_characters: read?.hidden_characters ?? 0,
    is_cut: read?.is_cut ?? false,
    transactions,
    item: item ?? null,
  };
}

async function findFacts({ db, team }: AuditContext, id: string) {
  return db
    .selectFrom("documents as item")
    .leftJoin("users as user", "user.id", "item.created_by")
    .select(["item.sha256", "item.source", "item.origin", "user.name as created_by_name"])
    .where("item.team_id", "=", team.id)
    .where("item.id", "=", id)
    .executeTakeFirst();
}

async function transactionsOf({ db, team }: AuditContext, id: string) {
  return db
    .selectFrom("transaction_attachments as attached")
    .innerJoin("transactions as item", (join) =>
      join
        .onRef("item.team_id", "=", "attached.team_id")
        .onRef("item.id", "=", "attached.transaction_id"),
    )
    .select(["item.id", "item.name", "item.date", "item.amount_minor", "item.currency"])
    .where("attached.team_id", "=", team.id)
    .where("attached.document_id", "=", id)
    .orderBy("item.date", "desc")
    .orderBy("item.id", "desc")
    .limit(MOST_LINKED)
    .execute();
}

async function itemOf({ db, team }: AuditContext, id: string) {
  return db
    .selectFrom("inbox_items")
    .select(["id", "status"])
    .where("team_id", "=", team.id)
    .where("document_id", "=", id)
    .executeTakeFirst();
}
