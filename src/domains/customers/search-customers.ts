import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import type { Candidate } from "../search/relevance.ts";

/** The newest customers that contain all words, folded, in their names, addresses and contacts. */
export async function searchCustomers(
  { db, team }: Context,
  words: readonly string[],
  rows: number,
): Promise<readonly Candidate[]> {
  const text = sql`coalesce(name_folded, '') || ' ' || coalesce(email_folded, '') || ' ' || coalesce(contact_folded, '')`;
  // Found in an index alone; only what matches is read.
  const newest = db
    .selectFrom("customers")
    .select("id")
    .where("team_id", "=", team.id)
    .where((row) => row.and(words.map((word) => sql<boolean>`instr(${text}, ${word}) > 0`)))
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
