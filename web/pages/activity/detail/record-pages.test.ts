import assert from "node:assert/strict";
import { test } from "node:test";
import { subjects } from "../../../../src/api/subjects.ts";
import { PAGES, SETTINGS } from "../../../destinations.ts";

test("the page of a record is a page of the web app, and its section is there", () => {
  const settings = SETTINGS.flatMap(({ pages }) => pages);
  const known = new Set([
    ...PAGES.map(({ to }) => to),
    ...settings.flatMap(({ to, items }) => items.map(({ hash }) => `${to}#${hash}`)),
  ]);
  const pages = Object.values(subjects).flatMap(({ page }) => page ?? []);
  assert.ok(pages.length > 0);
  for (const page of pages) assert.ok(known.has(page), page);
});
