// Runs all checks, even after a failure, as many at the same time as the machine has cores. `--fix` applies corrections
// instead, one after the other.
// The last line is "N passed, N failed".

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

type Check = { readonly name: string; readonly run: string; readonly fix?: string };

/** The longest first. */
const CHECKS: readonly Check[] = [
  { name: "lint and walls", run: "oxlint", fix: "oxlint --fix" },
  { name: "unused", run: "knip" },
  { name: "types", run: "tsc" },
  { name: "types of the web app", run: "tsc --project web" },
  { name: "format", run: "oxfmt --check", fix: "oxfmt" },
  { name: "generated", run: "node scripts/docs.ts --check", fix: "node scripts/docs.ts" },
  { name: "lockfile", run: "node scripts/lockfile.ts" },
];

const isFix = process.argv.includes("--fix");
let failed = 0;
let passed = 0;
const waiting = CHECKS.values();
const lanes = isFix ? 1 : availableParallelism();
await Promise.all(Array.from({ length: lanes }, runInTurn));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runInTurn(): Promise<void> {
  for (const { name, run, fix } of waiting) {
    const command = isFix ? fix : run;
    if (command !== undefined) await check(name, command);
  }
}

async function check(name: string, command: string): Promise<void> {
  const start = performance.now();
  const { isGood, output } = await execute(command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${isGood ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (!isGood) console.log(`\n$ ${command}\n${output}\n`);
  if (isGood) passed += 1;
  else failed += 1;
}

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
