import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { onOneDatabase } from "../../test/app.ts";
import { insertValues } from "./many-rows.ts";

onOneDatabase("PostgreSQL takes rows from JSON", (world) => {
  test("any number of rows is inserted, each once and in its order", async () => {
    for (const count of [0, 1, 7, 8, 49, 50, 117]) {
      const rows = Array.from({ length: count }, (_, index) => [
        `${count} ${index}`,
        index % 2 === 0 ? null : "2026-11-20",
      ]);
      await world.database.begin((db) =>
        insertValues(db, "rate_sources", ["name", "newest_day"], rows),
      );
      const stored = await world.database.reader
        .selectFrom("rate_sources")
        .select(["name", "newest_day"])
        .where(sql<boolean>`name like ${`${count} %`}`)
        .orderBy(sql`rowid`)
        .execute();
      assert.deepEqual(
        stored.map(({ name, newest_day }) => [name, newest_day]),
        rows,
      );
    }
  });
});
