import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import { visible } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";

export const ListImports = z.strictObject({ account: uuid });

export const Imports = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      file_name: z.string(),
      format: z.string(),
      first_date: z.string().nullable(),
      last_date: z.string().nullable(),
      opening_minor: z.int().nullable(),
      closing_minor: z.int().nullable(),
      difference_minor: z.int().nullable(),
      counts: z.record(z.string(), z.object({ count: z.int(), minor: z.int(), taken: z.int() })),
      created_at: z.string(),
    }),
  ),
});

const Counts = Imports.shape.items.element.shape.counts;
const MOST = 100;

/** The newest imports into an account. */
export async function listImports(
  { db, team }: Context,
  { account }: z.output<typeof ListImports>,
): Promise<z.output<typeof Imports>> {
  const rows = await db
    .selectFrom("imports")
    .select(["id", "file_name", "format", "first_date", "last_date", "counts", "created_at"])
    .select(["opening_minor", "closing_minor", "difference_minor"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();
  return {
    items: rows.map((row) => ({
      ...row,
      file_name: visible(row.file_name),
      counts: Counts.parse(row.counts),
    })),
  };
}
