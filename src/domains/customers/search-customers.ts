import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import type { Candidate } from "../search/relevance.ts";

/** The newest customers that contain all words, folded, in their names, addresses and contacts. */
export async function searchCustomers(
  { db, team }: Context,
  words: readonly string[],
  rows: number,
): Promise<readonly Candidate[]> {
  // Found in an index alone; only these rows are read whole.
  const newest = db
    .selectFrom("customers")
    .select("id")
    .where("team_id", "=", team.id)
    .where((row) => row.and(words.map(holds)))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(rows);
  const found = await db
    .selectFrom(newest.as("page"))
    .innerJoin("customers", (join) =>
      join.on("customers.team_id", "=", team.id).onRef("customers.id", "=", "page.id"),
    )
    .select(["customers.id", "name", "email", "is_archived", "preferred_currency", "created_at"])
    .select(["name_folded", "email_folded", "contact_folded"])
    .execute();
  return found.map(({ name_folded, email_folded, contact_folded, ...data }) => ({
    id: data.id,
    type: "customer",
    created_at: data.created_at,
    texts: { name: name_folded, reference: "", rest: `${email_folded} ${contact_folded ?? ""}` },
    read: async () => data,
  }));
}

/** Looks in each text alone, since no word has a space: cheaper than to join them for every customer. */
function holds(word: string) {
  const columns = ["name_folded", "email_folded", "contact_folded"];
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`instr(${sql.ref(column)}, ${word}) > 0`),
    sql` or `,
  )})`;
}
