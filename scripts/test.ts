// Runs every *.test.ts, or those whose path contains one of the given words, with the web app built
// where they open it. The last line is "N passed, N failed[, N skipped]".

import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, sep } from "node:path";
import { finished } from "node:stream/promises";
import { spec } from "node:test/reporters";
import { CHROMIUM } from "../test/journeys/chromium.ts";
import { runTestFile } from "./test/run-test-file.ts";
import { tally } from "./test/tally.ts";

const WITHOUT = [
  {
    isMissing: !process.env["TEST_DATABASE_URL"],
    consequence:
      "PostgreSQL tests are skipped: set TEST_DATABASE_URL=postgres://user@host:5432/database to run them.",
  },
  {
    isMissing: CHROMIUM === undefined,
    consequence:
      "Browser tests are skipped: put Chromium on the PATH, or set CHROMIUM=/path/to/it, to run them.",
  },
];

const OPENS_WEB_APP = /^test\/(journeys|web-app)\//;

const root = join(import.meta.dirname, "..");
const counts = { passed: 0, failed: 0, skipped: 0 };
const reporter = new spec();
reporter.pipe(process.stdout);

const missing = WITHOUT.filter(({ isMissing }) => isMissing);
for (const { consequence } of missing) console.log(consequence);
const files = findTests(process.argv.slice(2));
if (files.some((file) => OPENS_WEB_APP.test(file))) buildWebApp();
const queue = files.values();
await Promise.all(Array.from({ length: availableParallelism() }, runQueue));
reporter.end();
await finished(reporter);
finish();

function findTests(words: readonly string[]): readonly string[] {
  return globSync("{src,test,scripts,web}/**/*.test.ts", { cwd: root })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted();
}

/** Tests of an app that is not built, or of an older one, would say little. */
function buildWebApp(): void {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}

async function runQueue(): Promise<void> {
  for (const file of queue) {
    const events = await runTestFile(join(root, file));
    reporter.write({ type: "test:stdout", data: { file, message: `\n${file}\n` } });
    for (const event of events) reporter.write(event);
    const { passed, failed, skipped } = tally(events);
    counts.passed += passed;
    counts.failed += failed;
    counts.skipped += skipped;
  }
}

function finish(): void {
  const { passed, failed, skipped } = counts;
  // Where everything can be had, a test that did not run is a failure.
  const isComplete = !process.env["CI"] || missing.length === 0;
  const isGood = failed === 0 && passed > 0 && isComplete;
  const sum = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  // A test that was stopped may have left a process behind that still holds our pipes.
  process.stdout.write(`${sum}\n`, () => process.exit(isGood ? 0 : 1));
}
