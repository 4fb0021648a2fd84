import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { day, instant, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { AuditContext } from "../../db/context.ts";
import type { DocumentState } from "../../db/schema/papers.ts";
import type { FileKind } from "../../shared/paper.ts";
import type { Day } from "../../shared/time.ts";
import type { Tag } from "../tags/tag.ts";
import { documentTags } from "./document-tags.ts";
import type { DocumentRecord } from "./document.ts";
import { filesOf, storageUsed } from "./keep-file.ts";

/** Undefined and null mean no filter. The days are of the paper, else of its arrival. */
export type DocumentFilter = {
  /** Part of the name, the title or the name of a tag. */
  readonly q?: string | null | undefined;
  /** Any of these. */
  readonly tags?: readonly string[] | null | undefined;
  readonly kind?: FileKind | undefined;
  readonly state?: DocumentState | undefined;
  readonly start?: Day | null | undefined;
  readonly end?: Day | null | undefined;
};

export const DOCUMENT_SORTS = ["-created", "-date", "name"] as const;

type Sort = (typeof DOCUMENT_SORTS)[number];

/** Descending when it begins with a hyphen. */
const PLACES: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  "-created": sql`item.created_at`,
  "-date": sql`item.shown_date`,
  // It begins with the folded name; the whole of it would make the cursor long.
  name: sql`substr(item.search_text, 1, 100)`,
};

const SORT_KEYS = {
  "-created": z.tuple([instant, uuid]),
  "-date": z.tuple([day, uuid]),
  name: z.tuple([z.string().max(500), uuid]),
} satisfies Readonly<Record<Sort, z.ZodType>>;

const LISTED = [
  "id",
  "name",
  "title",
  "read_title",
  "summary",
  "date",
  "read_date",
  "shown_date",
  "language",
  "state",
  "problem",
  "pages",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof DocumentRecord)[];

type Listed = Pick<DocumentRecord, (typeof LISTED)[number]> & {
  readonly place: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Transactions that it is attached to. */
  readonly linked: number;
};

export type ListedDocument = Omit<Listed, "place"> & { readonly tags: readonly Tag[] };

type Asked = {
  readonly filter: DocumentFilter;
  readonly sort?: Sort;
  /** The list as the door was asked for it: cursors are bound to it. */
  readonly listing: Listing;
  readonly cursor: string | null | undefined;
  readonly limit: number;
};

export async function listDocuments(
  context: AuditContext,
  { filter, sort = "-created", listing, cursor, limit }: Asked,
): Promise<Page<ListedDocument>> {
  const after = readCursor(SORT_KEYS[sort], listing, cursor);
  const [past, direction] = sort.startsWith("-") ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const place = PLACES[sort];
  const isPast = sql<boolean>`(${place}, item.id) ${past} (${after?.[0]}, ${after?.[1]})`;
  const rows = await selectDocuments(context, {
    place,
    where: [...conditionsOf(filter), ...(after === null ? [] : [isPast])],
    rest: sql`order by ${place} ${direction}, item.id ${direction} limit ${limit + 1}`,
  });
  const page = pageOf(listing, rows, limit, (row) => [row.place, row.id]);
  return { ...page, items: await withTags(context, page.items) };
}

export const DocumentCounts = z.object({
  /** Documents that are being read, or wait for it. */
  reading: z.int(),
  failed: z.int(),
  /** Bytes, as the limits. */
  storage_used: z.int(),
  storage_limit: z.int(),
  file_limit: z.int(),
});

export async function countVault(context: AuditContext): Promise<z.input<typeof DocumentCounts>> {
  const { db, team } = context;
  const { largest, teamLimit } = filesOf(context);
  const [rows, storage_used] = await Promise.all([
    db
      .selectFrom("documents")
      .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
      .where("team_id", "=", team.id)
      .groupBy("state")
      .execute(),
    storageUsed(context),
  ]);
  const countOf = (...states: readonly string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  return {
    reading: countOf("pending", "processing"),
    failed: countOf("failed"),
    storage_used,
    storage_limit: teamLimit,
    file_limit: largest,
  };
}

/** Reads documents in the order of the given ids. Ids that the team does not have are left out. */
export async function readDocuments(
  context: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
): Promise<readonly ListedDocument[]> {
  if (ids.length === 0) return [];
  const rows = await selectDocuments(context, {
    place: sql`item.created_at`,
    where: [sql<boolean>`item.id in (${sql.join(ids)})`],
    rest: sql``,
  });
  const byId = new Map((await withTags(context, rows)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Selecting = {
  readonly place: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<boolean>[];
  readonly rest: RawBuilder<unknown>;
};

async function selectDocuments(
  { db, team }: Pick<AuditContext, "db" | "team">,
  { place, where, rest }: Selecting,
): Promise<readonly Listed[]> {
  const conditions = sql.join([sql<boolean>`item.team_id = ${team.id}`, ...where], sql` and `);
  const { rows } = await sql<Listed>`
    select ${sql.join(LISTED.map((column) => sql.ref(`item.${column}`)))}, ${place} as place,
      file.kind, file.size,
      (select count(*) from transaction_attachments as attached
        where attached.team_id = item.team_id and attached.document_id = item.id) as linked
    from documents as item
    join files as file on file.team_id = item.team_id and file.sha256 = item.sha256
    where ${conditions} ${rest}`.execute(db);
  return rows;
}

/** Conditions on `documents as item`, and on `files as file` where a kind is asked for. */
export function conditionsOf(filter: DocumentFilter): readonly RawBuilder<boolean>[] {
  const { q, tags, kind, state, start, end } = filter;
  const part = fold((q ?? "").trim().replaceAll(/\s+/g, " "));
  const tagged = sql<boolean>`exists (select 1 from document_tags as link
    where link.team_id = item.team_id and link.document_id = item.id
      and link.tag_id in (${sql.join(tags ?? [])}))`;
  return [
    ...(part === "" ? [] : [sql<boolean>`instr(item.search_text, ${part}) > 0`]),
    ...((tags ?? []).length === 0 ? [] : [tagged]),
    ...(kind === undefined ? [] : [sql<boolean>`file.kind = ${kind}`]),
    ...(state === undefined ? [] : [sql<boolean>`item.state = ${state}`]),
    ...(typeof start === "string" ? [sql<boolean>`item.shown_date >= ${start}`] : []),
    ...(typeof end === "string" ? [sql<boolean>`item.shown_date <= ${end}`] : []),
  ];
}

async function withTags(
  context: Pick<AuditContext, "db" | "team">,
  rows: readonly Listed[],
): Promise<ListedDocument[]> {
  const links = await documentTags(
    context,
    rows.map(({ id }) => id),
  );
  const tagged = Map.groupBy(links, ({ document_id }) => document_id);
  return rows.map(({ place: _place, ...row }) => ({
    ...row,
    tags: (tagged.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
}
