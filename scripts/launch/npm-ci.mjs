import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const OPTIONS = [
  // No install scripts are needed; the flags make one lock file give one result, whatever NODE_ENV
  // and npm's settings are.
  "--ignore-scripts",
  "--include=dev",
  "--include=optional",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];

/** npm's error codes, explained. */
const REASONS = [
  [
    /EINTEGRITY/,
    "a download does not match its pinned checksum and was refused. Empty npm's cache (npm cache clean --force); if it happens again, do not trust the registry.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED/,
    "npm's registry can't be reached. Check the network, then run this again.",
  ],
  [/EUSAGE/, "package.json and package-lock.json differ. Run npm install --package-lock-only."],
  [/ENOSPC/, "the disk is full. Make room, then run this again."],
  [/spawnSync npm ENOENT/, "npm was not found. Install npm 9 or newer, then run this again."],
  [/./, "see above. Put that right, then run this again."],
];

/** Runs npm, under this `node`, in `folder`. Its output goes to stderr: stdout is the script's. */
export function npmCi(folder, node) {
  const [command, ...first] = npm(node);
  const npmRun = spawnSync(command, [...first, "ci", `--prefix=${folder}`, ...OPTIONS], {
    cwd: folder,
    stdio: ["ignore", 2, "pipe"],
    encoding: "utf8",
  });
  if (npmRun.status === 0) return;
  const said = npmRun.error?.message ?? (npmRun.stderr || `npm stopped (${npmRun.signal})`);
  console.error(said.trim());
  throw new Error(`npm ci failed: ${REASONS.find(([sign]) => sign.test(said))[1]}`);
}

/** The npm that started this, or the one beside this Node, or the one on the PATH. */
function npm(node) {
  const own = process.env.npm_execpath ?? "";
  if (basename(own) === "npm-cli.js") return [node, own];
  const beside = join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  return existsSync(beside) ? [node, beside] : ["npm"];
}
