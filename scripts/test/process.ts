// Runs test files one after the other, as the process that started this one names them.
// Each file is a suite, so that its hooks are its own.

import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";
import { afterEach, mock, suite } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { keepEvidence, wantEvidence } from "../../test/journeys/evidence.ts";
import { tell, type ToProcess } from "./messages.ts";
import { Surroundings } from "./surroundings.ts";

/** Closed connections take a moment until they are gone. */
const GRACE_MS = 2000;
const LOOK_MS = 5;
/** Less than the limit of a test, so that a counterexample is told also when making it small takes long. */
const PROPERTY_MS = 100_000;

fc.installGlobalPlugin(fc.interruptAfterTimeLimit(PROPERTY_MS, { failOnInterrupt: true }));

const running = new AsyncLocalStorage<string>();

// The first test sets up Node's own listeners. Ours come after them, and hear of errors that fail no test.
await suite("the process", () => {});
process.on("unhandledRejection", tellIfLate);
process.on("uncaughtException", tellIfLate);
process.on("message", (message: ToProcess) => void runFile(message));

async function runFile({ file, chromium, evidence }: ToProcess): Promise<void> {
  if (chromium !== null) process.env["CHROMIUM_ENDPOINT"] = chromium;
  wantEvidence(evidence);
  const before = new Surroundings();
  const define = async () => {
    afterEach(async (context) => {
      if ("passed" in context && !context.passed) await keepEvidence();
    });
    await import(pathToFileURL(resolve(file)).href);
  };
  await running.run(file, () => suite(file, define));
  // Open still when a hook has failed.
  await keepEvidence();
  mock.reset();
  before.restoreGlobals();
  tell({ kind: "done", leftBehind: await leftSince(before) });
}

async function leftSince(before: Surroundings): Promise<readonly string[]> {
  const deadline = performance.now() + GRACE_MS;
  for (;;) {
    await sleep(LOOK_MS);
    const left = before.changes();
    if (left.length === 0 || performance.now() > deadline) return left;
  }
}

/** Reports an error that fails no test: for those alone Node sets the exit code. */
function tellIfLate(error: unknown): void {
  if (process.exitCode === undefined) return;
  process.exitCode = undefined;
  tell({ kind: "late", file: running.getStore() ?? "", text: inspect(error) });
}
