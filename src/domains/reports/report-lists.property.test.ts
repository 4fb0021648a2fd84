import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { booksOf, range, row } from "../../../test/report-books.ts";
import { assertLeftOut, assertLists } from "../../../test/report-checks.ts";
import type { Range } from "./range.ts";

onEachDatabase((world) => {
  /** Holds for random books and some ranges of days. */
  async function assertOfBooks(holds: (team: Team, days: Range) => Promise<void>): Promise<void> {
    const rule = fc.asyncProperty(
      fc.array(row, { minLength: 5, maxLength: 25 }),
      fc.array(range, { minLength: 2, maxLength: 3 }),
      async (rows, ranges) => {
        world.at("2026-11-22T12:00:00Z");
        const team = await world.team();
        await booksOf(team, rows);
        for (const days of ranges) await holds(team, days);
      },
    );
    await fc.assert(rule, { numRuns: extent(3, 150) });
  }

  test("each figure of any days opens a list that comes to the same", async () => {
    await assertOfBooks(assertLists);
  });

  test("what is left out of any days opens a list of as many", async () => {
    await assertOfBooks(assertLeftOut);
  });
});
