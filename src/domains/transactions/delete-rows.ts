import type { Change } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { unlinkTransactionTags } from "./transaction-tags.ts";
import { refuseExported, type Row } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

/**
 * Deletes locked transactions, at most a chunk, with their parts and tags. The other side of a transfer
 * stays, unlinked. Their files may bring them back, unless their keys are noted (`insertForgottenKeys`).
 * @throws Refusal for another side that is exported, since it would count otherwise
 */
export async function deleteRows(
  context: AuditContext,
  rows: readonly Row[],
): Promise<readonly Change[]> {
  const ids = rows.map(({ id }) => id);
  const tags = await unlinkTransactionTags(context, ids);
  const others = await otherSides(context, rows);
  for (const other of others) refuseExported(other);
  const changed = others.map((row) => ({ row, values: { transfer_id: null } }));
  return [...tags, ...(await writeTransactions(context, { changed, deleted: rows }))];
}

/** Exported other sides of transfers: they would start to count, so the given rows cannot be deleted. */
export async function exportedSides(
  context: Pick<AuditContext, "db" | "team">,
  rows: readonly Pick<Row, "id" | "transfer_id">[],
): Promise<readonly Row[]> {
  const others = await otherSides(context, rows);
  return others.filter(({ status }) => status === "exported");
}

async function otherSides(
  { db, team }: Pick<AuditContext, "db" | "team">,
  rows: readonly Pick<Row, "id" | "transfer_id">[],
): Promise<readonly Row[]> {
  const linked = rows.flatMap(({ transfer_id }) => transfer_id ?? []);
  if (linked.length === 0) return [];
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("transfer_id", "in", linked)
    .where(
      "id",
      "not in",
      rows.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
}
