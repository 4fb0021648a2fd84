import type { Selectable } from "kysely";
import { type Refusal, notFound } from "../../core/errors.ts";
import { firstCharacters, fold } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import type { Day, Instant } from "../../shared/time.ts";

export type DocumentRecord = Selectable<Schema["documents"]>;

type Derived = Pick<
  DocumentRecord,
  | "state"
  | "problem"
  | "read_title"
  | "summary"
  | "read_date"
  | "language"
  | "pages"
  | "reader"
  | "shown_date"
  | "search_text"
>;

export function documentSnapshot({
  team_id: _team,
  state: _state,
  problem: _problem,
  read_title: _title,
  summary: _summary,
  read_date: _date,
  language: _language,
  pages: _pages,
  reader: _reader,
  shown_date: _shown,
  search_text: _text,
  ...snapshot
}: DocumentRecord) {
  return snapshot;
}

/** Derived columns of a document that nobody has read yet. */
export const UNREAD = {
  state: "pending",
  problem: null,
  read_title: null,
  summary: null,
  read_date: null,
  language: null,
  pages: null,
  reader: 0,
} as const satisfies Partial<Derived>;

type Dated = {
  readonly date: Day | null;
  readonly read_date: Day | null;
  readonly created_at: Instant;
};

/** Of a person, else of the paper, else of its arrival: the day in UTC, which is the same for every reader. */
export function shownDateOf({ date, read_date, created_at }: Dated): Day {
  return date ?? read_date ?? created_at.slice(0, 10);
}

type Titled = {
  readonly name: string;
  readonly title: string | null;
  readonly read_title: string | null;
};

export function shownTitleOf({ name, title, read_title }: Titled): string {
  return title ?? read_title ?? name;
}

/** Characters by which a record is found in lists. They stand in an index, whose rows PostgreSQL bounds to 2,704 bytes. */
export const MOST_SEARCHED = 600;

/** One line each, so that no part of a name is found across two of them. */
export function documentSearchText(
  { name, title, read_title }: Titled,
  tagNames: readonly string[],
): string {
  const titles = [title ?? read_title].filter((shown) => shown !== null);
  return firstCharacters(fold([name, ...titles, ...tagNames.toSorted()].join("\n")), MOST_SEARCHED);
}

/** Locks documents against changes and deletion until the transaction ends, in the order of their ids. */
export async function lockDocuments(
  { db, team }: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
): Promise<readonly DocumentRecord[]> {
  if (ids.length === 0) return [];
  const rows = db
    .selectFrom("documents")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
  return lockForUpdate(db, rows).execute();
}

/** @throws Refusal for a document that the team does not have */
export async function requireDocument(
  { db, team }: Pick<AuditContext, "db" | "team">,
  id: string,
): Promise<DocumentRecord> {
  const row = await db
    .selectFrom("documents")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw noDocument(id);
  return row;
}

export function noDocument(id: string, path = "id"): Refusal {
  return notFound({ what: "Document", id, path, next: "see documents_list; nothing was done" });
}
