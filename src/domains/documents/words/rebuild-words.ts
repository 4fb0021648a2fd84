import { sql } from "kysely";
import type { AuditContext, BaseContext } from "../../../db/context.ts";
import { dialectOf } from "../../../db/dialect.ts";
import { pause, transaction } from "../../../db/transaction.ts";
import { lockDocuments } from "../document.ts";
import { removeWords, writeWords } from "./write-words.ts";

/** Documents of a transaction: a server that runs beside it waits no longer than for these. */
const SLICE = 20;

/**
 * Writes the words of all documents of a team anew, in slices, from the texts that were read.
 * @returns the number of documents that have words
 */
export async function rebuildWords(context: AuditContext): Promise<number> {
  let [count, after] = [0, ""];
  for (;;) {
    const ids = await idsAfter(context, after);
    const last = ids.at(-1);
    if (last === undefined) return count;
    count += await transaction(context, async (context) => rebuildSome(context, ids));
    after = last;
    await pause(context);
  }
}

async function idsAfter(
  { db, team }: Pick<AuditContext, "db" | "team">,
  after: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where("team_id", "=", team.id)
    .$if(after !== "", (query) => query.where("id", ">", after))
    .orderBy("id")
    .limit(SLICE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the documents first: their texts may be read anew meanwhile. */
async function rebuildSome(context: AuditContext, ids: readonly string[]): Promise<number> {
  const { db, team } = context;
  const documents = await lockDocuments(context, ids);
  if (documents.length === 0) return 0;
  const texts = await db
    .selectFrom("document_texts")
    .select(["document_id", "text"])
    .where("team_id", "=", team.id)
    .where(
      "document_id",
      "in",
      documents.map(({ id }) => id),
    )
    .execute();
  const known = new Map(texts.map(({ document_id, text }) => [document_id, text]));
  await removeWords(
    context,
    ids.filter((id) => !known.has(id)),
  );
  for (const [documentId, text] of known) await writeWords(context, { documentId, text });
  return known.size;
}

/** Removes what the index has of documents that are gone. */
export async function removeLostWords(context: BaseContext): Promise<void> {
  await transaction(context, async ({ db }) => {
    await sql`delete from document_words where not exists (select 1 from documents as item
      where item.team_id = document_words.team_id and item.id = document_words.document_id)`.execute(
      db,
    );
    if (dialectOf(db) === "sqlite")
      await sql`delete from document_tokens where rowid in (
        select rowid from document_tokens except select entry from document_words)`.execute(db);
  });
}
