import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../../test/app.ts";
import { assertExports } from "../../../../test/export-checks.ts";
import { extent } from "../../../../test/extent.ts";
import { booksOf, range, row } from "../../../../test/report-books.ts";

onEachDatabase((world) => {
  test("files of the transactions behind any figure come to the figure, line by line and in their totals", async () => {
    const rule = fc.asyncProperty(
      fc.array(row, { minLength: 5, maxLength: 25 }),
      range,
      async (rows, days) => {
        world.at("2026-11-22T12:00:00Z");
        const team = await world.team();
        await booksOf(team, rows);
        await assertExports(team, days);
      },
    );
    await fc.assert(rule, { numRuns: extent(2, 100) });
  });
});
