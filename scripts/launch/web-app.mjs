import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { assemble, moveIntoPlace } from "./assemble.mjs";
import { modules, root } from "./places.mjs";

const HOME = join(root, "web", "dist");
const STAMP = ".ledgerport-sources";

/** All sources of the app, except types. */
const SOURCES = [
  "web",
  "src/shared",
  "src/site/assets.ts",
  "src/site/fonts.css",
  "src/site/tokens.css",
  "package-lock.json",
  "tsconfig.json",
  "scripts/launch/web-app.mjs",
];

/** Builds the web app, unless the last build's stamp matches the sources. */
export function bringWebApp(node) {
  const wanted = stampOfSources();
  const isCurrent = () => readStamp() === wanted;
  if (isCurrent()) return;

  console.error("ledgerport: building the web app");
  assemble((folder) => {
    const built = join(folder, "dist");
    build(node, built);
    compress(join(built, "app"));
    writeFileSync(join(built, STAMP), wanted);
    moveIntoPlace(built, HOME, isCurrent);
  });
}

function stampOfSources() {
  const stamp = createHash("sha256");
  for (const file of SOURCES.flatMap(filesOf)) {
    const content = readFileSync(join(root, file));
    stamp.update(`${file}\n${content.length}\n`).update(content);
  }
  return stamp.digest("hex");
}

function filesOf(source) {
  if (statSync(join(root, source)).isFile()) return [source];
  return readdirSync(join(root, source))
    .filter((name) => name !== "dist" && !name.endsWith(".test.ts"))
    .toSorted()
    .flatMap((name) => filesOf(`${source}/${name}`));
}

function readStamp() {
  try {
    return readFileSync(join(HOME, STAMP), "utf8");
  } catch {
    return undefined;
  }
}

function build(node, folder) {
  const vite = join(modules, "vite", "bin", "vite.js");
  const options = ["--config=web/vite.config.ts", "--configLoader=native", "--logLevel=warn"];
  const run = spawnSync(node, [vite, "build", ...options, `--outDir=${folder}`, "--emptyOutDir"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (run.status === 0) return;
  const reason = run.error?.message ?? (run.signal ? `Vite stopped: ${run.signal}` : "see above");
  throw new Error(`the web app can't be built (${reason}).`);
}

/** Fonts and images are compressed already. */
function compress(folder) {
  for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
