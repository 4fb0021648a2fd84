import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./ask.ts";
import { endOf } from "./child.ts";
import { type Call, type Client, LIST_TOOLS } from "./requests.ts";
import { listening } from "./servers/listening.ts";

const ROOT = join(import.meta.dirname, "../..");
const PADDING = import.meta.resolve("./servers/pad-registry.ts");
const LONGEST_START_MS = 20_000;

export type ServeOptions = {
  readonly url: string;
  /** Pads the registry up to this number. */
  readonly toolCount?: number;
  /** Options for Node, such as those of a profile. */
  readonly nodeOptions?: readonly string[];
};

/**
 * Our server: `src/main.ts serve` in its own process, with production settings except the rate
 * limit.
 */
export class ServeProcess {
  readonly port: number;
  readonly process: ChildProcess;

  private constructor(port: number, process: ChildProcess) {
    this.port = port;
    this.process = process;
  }

  static async start({
    url,
    toolCount = 0,
    nodeOptions = [],
  }: ServeOptions): Promise<ServeProcess> {
    const port = await freePort();
    const preload = toolCount === 0 ? [] : ["--import", PADDING];
    const options = [...process.execArgv, ...nodeOptions, ...preload];
    const environment = {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: String(port),
      DATABASE_URL: url,
      MCP_RATE_LIMIT: "1000000",
      LOG_LEVEL: "warn",
      BENCH_TOOLS: String(toolCount),
    };
    const child = spawn(process.execPath, [...options, "src/main.ts", "serve"], {
      cwd: ROOT,
      env: environment,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const kill = () => void child.kill();
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    return new ServeProcess(port, child);
  }

  static async up(options: ServeOptions, key: string): Promise<ServeProcess> {
    const serve = await ServeProcess.start(options);
    await serve.firstAnswer({ generation: "legacy", key }, LIST_TOOLS);
    return serve;
  }

  /** Retries until the server answers. */
  async firstAnswer(client: Client, call: Call): Promise<string> {
    const deadline = performance.now() + LONGEST_START_MS;
    for (;;) {
      try {
        return await ask(this.port, client, call);
      } catch (error) {
        const isComing = isRefused(error) && this.process.exitCode === null;
        if (!isComing || performance.now() > deadline) throw error;
        await sleep(1);
      }
    }
  }

  async stop(): Promise<void> {
    await endOf(this.process);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = await listening(server);
  server.close();
  return port;
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}
