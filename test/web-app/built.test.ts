import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { NAVIGATION, PAGES } from "../../src/shared/pages.ts";
import { SETTINGS } from "../../src/shared/settings-pages.ts";
import { assets } from "../../src/site/assets.ts";
import { WEB_APP_FOLDER } from "../../src/site/web-app.ts";
import { loggedApp, worldOfFile } from "../mcp.ts";
import { signedIn } from "../oauth.ts";
import { firstLoad, index, manifest } from "./first-load.ts";

const KILOBYTE = 1024;
const MOST_AT_FIRST = 141 * KILOBYTE;
const MOST_WITH_PAGE = 190 * KILOBYTE;
/** Of a page alone, with gzip. */
const MOST_OWN = 40 * KILOBYTE;
/** All scripts of a first visit, with Brotli and headers. */
const MOST_SCRIPTS = 230 * KILOBYTE;
/** Headers of an answer are a little less. */
const HEADERS = 310;

/** Loaded after a page is drawn: on every page, and on some. */
const LATER = ["components/pinned.tsx", ...chunksNamed("interface")];
const LATER_ON = new Map([
  ["/time", "pages/time/work-box.tsx"],
  ["/transactions", "pages/transactions/transaction-sheet.tsx"],
  ["/transactions/review", "pages/transactions/category-picker.tsx"],
  ["/activity", "pages/activity/detail/event-sheet.tsx"],
]);

/** Addresses that no page fetches: namespaces, libraries' documentation, links for people. */
const NEVER_FETCHED = [
  "http://www.w3.org/",
  "http://localhost",
  "https://base-ui.com/production-error",
  "https://react.dev/errors/",
  "https://tailwindcss.com",
  "https://chatgpt.com/",
  "https://claude.ai/",
];

const built = globSync("app/*.{js,css}", { cwd: WEB_APP_FOLDER });
const others = globSync("app/*", { cwd: WEB_APP_FOLDER }).filter((file) => !built.includes(file));

