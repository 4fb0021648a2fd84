import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { BaseContext } from "../db/context.ts";
import { lockTeam, transaction } from "../db/transaction.ts";
import { namedOf, removeBytes } from "../domains/documents/keep-file.ts";
import type { FileStore } from "../files/file-store.ts";
import { addMilliseconds, type Instant, millisecondsOf } from "../shared/time.ts";

const HOUR_MS = 60 * 60_000;
/** A day longer than an undo can bring a document back. */
const RELEASED_MS = 31 * 24 * HOUR_MS;
/** The longest that an upload, or the work behind it, may take. */
const ABANDONED_MS = 24 * HOUR_MS;

const AT_ONCE = 500;
/** Files whose bytes go while their team is locked. */
const REMOVED_AT_ONCE = 50;

export type CollectedFiles = {
  /** Files that nothing refers to any more, or refers to again. */
  readonly marked: number;
  /** Rows. */
  readonly deleted: number;
  /** Bytes without a row, or that never got a name. */
  readonly removed: number;
};

/**
 * Deletes what nothing needs: rows of files 31 days after the last document of theirs, their bytes, bytes that never
 * got a row, and what uploads that broke off have left. Each step looks again while the team is locked, as an upload
 * does before it commits. Several servers may do so at once.
 */
export async function collectFiles(
  context: BaseContext,
  files: FileStore,
): Promise<CollectedFiles> {
  const marked = await markReleased(context);
  const deleted = await deleteReleased(context, files);
  const bytes = await removeUnnamed(context, files);
  const before = millisecondsOf(context.now) - ABANDONED_MS;
  const leftovers = await files.removeLeftovers(before);
  await files.trimPreviews();
  return { marked, deleted, removed: bytes + leftovers };
}

type Key = { readonly team_id: string; readonly sha256: string };

/** Looks at every file in turn, and notes since when nothing refers to it. */
async function markReleased(context: BaseContext): Promise<number> {
  let marked = 0;
  let after: Key | null = null;
  for (;;) {
    const rows: readonly Marked[] = await marksAfter(context, after);
    const wrong = rows.filter(({ released_at, is_used }) => (released_at === null) !== is_used);
    for (const [teamId, keys] of byTeam(wrong)) marked += await mark(context, teamId, keys);
    after = rows.at(-1) ?? null;
    if (rows.length < AT_ONCE) return marked;
    await setImmediate();
  }
}

type Marked = Key & { readonly released_at: Instant | null; readonly is_used: boolean };

async function marksAfter({ db }: BaseContext, after: Key | null): Promise<readonly Marked[]> {
  let query = db
    .selectFrom("files")
    .leftJoin("documents", (join) =>
      join
        .onRef("documents.team_id", "=", "files.team_id")
        .onRef("documents.sha256", "=", "files.sha256"),
    )
    .select(["files.team_id", "files.sha256", "files.released_at", "documents.id"])
    .orderBy("files.team_id")
    .orderBy("files.sha256")
    .limit(AT_ONCE);
  if (after !== null) {
    const place = sql<boolean>`(files.team_id, files.sha256) > (${after.team_id}, ${after.sha256})`;
    query = query.where(place);
  }
  const rows = await query.execute();
  return rows.map(({ id, ...row }) => ({ ...row, is_used: id !== null }));
}

async function mark(context: BaseContext, teamId: string, keys: readonly string[]) {
  return transaction({ ...context, team: { id: teamId } }, async (context) => {
    await lockTeam(context);
    const { db, now } = context;
    const rows = db.updateTable("files").where("team_id", "=", teamId).where("sha256", "in", keys);
    const [released, used] = await Promise.all([
      rows
        .set({ released_at: now })
        .where("released_at", "is", null)
        .where("sha256", "not in", usedBy(context, keys))
        .executeTakeFirst(),
      rows
        .set({ released_at: null })
        .where("released_at", "is not", null)
        .where("sha256", "in", usedBy(context, keys))
        .executeTakeFirst(),
    ]);
    return Number(released.numUpdatedRows + used.numUpdatedRows);
  });
}

type TeamContext = BaseContext & { readonly team: { readonly id: string } };

function usedBy({ db, team }: TeamContext, keys: readonly string[]) {
  return db
    .selectFrom("documents")
    .select("sha256")
    .where("team_id", "=", team.id)
    .where("sha256", "in", keys);
}

async function deleteReleased(context: BaseContext, files: FileStore): Promise<number> {
  const over = addMilliseconds(context.now, -RELEASED_MS);
  let deleted = 0;
  for (;;) {
    const rows = await context.db
      .selectFrom("files")
      .select(["team_id", "sha256"])
      .where("released_at", "<=", over)
      .orderBy("released_at")
      .limit(REMOVED_AT_ONCE)
      .execute();
    let some = 0;
    for (const [teamId, keys] of byTeam(rows)) {
      const gone = await deleteRows(context, { teamId, keys, over });
      await removeBytes({ ...context, files, team: { id: teamId } }, gone);
      some += gone.length;
    }
    deleted += some;
    // Rows that are left have a document again.
    if (rows.length < REMOVED_AT_ONCE || some === 0) return deleted;
    await setImmediate();
  }
}

type Over = {
  readonly teamId: string;
  readonly keys: readonly string[];
  readonly over: Instant;
};

async function deleteRows(context: BaseContext, { teamId, keys, over }: Over) {
  return transaction({ ...context, team: { id: teamId } }, async (context) => {
    await lockTeam(context);
    const rows = await context.db
      .deleteFrom("files")
      .where("team_id", "=", teamId)
      .where("sha256", "in", keys)
      .where("released_at", "<=", over)
      .where("sha256", "not in", usedBy(context, keys))
      .returning("sha256")
      .execute();
    return rows.map(({ sha256 }) => sha256);
  });
}

/** Folders of teams that this database does not have stay: they may be another database's. */
async function removeUnnamed(context: BaseContext, files: FileStore): Promise<number> {
  const before = millisecondsOf(context.now) - ABANDONED_MS;
  let removed = 0;
  for (const teamId of await files.teams()) {
    if (!(await isTeam(context, teamId))) continue;
    for await (const keys of files.stored(teamId, REMOVED_AT_ONCE)) {
      const unnamed = await unnamedIn(context, files, { teamId, keys, before });
      removed += await removeBytes({ ...context, files, team: { id: teamId } }, unnamed);
      await setImmediate();
    }
  }
  return removed;
}

type Stored = Pick<Over, "teamId" | "keys"> & { readonly before: number };

async function unnamedIn(
  context: BaseContext,
  files: FileStore,
  { teamId, keys, before }: Stored,
): Promise<readonly string[]> {
  const named = await namedOf({ ...context, team: { id: teamId } }, keys);
  const old: string[] = [];
  for (const key of keys) {
    if (named.has(key)) continue;
    const at = await files.touchedAt(teamId, key);
    if (at !== null && at <= before) old.push(key);
  }
  return old;
}

async function isTeam({ db }: BaseContext, id: string): Promise<boolean> {
  const team = await db.selectFrom("teams").select("id").where("id", "=", id).executeTakeFirst();
  return team !== undefined;
}

function byTeam(rows: readonly Key[]): ReadonlyMap<string, readonly string[]> {
  const teams = Map.groupBy(rows, ({ team_id }) => team_id);
  return new Map([...teams].map(([teamId, keys]) => [teamId, keys.map(({ sha256 }) => sha256)]));
}
