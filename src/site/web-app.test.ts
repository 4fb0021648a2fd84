import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { BASE_URL, onAnyDatabase, type World } from "../../test/app.ts";
import { Browser, textOf } from "../../test/browser.ts";
import { loggedApp, worldOfFile } from "../../test/mcp.ts";
import { App, person, signedIn } from "../../test/oauth.ts";
import { PAGES } from "../shared/pages.ts";
import { SETTINGS } from "../shared/settings-pages.ts";
import { fontHref, iconHref } from "./assets.ts";

const INDEX = `<!doctype html><html lang="en"><title>Ledgerport</title></html>`;
const SCRIPT = "export const sum = (a, b) => a + b;\n".repeat(100);

const OPEN = { none: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync };

const home = mkdtempSync(join(tmpdir(), "ledgerport-web-app-"));
after(() => rmSync(home, { recursive: true }));
const webAppFolder = build(join(home, "dist"));
writeFileSync(join(home, "secret.js"), "secret");

const ADDRESSES = [
  ...PAGES.map(({ to }) => to.replaceAll("$", "")),
  ...SETTINGS.flatMap(({ pages }) => pages.map(({ to }) => to)),
  "/activity/1/2",
  "/calls",
];

onAnyDatabase((world) => {
  const app = () => loggedApp(world, { webAppFolder }).app;

  test("the app opens at each of its addresses for whoever is signed in, and may run own files only", async () => {
    const browser = await signedInTo(world);
    for (const address of ADDRESSES) {
      const page = await browser.open(`${address}?tab=1`);
      assert.deepEqual([page.status, page.path, page.html], [200, `${address}?tab=1`, INDEX]);
      assert.equal(page.headers.get("Content-Type"), "text/html; charset=UTF-8");
      assert.equal(page.headers.get("Cache-Control"), "no-store");
      assert.equal(page.headers.get("Referrer-Policy"), "same-origin");
      assert.equal(page.headers.get("X-Content-Type-Options"), "nosniff");
      assert.equal(page.headers.get("X-Frame-Options"), "DENY");
      assert.match(page.headers.get("Permissions-Policy") ?? "", /camera=\(\)/);
      assert.deepEqual(policyOf(page.headers), [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self'",
        "require-trusted-types-for 'script'",
        "script-src 'self'",
        "style-src 'self'",
        "trusted-types 'none'",
      ]);
    }
  });

  test("whoever is signed out is led to sign in, and from there to where they wanted", async () => {
    const team = await world.team();
    for (const [asked, signIn] of [
      ["/", "/signin"],
      ["/settings/team", "/signin?return=%2Fsettings%2Fteam"],
      [
        "/activity?actor=key:1&x=a%20b",
        "/signin?return=%2Factivity%3Factor%3Dkey%3A1%26x%3Da%2520b",
      ],
    ] as const) {
      const answer = await app().request(asked);
      assert.deepEqual([answer.status, answer.headers.get("Location")], [303, signIn]);
      assert.equal(await answer.text(), "");
      const browser = new Browser(app(), BASE_URL);
      const page = await browser.submit(await browser.open(asked), await person(team));
      assert.deepEqual([page.status, page.path, page.html], [200, asked, INDEX]);
    }
  });

  test("a session that has ended opens nothing", async () => {
    const browser = await signedInTo(world);
    await world.database.begin((db) => db.deleteFrom("sessions").execute());
    assert.equal((await browser.open("/connect")).path, "/signin?return=%2Fconnect");
  });

  test("an app that was not built says how it is, and only to whoever is signed in", async () => {
    const unbuilt = loggedApp(world, { webAppFolder: join(home, "nowhere") }).app;
    assert.equal((await unbuilt.request("/connect")).status, 303);
    const browser = await signedIn(await world.team(), { app: unbuilt });
    const page = await browser.open("/connect");
    assert.equal(page.status, 503);
    assert.equal(page.headers.get("Cache-Control"), "no-store");
    assert.match(textOf(page.html), /Run npm run build in its folder/);
    assert.equal((await unbuilt.request("/app/main-1.js")).status, 404);
  });

  describe("the theme that a person chose is that of the page from its first byte", () => {
    const pages = ["/settings/team", "/signin?switch=1", "/nothing-is-here"];
    for (const theme of ["light", "dark"]) {
      test(theme, async () => {
        const browser = await signedInTo(world);
        browser.cookies.set("theme", theme);
        const consent = (await App.register(world)).authorizePath();
        for (const address of [...pages, consent]) {
          const { html } = await browser.open(address);
          assert.ok(html.startsWith(`<!doctype html>`), address);
          assert.deepEqual(html.match(/<html[^>]*>/g), [`<html data-theme="${theme}" lang="en">`]);
        }
      });
    }

    for (const wrong of ["", "blue", "DARK", "dark light", `"><script>`, "%22%20onload=%22x"]) {
      test(`and that of the system when the cookie says ${JSON.stringify(wrong)}`, async () => {
        const browser = await signedInTo(world);
        browser.cookies.set("theme", wrong);
        for (const address of pages) {
          const { html } = await browser.open(address);
          assert.deepEqual(html.match(/<html[^>]*>/g), [`<html lang="en">`]);
        }
      });
    }
  });

  test("a browser without the font draws in the system's, and one that was sent the font has it from then on", async () => {
    const folder = build(
      join(home, "font"),
      INDEX.replace("<title>", "<head></head><body><title>"),
    );
    const site = loggedApp(world, { webAppFolder: folder }).app;
    const browser = await signedInTo(world);
    const open = async (cookie: string) => {
      const answer = await site.request("/", {
        headers: { Cookie: `session=${browser.cookies.get("session")}; ${cookie}` },
      });
      return answer.text();
    };
    const sent = await site.request(fontHref);
    const [cookie = ""] = sent.headers.getSetCookie();
    assert.match(cookie, /^font=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const other = await site.request(iconHref);
    assert.deepEqual(other.headers.getSetCookie(), []);

    const preload = `<link rel="preload" href="${fontHref}" as="font" type="font/woff2" crossorigin>`;
    const known = await open(cookie.split(";")[0] ?? "");
    assert.ok(known.includes(`${preload}</head>`));
    assert.ok(known.includes("<body>"));
    for (const without of ["", "font=/assets/0.woff2"]) {
      const page = await open(without);
      assert.ok(page.includes('<body data-font="later">'), without);
      assert.ok(!page.includes("woff2"), without);
    }
  });

  test("only reading is served where the app is, and HEAD is reading without a body", async () => {
    const { cookies } = await signedInTo(world);
    const headers = { Cookie: `session=${cookies.get("session")}`, Accept: "text/html" };
    for (const path of ["/connect", "/settings/team", "/app/main-1.js"]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = await app().request(path, { method, headers });
        assert.deepEqual([answer.status, answer.headers.get("Allow")], [405, "GET, HEAD"]);
      }
      const whole = await app().request(path, { headers });
      const head = await app().request(path, { method: "HEAD", headers });
      assert.equal(head.status, 200);
      assert.deepEqual([...head.headers], [...whole.headers]);
      assert.equal(await head.text(), "");
    }
  });
});

