import type { Change, Recording } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/transaction.ts";
import { documentSearchText } from "./document.ts";

type Link = { readonly document_id: string; readonly tag_id: string };

type OfTeam = Pick<AuditContext, "db" | "team">;

export async function documentTags({ db, team }: OfTeam, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("document_tags as link")
    .innerJoin("tags as tag", (join) =>
      join.onRef("tag.team_id", "=", "link.team_id").onRef("tag.id", "=", "link.tag_id"),
    )
    .select(["link.document_id", "tag.id", "tag.name"])
    .where("link.team_id", "=", team.id)
    .where("link.document_id", "in", ids)
    .orderBy("tag.name_folded")
    .orderBy("tag.id")
    .execute();
}

/** Links documents, at most a chunk, to kept tags. Existing links stay unchanged. */
export async function linkDocumentTags(
  { db, team, now }: AuditContext,
  links: readonly Link[],
): Promise<readonly Change[]> {
  if (links.length === 0) return [];
  const made = await db
    .insertInto("document_tags")
    .values(links.map((link) => ({ ...link, team_id: team.id, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["document_id", "tag_id", "created_at"])
    .execute();
  return made.map((link) => changeOf(link, { before: null, after: link }));
}

type Unlinking = {
  /** Without it, all tags go. */
  readonly tags?: readonly string[];
  readonly staying?: readonly string[];
};

export async function unlinkDocumentTags(
  { db, team }: AuditContext,
  ids: readonly string[],
  { tags, staying = [] }: Unlinking = {},
): Promise<readonly Change[]> {
  if (ids.length === 0 || tags?.length === 0) return [];
  const gone = await db
    .deleteFrom("document_tags")
    .where("team_id", "=", team.id)
    .where("document_id", "in", ids)
    .$if(tags !== undefined, (query) => query.where("tag_id", "in", tags ?? []))
    .$if(staying.length > 0, (query) => query.where("tag_id", "not in", staying))
    .returning(["document_id", "tag_id", "created_at"])
    .execute();
  return gone.map((link) => changeOf(link, { before: link, after: null }));
}

/**
 * Unlinks a tag in chunks. Needs a transaction; the caller then calls `settleSearchTexts`.
 * @param heir locked tag that the documents get instead
 * @returns ids of the documents
 */
export async function unlinkDocuments(
  context: AuditContext,
  recording: Recording,
  tagId: string,
  heir: string | null = null,
): Promise<readonly string[]> {
  const { db, team } = context;
  const some = db
    .selectFrom("document_tags")
    .select("document_id")
    .where("team_id", "=", team.id)
    .where("tag_id", "=", tagId)
    .orderBy("document_id")
    .limit(ROWS_A_CHUNK);
  const unlink = async (after: Link | null) => {
    // PostgreSQL would otherwise read past all links that are deleted already.
    const rest = after === null ? some : some.where("document_id", ">", after.document_id);
    const gone = await db
      .with(
        (named) => named("chunk").materialized(),
        () => lockForUpdate(db, rest),
      )
      .deleteFrom("document_tags")
      .where("team_id", "=", team.id)
      .where("tag_id", "=", tagId)
      .where("document_id", "in", (rows) => rows.selectFrom("chunk").select("document_id"))
      .returning(["document_id", "tag_id", "created_at"])
      .execute();
    return gone.toSorted((one, other) => (one.document_id < other.document_id ? -1 : 1));
  };
  const ids: string[] = [];
  await inChunks(context, unlink, async (gone) => {
    ids.push(...gone.map(({ document_id }) => document_id));
    await recording.add(gone.map((link) => changeOf(link, { before: link, after: null })));
    if (heir === null) return;
    const moved = gone.map(({ document_id }) => ({ document_id, tag_id: heir }));
    await recording.add(await linkDocumentTags(context, moved));
  });
  return ids;
}

/** Ids of the documents that have a tag. */
export async function taggedDocuments(
  { db, team }: OfTeam,
  tagId: string,
): Promise<readonly string[]> {
  const links = await db
    .selectFrom("document_tags")
    .select("document_id")
    .where("team_id", "=", team.id)
    .where("tag_id", "=", tagId)
    .execute();
  return links.map(({ document_id }) => document_id);
}

/** Writes anew what documents are found by in lists: their names and titles, with the names of their tags. */
export async function settleSearchTexts(context: OfTeam, ids: readonly string[]): Promise<void> {
  const all = [...new Set(ids)].toSorted();
  for (let start = 0; start < all.length; start += ROWS_A_CHUNK)
    await settleSome(context, all.slice(start, start + ROWS_A_CHUNK));
}

async function settleSome({ db, team }: OfTeam, ids: readonly string[]): Promise<void> {
  const [rows, links] = await Promise.all([
    db
      .selectFrom("documents")
      .select(["id", "name", "title", "read_title", "search_text"])
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute(),
    documentTags({ db, team }, ids),
  ]);
  const tagged = Map.groupBy(links, ({ document_id }) => document_id);
  for (const { id, search_text, ...named } of rows) {
    const tags = (tagged.get(id) ?? []).map(({ name }) => name);
    const text = documentSearchText(named, tags);
    if (text === search_text) continue;
    await db
      .updateTable("documents")
      .set({ search_text: text })
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute();
  }
}

/** A link has no id of its own: it is in the history of its document. */
function changeOf({ document_id }: Link, snapshots: Pick<Change, "before" | "after">): Change {
  return { type: "document_tag", id: document_id, ...snapshots };
}
