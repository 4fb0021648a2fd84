import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE } from "../server.ts";

/** Versions tested by the official suite, one of each generation. */
export const VERSIONS = ["2025-11-25", "2026-07-28"] as const;

export type Version = (typeof VERSIONS)[number];

/** One check of a scenario, in the suite's JSON format. */
export type Check = {
  readonly id: string;
  readonly description: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
  readonly details?: unknown;
};

export type Results = {
  /** Checks by scenario; none for a scenario that crashed. */
  readonly checks: ReadonlyMap<string, readonly Check[]>;
  /** The suite's output. */
  readonly output: string;
};

const CLI = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** Tested server: an MCP server, or an authorization server. */
export type Subject = "server" | "authorization";

/** Lists the suite's scenarios for a version. */
export async function scenariosOf(
  version: Version,
  subject: Subject = "server",
): Promise<readonly string[]> {
  const output = await runCli(["list", `--${subject}`, "--spec-version", version]);
  const names = Array.from(output.matchAll(/^ {2}- (\S+)/gm), ([, name = ""]) => name);
  if (names.length === 0) throw new Error(`the suite lists no scenario:\n${output}`);
  return names;
}

/** Runs all scenarios of a version, one after the other, in one process. */
export async function runSuite(url: string, version: Version): Promise<Results> {
  return run(["server", "--url", url, "--suite", "all", "--spec-version", version]);
}

export type Authorization = {
  readonly issuer: string;
  readonly resource: string;
  readonly clientId: string;
  /** Port of the suite's `/callback`. */
  readonly port: number;
  /** Opens the authorization page, approves, and follows the redirect back. */
  readonly visit: (page: URL) => Promise<void>;
};

/** Runs the suite against an authorization server; it waits for a person to approve. */
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
    // Aborts on an error, since the suite would wait for minutes.
    visits.push(visit(new URL(page)).catch((error: unknown) => gone.abort(error)));
  };
  const words = ["authorization", ...server, ...client, "--spec-version", version];
  const results = await run(words, { onOutput, signal: gone.signal });
  await Promise.all(visits);
  gone.signal.throwIfAborted();
  return results;
}

/** Matches once the suite listens for the redirect. */
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

/** Folder name: scenario and time. */
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

/** Ignores the exit code, which is 1 after any failing check; the written checks decide. */
async function runCli(
  words: readonly string[],
  { onOutput = () => {}, signal }: Watch = {},
): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env["PATH"], ...COMPILE_CACHE },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  child.stdout.setEncoding("utf8").on("data", onOutput);
  signal?.addEventListener("abort", () => child.kill());
  const outputs = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return outputs.join("");
}
