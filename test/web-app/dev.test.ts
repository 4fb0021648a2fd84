import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, siteAt } from "../browser.ts";
import { folderForTests, processes } from "../server.ts";

const { dev } = processes();
const folder = await folderForTests();

test("npm run dev serves the app from its sources, and all else from the server, at one address", async () => {
  const { port, process } = await dev({ DATABASE_URL: `sqlite:${folder}/dev.db` }, "--demo");
  try {
    const origin = `http://localhost:${port}`;
    const browser = new Browser(siteAt(origin), origin);
    const signIn = await browser.open("/settings/team?x=1");
    assert.equal(signIn.path, "/signin?return=%2Fsettings%2Fteam%3Fx%3D1");
    const [, email = "", password = ""] =
      /as (\S+), with the password (\S+),/.exec(process.stdout) ?? [];
    browser.cookies.set("theme", "dark");
    const page = await browser.submit(signIn, { email, password });
    assert.deepEqual([page.status, page.path], [200, "/settings/team?x=1"]);
    assert.match(page.html, /<html data-theme="dark" lang="en">/);
    assert.match(page.html, /src="\/app\/main\.tsx/);
    for (const [path, status, type] of [
      ["/app/main.tsx", 200, "text/javascript"],
      ["/app/@vite/client", 200, "text/javascript"],
      ["/healthz", 200, "application/json"],
      ["/api/me", 401, "application/problem+json"],
      ["/nowhere", 404, "application/json"],
    ] as const) {
      const answer = await fetch(origin + path);
      // A body that is not read keeps its connection open.
      await answer.arrayBuffer();
      assert.deepEqual(
        [answer.status, answer.headers.get("Content-Type")?.split(";")[0]],
        [status, type],
      );
    }
  } finally {
    process.kill("SIGTERM");
    await process.ended();
  }
});
