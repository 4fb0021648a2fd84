import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { firstPaint } from "./web-app.ts";

const PAGE =
  '<head></head><a href="/"><svg></svg></a><a href="/activity"><svg></svg></a><h1>Loading…</h1>';

const webAppFolder = mkdtempSync(join(tmpdir(), "ledgerport-first-paint-"));
after(() => rmSync(webAppFolder, { recursive: true }));
writeFileSync(
  join(webAppFolder, "manifest.json"),
  JSON.stringify({
    "pages/activity/activity.page.tsx": { file: "app/activity-1.js", imports: ["_parts.js"] },
    "pages/settings/settings.page.tsx": { file: "app/settings-1.js" },
    "pages/settings/profile.page.tsx": { file: "app/profile-1.js" },
    "pages/settings/ai.page.tsx": { file: "app/ai-1.js", imports: ["_parts.js"] },
    "pages/customers/tags.page.tsx": { file: "app/tags-1.js" },
    "pages/customers/customer.page.tsx": { file: "app/customer-1.js" },
    "_parts.js": { file: "app/parts-1.js", imports: ["_base.js"] },
    "_base.js": { file: "app/base-1.js", imports: ["_parts.js"] },
  }),
);

describe("the first paint", () => {
  test("names the page at the address, also below it, and marks it in the navigation", async () => {
    for (const path of ["/activity", "/activity/1"]) {
      const page = await painted(path);
      assert.match(page, /<h1>Activity<\/h1>/);
      assert.match(page, /<a href="\/activity" aria-current="page"><svg>/);
      assert.doesNotMatch(page, /<a href="\/" aria-current/);
    }
    assert.match(await painted("/"), /<a href="\/" aria-current="page">.*<h1>Home<\/h1>/);
  });

  test("says that it loads where the address has no place in the navigation", async () => {
    const page = await painted("/calls");
    assert.match(page, /<h1>Loading…<\/h1>/);
    assert.doesNotMatch(page, /aria-current/);
  });

  test("asks for the scripts of the page and all that they import, each once", async () => {
    assert.deepEqual(await scriptsAt("/activity"), ["activity-1", "parts-1", "base-1"]);
    assert.deepEqual(await scriptsAt("/settings/ai"), ["settings-1", "ai-1", "parts-1", "base-1"]);
    assert.deepEqual(await scriptsAt("/settings"), ["settings-1", "profile-1"]);
    assert.deepEqual(await scriptsAt("/customers/tags"), ["tags-1"]);
    assert.deepEqual(await scriptsAt("/customers/1"), ["customer-1"]);
    assert.deepEqual(await scriptsAt("/nowhere"), []);
  });

  test("asks for the records that the page reads first, where the team is known", async () => {
    const link = '<link rel="preload" href="/api/teams/t1/activity?limit=50" as="fetch"';
    assert.ok((await painted("/activity", "t1")).includes(link));
    assert.doesNotMatch(await painted("/activity"), /api\/teams/);
    assert.match(await painted("/settings/categories", "t1"), /\/api\/teams\/t1\/categories"/);
    assert.doesNotMatch(await painted("/settings/profile", "t1"), /api\/teams/);
  });

  test("is the page as it was built where nothing is known of its scripts", async () => {
    const page = await firstPaint(PAGE, { webAppFolder: "/nowhere", path: "/calls", team: null });
    assert.equal(page, PAGE);
  });
});

async function painted(path: string, team: string | null = null): Promise<string> {
  return firstPaint(PAGE, { webAppFolder, path, team });
}

async function scriptsAt(path: string): Promise<readonly (string | undefined)[]> {
  const page = await painted(path);
  return [
    ...page.matchAll(/<link rel="modulepreload" crossorigin href="\/app\/([^"]+)\.js">/g),
  ].map(([, name]) => name);
}
