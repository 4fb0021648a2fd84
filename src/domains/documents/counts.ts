import { z } from "zod";
import type { AuditContext } from "../../db/context.ts";
import { filesOf, storageUsed } from "./keep-file.ts";

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
