import type { AuditContext } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";

/** Counts transactions, and parts of transactions, that have a category. */
export async function countUses(
  { db, team }: Pick<AuditContext, "db" | "team">,
  slug: string,
): Promise<number> {
  const values = { team_id: team.id, slug };
  const [[whole], [part]] = await Promise.all([countWholes(db, values), countParts(db, values)]);
  return (whole?.count ?? 0) + (part?.count ?? 0);
}

type OfCategory = { readonly team_id: string; readonly slug: string };

const countWholes = hotQuery((db, { slot }: Slots<OfCategory>) =>
  db
    .selectFrom("transactions")
    .where("team_id", "=", slot("team_id"))
    .where("category_slug", "=", slot("slug"))
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

const countParts = hotQuery((db, { slot }: Slots<OfCategory>) =>
  db
    .selectFrom("transaction_parts")
    .where("team_id", "=", slot("team_id"))
    .where("category_slug", "=", slot("slug"))
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