describe("the files of the app", () => {
  const world = worldOfFile();
  const get = (path: string, headers = {}) =>
    loggedApp(world, { webAppFolder }).app.request(path, { headers });

  test("are for everybody, of the type they are, and kept for ever", async () => {
    for (const [path, type] of [
      ["/app/main-1.js", "text/javascript; charset=utf-8"],
      ["/app/main-2.css", "text/css; charset=utf-8"],
    ] as const) {
      const answer = await get(path);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("Content-Type"), type);
      assert.equal(answer.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
      assert.equal(answer.headers.get("X-Content-Type-Options"), "nosniff");
      assert.equal(answer.headers.get("Set-Cookie"), null);
    }
  });

  describe("are compressed as the browser takes them", () => {
    for (const [accepted, encoding] of [
      [undefined, null],
      ["", null],
      ["identity", null],
      ["deflate, zstd", null],
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
      ["GZIP", "gzip"],
      ["br;q=0.1, gzip;q=0.9", "br"],
      ["br;q=0, gzip", "gzip"],
      ["br;q=0,gzip;q=0.0", null],
      ["x-br, gzipped", null],
      [";;;,=,q=br", null],
    ] as const) {
      test(`${accepted ?? "nothing"} is answered with ${encoding ?? "the file as it is"}`, async () => {
        const answer = await get(
          "/app/main-1.js",
          accepted === undefined ? {} : { "Accept-Encoding": accepted },
        );
        assert.equal(answer.headers.get("Content-Encoding"), encoding);
        assert.equal(answer.headers.get("Vary"), "Accept-Encoding");
        const body = Buffer.from(await answer.arrayBuffer());
        assert.equal(String(OPEN[encoding ?? "none"](body)), SCRIPT);
      });
    }
  });

  test("are all there is: whatever else is asked for is nowhere, wherever it lies", async () => {
    const long = "a".repeat(1000);
    for (const path of [
      "/app",
      "/app/",
      "/app/main-9.js",
      "/app/main-1.js.br",
      "/app/main-1.js.gz",
      "/app/main-1.js/",
      "/app/main-1.js/x",
      "/app/main-1.js%00",
      "/app/main-1.js%20",
      "/app/MAIN-1.js%2f",
      "/app/notes.txt",
      "/app/.hidden.js",
      "/app/index.html",
      "/app/manifest.json",
      "/app/..%2findex.html",
      "/app/..%2f..%2fsecret.js",
      "/app/%2e%2e%2f%2e%2e%2fsecret.js",
      "/app/..%5c..%5csecret.js",
      "/app/%2e%2e%2fapp%2fmain-1.js",
      "/app/..%252f..%252fsecret.js",
      `/app/${encodeURIComponent(join(home, "secret.js"))}`,
      `/app/${long}.js`,
      "/index.html",
      "/manifest.json",
      "/connected",
      "/settings.html",
    ]) {
      const answer = await get(path, { "Accept-Encoding": "br, gzip" });
      assert.equal(answer.status, 404, path);
      assert.match(await answer.text(), /Nothing is here/, path);
    }
  });
});

async function signedInTo(world: World): Promise<Browser> {
  return signedIn(await world.team(), { app: loggedApp(world, { webAppFolder }).app });
}

function policyOf(headers: Headers): readonly string[] {
  return (headers.get("Content-Security-Policy") ?? "").split("; ").toSorted();
}

/** Minimal build, with a hidden and an unlisted file beside its scripts. */
function build(folder: string, index = INDEX): string {
  mkdirSync(join(folder, "app"), { recursive: true });
  for (const name of ["main-1.js", "main-2.css", ".hidden.js", "notes.txt"]) {
    writeFileSync(join(folder, "app", name), SCRIPT);
    writeFileSync(join(folder, "app", `${name}.br`), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, "app", `${name}.gz`), gzipSync(SCRIPT));
  }
  writeFileSync(join(folder, "index.html"), index);
  writeFileSync(join(folder, "manifest.json"), "{}");
  return folder;
}
