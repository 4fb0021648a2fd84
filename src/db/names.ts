import { sql } from "kysely";
import { fold } from "../core/fold.ts";
import type { Register, Search } from "../core/naming.ts";
import type { Signed } from "./context.ts";
import type { Slots } from "./hot-query.ts";
import type { Db } from "./schema.ts";

/** Tables with a name in each row, its folded form, and an index of that. */
type Table = "customers" | "tracker_projects";

/** When a name is offered that still more have, its use is refused with their ids. */
const MOST_OTHERS = 1000;

export type Values = Search & { readonly team_id: string };

/** Rows of a team by their names; what `isPast` means is for the domain to add. */
export function selectByName(db: Db, table: Table, { slot, given }: Slots<Values>) {
  const folded = sql.ref<string>("name_folded");
  // In the order of an index: by name where that says which they are, else the newest first.
  const isByName = given("is") || given("begins");
  return (
    db
      .selectFrom(table)
      .select(["id", "name"])
      .where("team_id", "=", slot("team_id"))
      .$if(given("is"), (query) => query.where(folded, "=", slot("is")))
      // U+10FFFF is no character, and sorts behind all that are.
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

/** The parts of a register that are the same for all tables. */
export function registerOf(table: Table): Pick<Register<Signed>, "byId" | "others"> {
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
