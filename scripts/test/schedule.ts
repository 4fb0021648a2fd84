import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** Milliseconds that each file took when it ran last, by its path. */
export type Times = Readonly<Record<string, number>>;

const ROOT = join(import.meta.dirname, "../..");
/** Untracked: each machine has its own. */
const KEPT = join(ROOT, ".runtime/test-times.json");

const TimesKept = z.record(z.string(), z.number());

/** Files that take long, for a machine on which they never ran. */
const LONG = /^test\/(journeys|fuzz|conformance|web-app)\/|races|property|walls/;
const GUESS_MS = 20_000;

export function readTimes(): Times {
  return existsSync(KEPT) ? TimesKept.parse(JSON.parse(readFileSync(KEPT, "utf8"))) : {};
}

export function writeTimes(times: Times): void {
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(times, null, 2));
}

/** Sorts files by the time they took, the longest first; the size of a file stands for a time that nobody knows. */
export function longestFirst(files: readonly string[], times: Times): readonly string[] {
  const expected = new Map(files.map((file) => [file, times[file] ?? guess(file)]));
  return files.toSorted((one, other) => (expected.get(other) ?? 0) - (expected.get(one) ?? 0));
}

function guess(file: string): number {
  return LONG.test(file) ? GUESS_MS : statSync(join(ROOT, file)).size / 10;
}

const SHOWN = 10;
const MARKED_MS = 10_000;

/** Lists the slowest files of a run, and marks those that took longer than a file should. */
export function slowest(times: Times): string {
  const lines = Object.entries(times)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([file, time]) => {
      const seconds = (time / 1000).toFixed(1).padStart(6);
      return `${seconds} s ${time > MARKED_MS ? "!" : " "} ${file}`;
    });
  return ["Slowest files (! over 10 s):", ...lines].join("\n");
}
