import assert from "node:assert/strict";
import { test } from "node:test";
import { NAVIGATION, PAGES } from "../../src/shared/pages.ts";
import { INNER_PAGES } from "./inner-pages.ts";

/** Offered as the action "Import transactions…". */
const ACTION = "/transactions/import";

test("the palette names every page that needs no record", () => {
  const named = new Set<string>([ACTION, ...[...NAVIGATION, ...INNER_PAGES].map(({ to }) => to)]);
  const missing = PAGES.map(({ to }) => to).filter((to) => !to.includes("$") && !named.has(to));
  assert.deepEqual(missing, []);
});
