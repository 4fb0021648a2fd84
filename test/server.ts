import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isLong } from "./extent.ts";

/** Generous for a slow machine under load; a healthy process never waits for it. */
const PATIENCE_MS = 120_000;
/** Age at which a process is killed: it has outlived the tests of its file. */
const LONGEST_MS = isLong ? 3_600_000 : 300_000;
/** Messages of the server and of Vite for a port in use. */
const TAKEN = [" is taken on ", " is already in use"];
/** End of the greeting. */
export const GREETED = "npm run --silent admin -- help\n\n";
export const ROOT = join(import.meta.dirname, "..");

export type Environment = Readonly<Record<string, string>>;

const cache = process.env["NODE_COMPILE_CACHE"];
/** Spares processes of tests to compile each module: a server that starts takes half of the time. */
export const COMPILE_CACHE: Environment = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };

/** A process of this project, with its own environment. */
class Process {
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  constructor(
    words: readonly string[],
    environment: Environment = {},
    {
      input = "",
      longest = LONGEST_MS,
      folder = ROOT,
      script = "src/main.ts",
    }: { input?: string; longest?: number; folder?: string; script?: string } = {},
  ) {
    const options = ["--disable-warning=ExperimentalWarning", join(ROOT, script)];
    const child = spawn(process.execPath, [...options, ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...COMPILE_CACHE, ...environment },
      timeout: longest,
      killSignal: "SIGKILL",
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    child.stdin.end(input);
    this.#child = child;
    this.#ended = once(child, "close").then(([code]: unknown[]) => code as number | null);
  }

  /** Exit code; null if a signal ended it. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): void {
    this.#child.kill(signal);
  }

  async says(...texts: readonly string[]): Promise<void> {
    const hasSaid = () => texts.some((text) => `${this.stdout}${this.stderr}`.includes(text));
    await until(() => hasSaid() || !this.isRunning);
    if (!this.isRunning) await this.#ended;
    assert.ok(hasSaid(), `it never said ${texts.join(" or ")}, but:\n${this.stdout}${this.stderr}`);
  }
}

export type Server = { readonly url: string; readonly port: string; readonly process: Process };

/** Starts servers and commands for the tests of one file, and stops them all at the end. */
export function processes() {
  const started: Process[] = [];
  // One for all of them, as for servers of one database.
  const files = mkdtempSync(join(tmpdir(), "ledgerport-files-"));
  after(async () => {
    for (const process of started) if (process.isRunning) process.kill("SIGKILL");
    await Promise.all(started.map((process) => process.ended()));
    await rm(files, { recursive: true });
  });

  function start(
    words: readonly string[],
    environment: Environment = {},
    options: ConstructorParameters<typeof Process>[2] = {},
  ): Process {
    const process = new Process(words, { FILES_URL: `file:${files}`, ...environment }, options);
    started.push(process);
    return process;
  }

  return {
    started: started as readonly Process[],
    run: (words: readonly string[], environment: Environment, input = "") =>
      outcomeOf(start(words, environment, { input, longest: PATIENCE_MS })),
    /** As above, in another folder. */
    runIn: (folder: string, words: readonly string[], environment: Environment) =>
      outcomeOf(start(words, environment, { folder, longest: PATIENCE_MS })),
    /** Starts a server on a free port; resolves after its greeting. */
    serve: (environment: Environment, ...words: string[]) =>
      listening("src/main.ts", ["serve", ...words], environment),
    /** As above through the launcher, as `npm start` does. */
    launch: (environment: Environment) =>
      listening("scripts/launch.mjs", ["src/main.ts", "serve"], environment),
    /** As above for development: serves the web app from its sources. */
    dev: (environment: Environment, ...words: string[]) =>
      listening("scripts/dev.ts", words, environment),
  };

  async function listening(
    script: string,
    words: readonly string[],
    environment: Environment,
  ): Promise<Server> {
    for (;;) {
      const port = String(await freePort());
      const process = start(
        words,
        { PORT: port, LOG_LEVEL: "trace", DRAIN_SECONDS: "0", ...environment },
        { script },
      );
      await process.says(GREETED, ...TAKEN);
      // Another process took the port first.
      if (TAKEN.some((text) => process.stderr.includes(text))) continue;
      return { url: `http://127.0.0.1:${port}`, port, process };
    }
  }
}

async function outcomeOf(process: Process) {
  return { code: await process.ended(), stdout: process.stdout, stderr: process.stderr };
}

/** An empty folder, removed after the file's tests. Call it at the top level. */
export async function folderForTests(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-serve-"));
  after(() => rm(folder, { recursive: true }));
  return folder;
}

export async function callTool(
  { url }: Server,
  key: string,
  name: string,
  args: object,
): Promise<any> {
  const response = await postTool({ url }, key, name, args);
  const { result } = (await response.json()) as any;
  assert.ok(result?.isError !== true, result?.content[0]?.text);
  return result.structuredContent;
}

export function postTool(
  { url }: { url: string },
  key: string,
  name: string,
  args: object,
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo()) && Date.now() < deadline) await sleep(10);
}

/** Systems choose ports above these for others. Browsers refuse some ports below these. */
const PORTS = [11_000, 32_000] as const;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
