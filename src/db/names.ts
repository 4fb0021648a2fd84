import { sql } from "kysely";
import { fold } from "../core/fold.ts";
import type { Register, Search } from "../core/naming.ts";
import type { AuditContext } from "./context.ts";
import type { Slots } from "./hot-query.ts";
import type { Db } from "./schema/schema.ts";

type Table = "customers" | "tracker_projects";

/** Past this limit a name of several records may be offered; its use is then refused with their ids. */
const MOST_OTHERS = 1000;

export type Values = Search & { readonly team_id: string };

/** Selects a team's rows by name; the domain adds its condition for `isPast`. */
export function selectByName(db: Db, table: Table, { slot, given }: Slots<Values>) {
  const folded = sql.ref<string>("name_folded");
  // Follows an index: by name for exact names and prefixes, else the newest first.
  const isByName = given("is") || given("begins");
  return (
    db
      .selectFrom(table)
      .select(["id", "name"])
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
      .orderBy(isByName ? folded : sql.ref("created_at"), isByName ? "asc" : "desc")
      .orderBy("id", isByName ? "asc" : "desc")
      .limit(slot("rows"))
  );
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
