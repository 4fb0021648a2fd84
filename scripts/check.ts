// Runs all checks, even after a failure. `--fix` applies corrections instead.
// The last line is "N passed, N failed".

import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";

type Check = { readonly name: string; readonly run: string; readonly fix?: string };

const CHECKS: readonly Check[] = [
  { name: "types", run: "tsc" },
  { name: "types of the web app", run: "tsc --project web" },
  { name: "lint and walls", run: "oxlint", fix: "oxlint --fix" },
  { name: "format", run: "oxfmt --check", fix: "oxfmt" },
  { name: "unused", run: "knip" },
  { name: "generated", run: "node scripts/docs.ts --check", fix: "node scripts/docs.ts" },
  { name: "lockfile", run: "node scripts/lockfile.ts" },
];

const isFix = process.argv.includes("--fix");
let failed = 0;
let passed = 0;
for (const { name, run, fix } of CHECKS) {
  const command = isFix ? fix : run;
  if (command === undefined) continue;
  const start = performance.now();
  const { isGood, output } = await execute(command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${isGood ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (!isGood) console.log(`\n$ ${command}\n${output}\n`);
  if (isGood) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function execute(command: string): Promise<{ isGood: boolean; output: string }> {
  const child = spawn(command, {
    cwd: join(import.meta.dirname, ".."),
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  const [code, ...outputs] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { isGood: code === 0, output: outputs.join("").trim() };
}
