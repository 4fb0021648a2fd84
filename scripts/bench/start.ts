import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { onFilled } from "./fill.ts";
import { toolCall } from "./requests.ts";
import { ServeProcess } from "./serve-process.ts";
import { median } from "./statistics.ts";

const IDLE_MS = 2000;

export type Start = {
  /** From process start, without npm, to the first answered call. */
  readonly seconds: number;
  /** Resident memory when idle after that call; null without /proc. */
  readonly megabytes: number | null;
};

/**
 * Starts the server alone on an up-to-date SQLite file. The first start fills Node's compile cache
 * and does not count.
 */
export async function measureStart(times: number): Promise<Start> {
  return onFilled("sqlite", { people: 1, customers: 1000 }, async ({ url, keys: [key = ""] }) => {
    const starts: Start[] = [];
    for (let start = 0; start <= times; start += 1) starts.push(await startOnce(url, key));
    const counted = starts.slice(1);
    const memory = counted.flatMap(({ megabytes }) => megabytes ?? []);
    return {
      seconds: median(counted.map(({ seconds }) => seconds)),
      megabytes: memory.length === 0 ? null : median(memory),
    };
  });
}

async function startOnce(url: string, key: string): Promise<Start> {
  const begin = performance.now();
  const serve = await ServeProcess.start({ url });
  try {
    await serve.firstAnswer({ generation: "legacy", key }, toolCall("customers_list", {}));
    const seconds = (performance.now() - begin) / 1000;
    await sleep(IDLE_MS);
    return { seconds, megabytes: await residentMemory(serve.process.pid) };
  } finally {
    await serve.stop();
  }
}

async function residentMemory(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
