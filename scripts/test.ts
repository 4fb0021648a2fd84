// Runs every *.test.ts, or those whose path contains one of the given words, with the web app built
// where they open it. `--long`, or `--long=0.1` for a tenth of it, runs those that draw or repeat, for much longer.
// `--both` runs tests of code above SQL on PostgreSQL too.
// The last line is "N passed, N failed[, N skipped]".

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, sep } from "node:path";
import { CHROMIUM } from "../test/journeys/chromium.ts";
import { POSTGRES } from "../test/postgres.ts";
import type { Run } from "../test/run.ts";
import { inRun } from "./test/in-run.ts";
import { isJourney, Journeys } from "./test/journeys.ts";
import { Report } from "./test/report.ts";
import { longestFirst, readTimes, writeTimes } from "./test/schedule.ts";
import { Slot } from "./test/slot.ts";
import { LIMITS } from "./test/test-process.ts";

const WITHOUT = [
  {
    isMissing: POSTGRES === undefined,
    consequence:
      "PostgreSQL tests are skipped: set TEST_DATABASE_URL=postgres://user@host:5432/database to run them.",
  },
  {
    isMissing: CHROMIUM === undefined,
    consequence:
      "Browser tests are skipped: put Chromium on the PATH, or set CHROMIUM=/path/to/it, to run them.",
  },
];

const root = join(import.meta.dirname, "..");
const OPENS_WEB_APP = /^test\/(journeys|web-app)\//;
/** Files that draw their cases or repeat a race find more the longer they run. */
const GOES_ON = /^test\/(fuzz|soak)\//;
const HAS_EXTENT = /from ".*\/extent\.ts"/;
const LONG = /^--long(?:=(\d*\.?\d+))?$/;
const LONG_LIMITS = { ...LIMITS, file: 6 * 3_600_000 };

const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const { share, isOnBoth } = readOptions(options);
const missing = WITHOUT.filter(({ isMissing }) => isMissing);
for (const { consequence } of missing) console.log(consequence);

const times = readTimes();
const queue = longestFirst(findTests(), times);
if (queue.some((file) => OPENS_WEB_APP.test(file))) buildWebApp();
const report = new Report();
/** Untracked. */
const journeys = new Journeys(join(root, ".runtime/journeys"));
await inRun(runAll);
if (share === null) writeTimes({ ...times, ...report.times });
await report.end();
// Where everything can be had, a test that did not run is a failure.
const isComplete = !process.env["CI"] || missing.length === 0;
const code = report.isGood && isComplete ? 0 : 1;
// A test that was stopped may have left a process behind that still holds our pipes.
process.stdout.write("", () => process.exit(code));

type Options = {
  /** The share of the long run; null for the tests that a change needs. */
  readonly share: number | null;
  readonly isOnBoth: boolean;
};

function readOptions(options: readonly string[]): Options {
  const [long, ...others] = options.filter((option) => option !== "--both");
  const [isLong, share = "1"] = LONG.exec(long ?? "") ?? [];
  if ((long !== undefined && isLong === undefined) || others.length > 0)
    throw new Error(`the options are --both, and --long or --long=0.1, not ${options.join(" ")}`);
  return {
    share: isLong === undefined ? null : Number(share),
    isOnBoth: options.includes("--both"),
  };
}

function findTests(): readonly string[] {
  return globSync("{src,test,scripts,web}/**/*.test.ts", { cwd: root })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .filter((file) => share === null || goesOn(file));
}

function goesOn(file: string): boolean {
  return GOES_ON.test(file) || HAS_EXTENT.test(readFileSync(join(root, file), "utf8"));
}

/** Tests of an app that is not built, or of an older one, would say little. */
function buildWebApp(): void {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}

async function runAll(run: Omit<Run, "slot">): Promise<void> {
  const files = queue.values();
  // One more than cores: a test waits for frames, timers and databases in between.
  const slots = Array.from({ length: availableParallelism() + 1 }, (_, slot) => slot);
  await Promise.all(slots.map((slot) => runSlot({ ...run, slot }, files)));
  await repeatJourneys({ ...run, slot: 0 });
}

async function runSlot(run: Run, files: Iterable<string>): Promise<void> {
  const slot = slotOf(run);
  for (const file of files) {
    const outcome = isJourney(file)
      ? await journeys.run(file, (...given) => slot.run(...given))
      : await slot.run(file);
    if (outcome !== null) report.addFile(file, outcome.events, outcome.milliseconds);
  }
  report.add(await slot.close());
}

async function repeatJourneys(run: Run): Promise<void> {
  const slot = slotOf(run);
  const repeated = await journeys.repeat((...given) => slot.run(...given));
  for (const journey of repeated) report.addRepeated(journey);
  report.add(await slot.close());
}

function slotOf(run: Run): Slot {
  const environment = {
    ...(share === null ? {} : { TEST_SHARE: String(share) }),
    ...(isOnBoth ? { TEST_BOTH: "true" } : {}),
    TEST_RUN: JSON.stringify(run),
  };
  return new Slot(environment, share === null ? LIMITS : LONG_LIMITS);
}
