import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/server.ts";
import { onFilled } from "./fill.ts";
import { type Call, headersOf } from "./load.ts";
import { median } from "./table.ts";

const ROOT = join(import.meta.dirname, "../..");
const LONGEST_START_MS = 20_000;

/** A server in a process of its own, which ends with this one. */
export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
  }

  /** Starts a script that listens on PORT. */
  static async start(
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<ServerProcess> {
    const port = await freePort();
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [...process.execArgv, ...command], {
      cwd: ROOT,
      env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const kill = () => void child.kill();
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    return new ServerProcess(port, child);
  }

  /** Starts our server with the settings of production, but for the rate limit. */
  static async ours(url: string): Promise<ServerProcess> {
    const settings = { DATABASE_URL: url, MCP_RATE_LIMIT: "1000000", LOG_LEVEL: "warn" };
    return ServerProcess.start(["src/main.ts", "serve"], settings);
  }

  /** @returns the message of JSON-RPC that answers the call, once the server listens */
  async ask(key: string, call: Call): Promise<string> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, params: {}, ...call });
    const init = { method: "POST", headers: headersOf(key), body };
    const deadline = performance.now() + LONGEST_START_MS;
    for (;;) {
      try {
        const answer = await fetch(`http://127.0.0.1:${this.port}/mcp`, init);
        const text = await answer.text();
        if (!answer.ok) throw new Error(text);
        // The fields of an event stream have no braces.
        return text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
      } catch (error) {
        const isStarting = error instanceof TypeError && this.#child.exitCode === null;
        if (!isStarting || performance.now() > deadline) throw error;
        await sleep(1);
      }
    }
  }

  /** Resident memory in MB; null without /proc. */
  async megabytes(): Promise<number | null> {
    return this.#memory("VmRSS");
  }

  async #memory(field: string): Promise<number | null> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, "utf8").catch(() => "");
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  }

  /** Most resident memory so far, in MB; null without /proc. */
  async peakMegabytes(): Promise<number | null> {
    return this.#memory("VmHWM");
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }
}

const IDLE_MS = 2000;

/**
 * Seconds from the start of the process, without npm, to the first answered call, and the memory in
 * MB when idle after it. The first start fills Node's compile cache and does not count.
 */
export async function measureStart(times: number) {
  return onFilled("sqlite", { people: 1, customers: 1000 }, async ({ team: { key, world } }) => {
    const [seconds, megabytes]: [number[], number[]] = [[], []];
    for (let start = 0; start <= times; start += 1) {
      const begin = performance.now();
      const server = await ServerProcess.ours(world.url);
      await server.ask(key, { method: "tools/call", params: { name: "customers_list" } });
      const taken = (performance.now() - begin) / 1000;
      await sleep(IDLE_MS);
      const memory = await server.megabytes();
      await server.stop();
      if (start === 0) continue;
      seconds.push(taken);
      if (memory !== null) megabytes.push(memory);
    }
    return { seconds: median(seconds), megabytes: median(megabytes) };
  });
}
