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

/** What the suite judges: servers of MCP, or authorization servers. */
export type Subject = "server" | "authorization";

/** The names of all scenarios that the suite has for a version. */
export async function scenariosOf(
  version: Version,
  subject: Subject = "server",
): Promise<readonly string[]> {
  const output = await runCli(["list", `--${subject}`, "--spec-version", version]);
  const names = Array.from(output.matchAll(/^ {2}- (\S+)/gm), ([, name = ""]) => name);
  if (names.length === 0) throw new Error(`the suite lists no scenario:\n${output}`);
  return names;
}

/** Runs every scenario of a version, one after the other, in one process. */
export async function runSuite(url: string, version: Version): Promise<Results> {
  return run(["server", "--url", url, "--suite", "all", "--spec-version", version]);
}

export type Authorization = {
  readonly issuer: string;
  readonly resource: string;
  readonly clientId: string;
  /** On which the suite waits for the person, at `/callback`. */
  readonly port: number;
  /** Sends a person to the page, and back. */
  readonly visit: (page: URL) => Promise<void>;
};

/** The same for an authorization server: the suite asks for a person and waits until they are back. */
export async function runAuthorizationSuite(
  { issuer, resource, clientId, port, visit }: Authorization,
  version: Version,
): Promise<Results> {
  const server = ["--url", issuer, "--resource", resource];
  const client = ["--client-id", clientId, "--port", String(port)];
  const gone = new AbortController();
  const visits: Promise<unknown>[] = [];
  let said = "";
  const onOutput = (text: string) => {
    said += text;
    const page = PAGE.exec(said)?.[1];
    if (page === undefined || visits.length > 0) return;
    // Without the person the suite would wait for minutes.
    visits.push(visit(new URL(page)).catch((error: unknown) => gone.abort(error)));
  };
  const words = ["authorization", ...server, ...client, "--spec-version", version];
  const results = await run(words, { onOutput, signal: gone.signal });
  await Promise.all(visits);
  gone.signal.throwIfAborted();
  return results;
}

/** When it says that it waits, it listens. */
const PAGE = /^(http\S+)\n\s*Waiting /m;

type Watch = { readonly onOutput?: (text: string) => void; readonly signal?: AbortSignal };

async function run(words: readonly string[], watch: Watch = {}): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-conformance-"));
  try {
    const output = await runCli([...words, "--output-dir", folder], watch);
    return { checks: await readChecks(folder), output };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A folder is named for the scenario and the time. */
const FOLDER = /^(?:server|authorization-server)-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

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
async function runCli(
  words: readonly string[],
  { onOutput = () => {}, signal }: Watch = {},
): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  child.stdout.setEncoding("utf8").on("data", onOutput);
  signal?.addEventListener("abort", () => child.kill());
  const outputs = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return outputs.join("");
}
