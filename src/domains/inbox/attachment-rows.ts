import type { Selectable } from "kysely";
import { lockForUpdate } from "../../db/dialect.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Schema } from "../../db/schema/schema.ts";

export type AttachmentRow = Selectable<Schema["transaction_attachments"]>;

export function attachmentSnapshot({ team_id: _team, ...snapshot }: AttachmentRow) {
  return snapshot;
}

/** Locks attachments in the order of their ids. */
export async function lockAttachments(
  { db, team }: Pick<OfTeam, "db" | "team">,
  by: "id" | "transaction_id" | "document_id" | "inbox_id",
  ids: readonly string[],
): Promise<readonly AttachmentRow[]> {
  if (ids.length === 0) return [];
  const rows = db
    .selectFrom("transaction_attachments")
    .selectAll()
    .where("team_id", "=", team.id)
    .where(by, "in", ids)
    .orderBy("id");
  return lockForUpdate(db, rows).execute();
}
