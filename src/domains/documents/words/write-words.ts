import { sql } from "kysely";
import { dialectOf } from "../../../db/dialect.ts";
import { isOneOf } from "../../../db/many-rows.ts";
import type { OfTeam } from "../../../db/outbox.ts";
import { inSlices, transaction } from "../../../db/transaction.ts";
import { teamPrefix, tokensOf } from "./tokens.ts";

type Words = { readonly documentId: string; readonly text: string };

/** Writes the words of a document's text into the index. They replace the words that it had there. */
export async function writeWords(context: OfTeam, { documentId, text }: Words): Promise<void> {
  const prefix = teamPrefix(context.team.id);
  const words = await inSlices(context, tokensOf(text));
  const tokens = words.map((word) => prefix + word).join(" ");
  await transaction(context, async ({ db, team }) => {
    if (dialectOf(db) === "postgres") {
      await sql`insert into document_words (team_id, document_id, tokens)
        values (${team.id}, ${documentId}, array_to_tsvector(string_to_array(${tokens}, ' ')))
        on conflict (team_id, document_id) do update set tokens = excluded.tokens`.execute(db);
      return;
    }
    const { rows } = await sql<{ entry: number }>`insert into document_words (team_id, document_id)
      values (${team.id}, ${documentId})
      on conflict (team_id, document_id) do update set team_id = excluded.team_id
      returning entry`.execute(db);
    for (const { entry } of rows) {
      await sql`delete from document_tokens where rowid = ${entry}`.execute(db);
      await sql`insert into document_tokens (rowid, tokens) values (${entry}, ${tokens})`.execute(
        db,
      );
    }
  });
}

/** Takes documents out of the index. */
export async function removeWords(context: OfTeam, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await transaction(context, async ({ db, team }) => {
    const theirs = sql`team_id = ${team.id} and ${isOneOf(db, sql.ref("document_id"), documentIds)}`;
    if (dialectOf(db) === "sqlite")
      await sql`delete from document_tokens
        where rowid in (select entry from document_words where ${theirs})`.execute(db);
    await sql`delete from document_words where ${theirs}`.execute(db);
  });
}
