import { z } from "zod";
import type { Context } from "../../db/context.ts";

export const InboxCounts = z.object({
  /** To be looked at by a person, with those that have a suggestion. */
  review: z.int(),
  reading: z.int(),
  suggested: z.int(),
});

export async function countItems({ db, team }: Context): Promise<z.input<typeof InboxCounts>> {
  const rows = await db
    .selectFrom("inbox_items")
    .select((item) => ["status", item.fn.countAll<number>().as("count")])
    .where("team_id", "=", team.id)
    .where("group_id", "is", null)
    .where("status", "in", [
      "new",
      "processing",
      "analyzing",
      "pending",
      "suggested_match",
      "no_match",
    ])
    .groupBy("status")
    .execute();
  const of = (...statuses: readonly string[]) =>
    rows.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0);
  return {
    review: of("pending", "suggested_match", "no_match"),
    reading: of("new", "processing", "analyzing"),
    suggested: of("suggested_match"),
  };
}
