import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = `document.title = "Ledgerport";`;

type Run = { readonly isGood: boolean; readonly said: string };

const NOTHING: Run = { isGood: true, said: "" };
const BUILDING: Run = { isGood: true, said: "ledgerport: building the web app\n" };

describe("the web app is built", () => {
  const house = smallHouse();
  const dist = join(house, "web/dist");
  after(() => rmSync(house, { recursive: true }));
  beforeEach(() => write("web/main.tsx", MAIN));

  test("when it is missing, and not again while its sources are as they were", async () => {
    assert.deepEqual(await build(), BUILDING);
    const first = served();
    assert.match(first["index.html"] ?? "", /\/app\/index-[\w-]{8}\.js/);
    write("web/sum.test.ts", "a test is no source of it");
    assert.deepEqual(await build(), NOTHING);
    assert.deepEqual(served(), first);
  });

  test("again when a source has changed", async () => {
    for (const [file, content] of [
      ["web/main.tsx", `document.title = "Another";`],
      ["web/deep/down/new.ts", "export {};"],
      ["src/site/tokens.css", ":root { --canvas: red; }"],
      ["src/shared/rule.ts", "export {};"],
      ["package-lock.json", "{}"],
    ] as const) {
      write(file, content);
      assert.deepEqual(await build(), BUILDING, file);
      assert.deepEqual(await build(), NOTHING, file);
    }
  });

  test("again when what was built is gone, and what a stopped build left is taken away", async () => {
    await build();
    const before = served();
    rmSync(dist, { recursive: true });
    // No process has so high an id.
    mkdirSync(join(house, ".runtime/partial-2147483647/dist"), { recursive: true });
    assert.deepEqual(await build(), BUILDING);
    assert.deepEqual(served(), before);
    assert.deepEqual(leftovers(), []);
  });

  test("or it is said why not, and what was there before stays", async () => {
    await build();
    const before = served();
    write("web/main.tsx", `import { none } from "./nowhere.ts"; none();`);
    const { isGood, said } = await build();
    assert.equal(isGood, false);
    assert.match(said, /nowhere\.ts/);
    assert.match(said, /\nledgerport: the web app can't be built \(see above\)\.\n$/);
    assert.deepEqual(served(), before);
    assert.deepEqual(leftovers(), []);
  });

  test("by several starts at once as by one", async () => {
    await build();
    const before = served();
    rmSync(dist, { recursive: true });
    for (const { isGood } of await Promise.all([build(), build(), build()])) assert.ok(isGood);
    assert.deepEqual(served(), before);
    assert.deepEqual(leftovers(), []);
    assert.deepEqual(await build(), NOTHING);
  });

  test("before the server starts, or it does not; an admin command needs none", async () => {
    rmSync(dist, { recursive: true });
    write("src/main.ts", `process.stdout.write("started " + process.argv.slice(2).join(" "));`);
    installed();
    assert.deepEqual(await launch("admin", "help"), { isGood: true, said: "started admin help" });
    assert.ok(!existsSync(dist));
    const { isGood, said } = await launch("serve", "--demo");
    assert.deepEqual([isGood, said], [true, `started serve --demo${BUILDING.said}`]);
    write("web/main.tsx", "(");
    const refused = await launch("serve");
    assert.equal(refused.isGood, false);
    assert.ok(!refused.said.includes("started"));
  });

  function write(file: string, content: string): void {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), content);
  }

  /** Provides the dependencies as the launcher does: a test fetches nothing. */
  function installed(): void {
    const stamp = hash("sha256", readFileSync(join(house, "package-lock.json")));
    write("node_modules/.ledgerport-lock", stamp);
  }

  async function build(): Promise<Run> {
    return run(join(house, "scripts/build.mjs"));
  }

  async function launch(...words: readonly string[]): Promise<Run> {
    return run(join(house, "scripts/launch.mjs"), "src/main.ts", ...words);
  }

  function served(): Record<string, string> {
    const files = globSync(["index.html", "app/*.{js,css}"], { cwd: dist });
    return Object.fromEntries(files.map((file) => [file, readFileSync(join(dist, file), "utf8")]));
  }

  /** Folders of builds that were not removed. */
  function leftovers(): readonly string[] {
    return readdirSync(join(house, ".runtime")).filter((name) => name.startsWith("partial-"));
  }
});

/** Copies the project with a one-line app. */
function smallHouse(): string {
  const house = mkdtempSync(join(tmpdir(), "ledgerport-build-"));
  const paths = [
    "scripts",
    "src/site",
    "src/shared",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
  ];
  for (const path of [...paths, "web/index.html", "web/vite.config.ts", "web/tsconfig.json"])
    cpSync(join(ROOT, path), join(house, path), { recursive: true });
  mkdirSync(join(house, "web/components"));
  writeFileSync(join(house, "web/components/first-paint.tsx"), `export const html = "…";`);
  mkdirSync(join(house, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter(
    (name) => !name.startsWith("."),
  ))
    symlinkSync(join(ROOT, "node_modules", name), join(house, "node_modules", name), "junction");
  return house;
}

async function run(...command: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, command, (error, stdout, stderr) =>
      resolve({ isGood: error === null, said: stdout + stderr }),
    );
  });
}
