import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The versions of the specification that the official suite judges; the first of each generation. */
export const VERSIONS = ["2025-11-25", "2026-07-28"] as const;

export type Version = (typeof VERSIONS)[number];

/** One check of a scenario, as the suite writes it down. */
export type Check = {
  readonly id: string;
  readonly description: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
  readonly details?: unknown;
};

export type Results = {
  /** The checks of each scenario; one that broke off has none. */
  readonly checks: ReadonlyMap<string, readonly Check[]>;
  /** What the suite printed. */
  readonly output: string;
};

const CLI = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** The names of all scenarios that the suite has for servers of a version. */
export async function scenariosOf(version: Version): Promise<readonly string[]> {
  const output = await runCli("list", "--server", "--spec-version", version);
  const names = Array.from(output.matchAll(/^ {2}- (\S+)/gm), ([, name = ""]) => name);
  if (names.length === 0) throw new Error(`the suite lists no scenario:\n${output}`);
  return names;
}

/** Runs every scenario of a version, one after the other, in one process. */
export async function runSuite(url: string, version: Version): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-conformance-"));
  try {
    const selection = ["--suite", "all", "--spec-version", version];
    const output = await runCli("server", "--url", url, ...selection, "--output-dir", folder);
    return { checks: await readChecks(folder), output };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A folder is named for the scenario and the time. */
const FOLDER = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

async function readChecks(folder: string): Promise<Results["checks"]> {
  const checks = new Map<string, readonly Check[]>();
  for (const name of await readdir(folder)) {
    const scenario = name.match(FOLDER)?.[1];
    if (scenario === undefined) throw new Error(`the suite left ${name}: is that a scenario?`);
    const json = await readFile(join(folder, name, "checks.json"), "utf8").catch(() => "[]");
    checks.set(scenario, JSON.parse(json) as Check[]);
  }
  return checks;
}

/** Its exit code is 1 as soon as one check fails, so what counts is what it wrote. */
async function runCli(...words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const outputs = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return outputs.join("");
}
