import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { isLong } from "../test/extent.ts";
import { CHROMIUM } from "../test/journeys/chromium.ts";

const LONGEST_MS = 15 * 60_000;
const skip = !isLong && "it belongs to npm run test:long";
const skipPages = skip || (CHROMIUM === undefined && "Chromium is not on the PATH");

for (const command of ["compare", "growth", "reports"])
  test(`npm run bench -- ${command} works on each database`, { skip, timeout: LONGEST_MS }, () =>
    assertWorks(command),
  );

for (const command of ["invoices", "pages"])
  test(`npm run bench -- ${command} works`, { skip: skipPages, timeout: LONGEST_MS }, () =>
    assertWorks(command),
  );

async function assertWorks(command: string): Promise<void> {
  const words = [join(import.meta.dirname, "bench.ts"), command, "--quick"];
  const bench = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  const [said, told, [status]] = await Promise.all([
    text(bench.stderr),
    text(bench.stdout),
    once(bench, "exit"),
  ]);
  assert.equal(status, 0, said);
  assert.doesNotMatch(told, /was refused/);
}
