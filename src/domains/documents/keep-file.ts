import type { Change } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { Files, StagedFile } from "../../core/files.ts";
import type { AuditContext, BaseContext } from "../../db/context.ts";
import { enqueue, type OfTeam } from "../../db/outbox.ts";
import type { DocumentOrigin, DocumentSource } from "../../db/schema/papers.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { fileName } from "../../files/file-name.ts";
import {
  type DocumentRecord,
  documentSnapshot,
  documentSearchText,
  shownDateOf,
  UNREAD,
} from "./document.ts";

/** @throws Error where the caller keeps no files, which is a bug of that caller */
export function filesOf({ files }: Pick<BaseContext, "files">): Files {
  if (files === null) throw new Error("the context has no files");
  return files;
}

/**
 * Puts bytes on the disk, and removes the temporary file when the work is done or has failed. The work opens its own
 * transaction, which may run again.
 * @throws Refusal as `Files.stage` does
 */
export async function withStaged<T>(
  context: Pick<AuditContext, "files" | "team">,
  sent: Parameters<Files["stage"]>[1],
  work: (staged: StagedFile) => Promise<T>,
): Promise<T> {
  const staged = await filesOf(context).stage(context.team.id, sent);
  try {
    return await work(staged);
  } finally {
    await staged.discard();
  }
}

type Kept = {
  readonly staged: StagedFile;
  /** As it arrived. */
  readonly name: string;
  readonly source: DocumentSource;
  readonly origin: DocumentOrigin | null;
};

export type KeptDocument = {
  readonly document: DocumentRecord;
  /** False when the team already had a document with the same bytes. That document is then the answer. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
};

/**
 * Makes a document of staged bytes, and asks for it to be read. Needs a transaction. The same bytes are one document.
 * @throws Refusal `quota_exceeded`
 */
export async function keepFile(
  context: AuditContext,
  { staged, name, source, origin }: Kept,
): Promise<KeptDocument> {
  const { db, team, now } = context;
  await lockTeam(context);
  const known = await db
    .selectFrom("documents")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("sha256", "=", staged.sha256)
    .executeTakeFirst();
  if (known === undefined) await keepRow(context, staged);
  await filesOf(context).keep(team.id, staged);
  if (known !== undefined) return { document: known, isNew: false, changes: [] };
  const named = { name: fileName(name, staged.kind), title: null, read_title: null };
  const document = await db
    .insertInto("documents")
    .values({
      team_id: team.id,
      id: context.newId(),
      sha256: staged.sha256,
      ...UNREAD,
      ...named,
      date: null,
      source,
      origin: origin === null ? null : JSON.stringify(origin),
      created_by: context.actor?.id ?? null,
      created_at: now,
      updated_at: now,
      shown_date: shownDateOf({ date: null, read_date: null, created_at: now }),
      search_text: documentSearchText(named, []),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueue(context, { job: "read_document", subjectId: document.id });
  const after = documentSnapshot(document);
  const change = { type: "document", id: document.id, before: null, after } as const;
  return { document, isNew: true, changes: [change] };
}

/** Bytes of a document that was deleted have their row still, and count already. */
async function keepRow(context: AuditContext, { sha256, size, kind }: StagedFile): Promise<void> {
  const { db, team, now } = context;
  const row = { team_id: team.id, sha256, size, kind, released_at: null, created_at: now };
  const known = await db
    .updateTable("files")
    .set({ released_at: null })
    .where("team_id", "=", team.id)
    .where("sha256", "=", sha256)
    .returning("size")
    .executeTakeFirst();
  if (known !== undefined) return;
  const limit = filesOf(context).teamLimit;
  const used = await storageUsed(context);
  if (used + size > limit) throw quotaExceeded(used, limit);
  await db.insertInto("files").values(row).execute();
}

/**
 * Removes bytes without a row. While the team is locked, no upload can come between the look and the removal.
 * @returns the number of those removed
 */
export async function removeBytes(context: OfTeam, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  return transaction(context, async (context) => {
    await lockTeam(context);
    const named = await namedOf(context, keys);
    const gone = keys.filter((key) => !named.has(key));
    for (const sha256 of gone) await filesOf(context).remove(context.team.id, sha256);
    return gone.length;
  });
}

/** Hashes of these that the team has rows of. */
export async function namedOf(
  { db, team }: Pick<OfTeam, "db" | "team">,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("files")
    .select("sha256")
    .where("team_id", "=", team.id)
    .where("sha256", "in", keys)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Bytes of all files of the team, with those of documents that were deleted in the last 31 days. */
export async function storageUsed({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<number> {
  const { used } = await db
    .selectFrom("files")
    .select((file) => file.cast<string | null>(file.fn.sum("size"), "text").as("used"))
    .where("team_id", "=", team.id)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

function quotaExceeded(used: number, limit: number): Refusal {
  return new Refusal({
    code: "quota_exceeded",
    message: `The team's files take ${inMegabytes(used)} of the ${inMegabytes(limit)} that they may, and this one does not fit`,
    next: "delete documents, whose space is free 31 days later, or ask who runs the server for more space (TEAM_STORAGE_GB); nothing was kept",
  });
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 100_000) / 10} MB`;
}