describe("the web app as it is built", () => {
  const world = worldOfFile();

  test(`weighs at most ${MOST_AT_FIRST / KILOBYTE} KB, compressed, when it is opened first`, () => {
    const files = firstLoad();
    const sum = files.reduce((sum, { size }) => sum + size, 0);
    const list = files.map(({ name, size }) => `${(size / KILOBYTE).toFixed(1)} KB  ${name}`);
    assert.ok(sum <= MOST_AT_FIRST, `${(sum / KILOBYTE).toFixed(1)} KB:\n${list.join("\n")}`);
  });

  test(`weighs at most ${MOST_WITH_PAGE / KILOBYTE} KB with any page of the navigation`, () => {
    const app = firstLoad();
    for (const { to } of NAVIGATION) {
      const files = new Set([...app.map(({ name }) => name), ...filesOf(to)]);
      const sum = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
      assert.ok(sum <= MOST_WITH_PAGE, `${to}: ${(sum / KILOBYTE).toFixed(1)} KB`);
    }

    function sizeOf(file: string): number {
      const known = app.find(({ name }) => name === file);
      return known?.size ?? statSync(join(WEB_APP_FOLDER, `${file}.gz`)).size;
    }
  });

  test(`loads at most ${MOST_SCRIPTS / KILOBYTE} KB of scripts on a first visit of any page that is opened often`, () => {
    const others = ["/settings/profile", "/reports/name"];
    const often = [...NAVIGATION.map(({ to }) => to), ...LATER_ON.keys(), ...others];
    for (const to of new Set(often)) {
      const own = LATER_ON.get(to);
      assert.ok(own === undefined || manifest[own] !== undefined, own);
      const parts = ["index.html", ...LATER, ...(own === undefined ? [] : [own])];
      const files = [...new Set([...parts.flatMap(withImports), ...filesOf(to)])];
      const sizes = files.map((file) => statSync(join(WEB_APP_FOLDER, `${file}.br`)).size);
      const sum = sizes.reduce((sum, size) => sum + size + HEADERS, 0);
      const list = files.map((file, index) => `${sizes[index]} ${file}`).join("\n");
      assert.ok(sum <= MOST_SCRIPTS, `${to}: ${(sum / KILOBYTE).toFixed(1)} KB:\n${list}`);
    }
  });

  test(`has at most ${MOST_OWN / KILOBYTE} KB of each page's own code, compressed`, () => {
    for (const { file } of [...PAGES, ...SETTINGS.flatMap(({ pages }) => pages)]) {
      const { file: script = "" } = manifest[`pages/${file}.page.tsx`] ?? {};
      const { size } = statSync(join(WEB_APP_FOLDER, `${script}.gz`));
      assert.ok(size <= MOST_OWN, `${script}: ${(size / KILOBYTE).toFixed(1)} KB`);
    }
  });

  test("draws text in the font that is there at once, and in no later one", () => {
    const styles = built.filter((file) => file.endsWith(".css")).map(contentOf);
    const displays = styles.flatMap((style) => style.match(/font-display:\s*[a-z]+/g) ?? []);
    assert.deepEqual([...new Set(displays)], ["font-display:optional"]);
  });

  test("has a file of its own for each page that is opened later", () => {
    const settings = SETTINGS.flatMap(({ pages }) => pages);
    const listed = [...PAGES, ...settings].map(({ file }) => `pages/${file}.page.tsx`);
    const made = globSync("pages/**/*.page.tsx", { cwd: join(WEB_APP_FOLDER, "..") });
    // Receipts is one page at two addresses.
    assert.deepEqual(made.toSorted(), [...new Set(listed)].toSorted());
    for (const page of listed) assert.equal(manifest[page]?.isDynamicEntry, true, page);
  });

  test("has neither scripts nor styles in its page", () => {
    for (const [, attributes = "", inside] of index.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g))
      assert.deepEqual([/ src="\/app\//.test(attributes), inside], [true, ""]);
    assert.ok(!/<style|\s(style|on\w+)=|javascript:|data:/i.test(index));
  });

  test("asks no other host for anything", () => {
    for (const file of ["index.html", ...built]) {
      const addresses = contentOf(file).match(
        /\b(https?|wss?):\/\/[^\s"'`)\\]*|(?<=[("'`=])\/\/\w[^\s"'`)]*/g,
      );
      const foreign = (addresses ?? []).filter(
        (address) => !NEVER_FETCHED.some((known) => address.startsWith(known)),
      );
      assert.deepEqual(foreign, [], file);
    }
  });

  test("is made of files that are named for their content, and nothing else but compressed copies", () => {
    assert.ok(built.length > 4);
    for (const file of built) {
      assert.match(file, /^app\/[\w.-]+-[\w-]{8}\.(js|css)$/);
      assert.ok(!/sourceMappingURL|\bdata:[a-z]+\//.test(contentOf(file)), file);
    }
    const copies = built.flatMap((file) => [`${file}.br`, `${file}.gz`]);
    assert.deepEqual(others.toSorted(), copies.toSorted());
  });

  test("is served whole: every file in every encoding, with its type, to be kept", async () => {
    const open = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
    for (const file of built) {
      for (const [encoding, decoded] of Object.entries(open)) {
        const { status, headers, body } = await get(`/${file}`, { "Accept-Encoding": encoding });
        assert.equal(status, 200, file);
        assert.equal(String(decoded(body)), contentOf(file), file);
        const type = file.endsWith(".js") ? "text/javascript" : "text/css";
        assert.equal(headers.get("Content-Type"), `${type}; charset=utf-8`);
        assert.match(headers.get("Cache-Control") ?? "", /immutable/);
      }
    }
  });

  test("refers only to files that there are", () => {
    const texts = ["index.html", ...built].map(contentOf).join("\n");
    const files = [...texts.matchAll(/["'`(](?:\.\/|\/?app\/)([\w.-]+\.(?:js|css))["'`)]/g)];
    assert.ok(files.length > built.length);
    for (const [, file] of files) assert.ok(built.includes(`app/${file}`), file);
    const shared = texts.match(/\/assets\/[^"')]+/g) ?? [];
    assert.ok(shared.length > 4);
    for (const path of shared) assert.ok(assets.has(path), path);
  });

  test("opens wherever it leads", async () => {
    const browser = await signedIn(await world.team(), { app: loggedApp(world).app });
    const settings = SETTINGS.flatMap(({ pages }) => pages.map(({ to }) => to));
    const pages = PAGES.map(({ to }) => to.replaceAll("$", ""));
    for (const address of [...pages, ...settings]) {
      const { status, path, html } = await browser.open(address);
      assert.deepEqual([status, path], [200, address]);
      const preloaded = [
        ...html.matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+)"/g),
      ];
      for (const file of filesOf(address))
        assert.ok(
          preloaded.some(([, one]) => one === file) || index.includes(file),
          `${address} ${file}`,
        );
    }
  });

  /** Files of the page at an address, with what they import. */
  function filesOf(address: string): readonly string[] {
    const pages = [...PAGES, ...SETTINGS.flatMap(({ pages }) => pages)];
    const { file = "" } = pages.find(({ to }) => to.replaceAll("$", "") === address) ?? {};
    return withImports(`pages/${file}.page.tsx`);
  }

  async function get(path: string, headers: Readonly<Record<string, string>>) {
    const answer = await loggedApp(world).app.request(path, { headers });
    return {
      status: answer.status,
      headers: answer.headers,
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }
});

/** Names in the manifest of the files that the build makes of several modules. */
function chunksNamed(name: string): readonly string[] {
  const found = Object.keys(manifest).filter((key) => key.startsWith(`_${name}-`));
  assert.equal(found.length, 1, name);
  return found;
}

function withImports(name: string): readonly string[] {
  const { file = "", imports = [] } = manifest[name] ?? {};
  return [file, ...imports.flatMap((name) => withImports(name))];
}

function contentOf(file: string): string {
  return readFileSync(join(WEB_APP_FOLDER, file), "utf8");
}
