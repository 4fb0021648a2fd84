import { type RawBuilder, sql } from "kysely";
import { fold } from "../core/fold.ts";
import type { Register, Search } from "../core/naming.ts";
import type { AuditContext } from "./context.ts";
import type { Slots } from "./prepared-query.ts";
import type { Db } from "./schema/schema.ts";

type Table = "customers" | "tracker_projects";

/**
 * Beyond it, a name that several records have may be offered; its use is then refused with their
 * ids.
 */
const MOST_OTHERS = 1000;

export type Values = Search & { readonly team_id: string };

/**
 * Selects a team's rows by name: finds them in an index alone, then reads only those.
 * @param isPast the domain's condition, on columns of that index
 */
export function selectByName(
  db: Db,
  table: Table,
  { slot, given }: Slots<Values>,
  isPast: RawBuilder<boolean>,
) {
  const folded = sql.ref<string>("name_folded");
  // Follows an index: by name for exact names and prefixes, else the newest first.
  const isByName = given("is") || given("begins");
  const direction = isByName ? "asc" : "desc";
  const place = isByName ? folded : sql.ref<string>("created_at");
  const page = db
    .selectFrom(table)
    .select(["id", place.as("place")])
    .where("team_id", "=", slot("team_id"))
    .$if(given("is"), (query) => query.where(folded, "=", slot("is")))
    // U+10FFFF is not a character, and sorts after all characters.
    .$if(given("begins"), (query) =>
      query
        .where(folded, ">=", slot("begins"))
        .where(
          sql<boolean>`${folded} < cast(${slot("begins")} as text) || ${sql.lit("\u{10ffff}")}`,
        ),
    )
    .$if(given("holds"), (query) =>
      query.where(sql<boolean>`instr(${folded}, ${slot("holds")}) > 0`),
    )
    .$if(given("within"), (query) =>
      query.where(sql<boolean>`instr(${folded}, ${slot("within")}) > 1`),
    )
    .$if(given("isPast"), (query) => query.where(isPast, "=", slot("isPast")))
    .orderBy(place, direction)
    .orderBy("id", direction)
    .limit(slot("rows"));
  return db
    .selectFrom(page.as("page"))
    .select("page.id")
    .select(
      sql<string>`(select found.name from ${sql.table(table)} as found
        where found.team_id = ${slot("team_id")} and found.id = page.id)`.as("name"),
    )
    .orderBy("page.place", direction)
    .orderBy("page.id", direction);
}

export function registerOf(table: Table): Pick<Register<AuditContext>, "byId" | "others"> {
  return {
    byId: async ({ db, team }, id) =>
      db
        .selectFrom(table)
        .select(["id", "name"])
        .where("team_id", "=", team.id)
        .where("id", "=", id)
        .executeTakeFirst(),
    others: async ({ db, team }, things) =>
      db
        .selectFrom(table)
        .select(["id", "name"])
        .where("team_id", "=", team.id)
        .where("name_folded", "in", [...new Set(things.map(({ name }) => fold(name)))])
        .where(
          "id",
          "not in",
          things.map(({ id }) => id),
        )
        .limit(MOST_OTHERS)
        .execute(),
  };
}
