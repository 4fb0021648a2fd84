import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { onEachDatabase } from "../../test/app.ts";
import { addProject } from "../../test/tracker.ts";
import { preparedQuery, type Slots } from "./prepared-query.ts";

type Values = { readonly team_id: string; readonly name?: string; readonly status?: "completed" };

onEachDatabase((world) => {
  const namesOf = preparedQuery((db, { slot, given }: Slots<Values>) =>
    db
      .selectFrom("tracker_projects")
      .select("name")
      .where("team_id", "=", slot("team_id"))
      .$if(given("name"), (query) => query.where("name", "=", slot("name")))
      .$if(given("status"), (query) => query.where("status", "=", slot("status")))
      .orderBy("name"),
  );

  test("each run takes its own values, and leaves out what is not given", async () => {
    const [team, other] = [await world.team(), await world.team()];
    for (const name of ["a", "b"]) await addProject(team, { name });
    await addProject(team, { name: "c", status: "completed" });
    await addProject(other, { name: "z" });
    const { reader } = world.database;
    for (let run = 0; run < 3; run += 1) {
      for (const [values, expected] of [
        [{ team_id: team.id }, ["a", "b", "c"]],
        [{ team_id: other.id }, ["z"]],
        [{ team_id: team.id, name: "b" }, ["b"]],
        [{ team_id: team.id, status: "completed" }, ["c"]],
        [{ name: "a", team_id: team.id, status: "completed" }, []],
      ] as const) {
        const rows = await namesOf(reader, values);
        assert.deepEqual(
          rows.map(({ name }) => name),
          expected,
        );
      }
    }
  });

  test("it sees what its own transaction has written", async () => {
    const team = await world.team();
    await world.database.begin(async (db) => {
      const project = {
        team_id: team.id,
        id: team.auditContext.newId(),
        name: "new",
        name_folded: "new",
      };
      const moments = { created_at: world.now, updated_at: world.now };
      await db
        .insertInto("tracker_projects")
        .values({ ...project, billable: false, status: "completed", ...moments })
        .execute();
      assert.deepEqual(await namesOf(db, { team_id: team.id }), [{ name: "new" }]);
      assert.deepEqual(await namesOf(world.database.reader, { team_id: team.id }), []);
    });
  });

  test("queries of the same text share a statement, and those after them have their own", async () => {
    const team = await world.team();
    await addProject(team, { name: "a" });
    const literal = (text: string) =>
      preparedQuery((db, { slot }: Slots<{ team_id: string }>) =>
        db
          .selectFrom("tracker_projects")
          .select(sql.lit(text).as("text"))
          .where("team_id", "=", slot("team_id")),
      );
    for (const text of ["one", "two", "two", "three", "one", "four"]) {
      const rows = await literal(text)(world.database.reader, { team_id: team.id });
      assert.deepEqual(rows, [{ text }]);
    }
  });
});
