import assert from "node:assert/strict";
import { test } from "node:test";
import { subjects } from "../../../../src/api/subjects.ts";
import { PAGES } from "../../../../src/shared/pages.ts";
import { SETTINGS_SECTIONS } from "../../../../src/shared/settings-sections.ts";

test("the page of a record is a page of the web app, and its section is there", () => {
  const known = new Set<string>([
    ...PAGES.map(({ to }) => to),
    ...Object.entries(SETTINGS_SECTIONS).flatMap(([to, sections]) =>
      sections.map(({ hash }) => `${to}#${hash}`),
    ),
  ]);
  const pages = Object.values(subjects).flatMap(({ page }) => page ?? []);
  assert.ok(pages.length > 0);
  for (const page of pages) assert.ok(known.has(page.replace(":id", "$id")), page);
});
