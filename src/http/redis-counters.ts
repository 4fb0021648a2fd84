import { once } from "node:events";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { z } from "zod";
import { type Counted, type Counters, windowId } from "../core/counters.ts";
import { memoryCounters } from "./rate-limit.ts";

type Log = {
  readonly warn: (facts: object, words: string) => void;
  readonly info: (words: string) => void;
};

/** An answer that takes longer counts as none: a call waits for it. */
const PATIENCE_MS = 1_000;
const FIRST_PATIENCE_MS = 2_000;
const AGAIN_MS = 1_000;

/**
 * Counts for all servers of one Redis, each call in one script, which Redis runs alone: the count is exact.
 * While Redis is away, each server counts for itself.
 */
export class RedisCounts {
  readonly #url: string;
  readonly #log: Log;
  #client: ReturnType<typeof clientOf>;
  #isAway = true;
  /** True while the return of Redis is looked for. */
  #isWatching = false;
  #isClosed = false;

  private constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
    this.#client = clientOf(url);
  }

  /** Waits for the first connection, two seconds at most, and goes on without it. */
  static async open(url: string, log: Log): Promise<RedisCounts> {
    const counts = new RedisCounts(url, log);
    try {
      await once(counts.#client, "ready", { signal: AbortSignal.timeout(FIRST_PATIENCE_MS) });
      counts.#isAway = false;
    } catch (error) {
      counts.#leave(error);
    }
    return counts;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  readonly counters: Counters = (name, window) => {
    const alone = memoryCounters(name, window);
    const keyOf = (key: string) => `ledgerport:${windowId(name, key)}`;
    const numbers = [window.limit, window.seconds * 1000].map(String);
    return {
      take: async (key, cost) =>
        this.#or(
          async () => countedOf(await this.#run(TAKE, keyOf(key), [`${cost}`, ...numbers])),
          () => alone.take(key, cost),
        ),
      giveBack: async (key) =>
        this.#or(
          async () => void (await this.#run(GIVE_BACK, keyOf(key), [])),
          () => alone.giveBack(key),
        ),
    };
  };

  close(): void {
    this.#isClosed = true;
    this.#client.destroy();
  }

  async #or<T>(together: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (this.#isAway) return alone();
    try {
      return await together();
    } catch (error) {
      this.#leave(error);
      return alone();
    }
  }

  async #run(script: string, key: string, given: readonly string[]): Promise<unknown> {
    return inTime(this.#client.eval(script, { keys: [key], arguments: [...given] }));
  }

  /** Calls under way together may all find Redis gone: the first says so. */
  #leave(error: unknown): void {
    if (this.#isWatching) return;
    this.#isAway = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn({ reason }, "Redis is away: each server counts calls against limits for itself");
    void this.#return();
  }

  async #return(): Promise<void> {
    this.#isWatching = true;
    while (this.#isAway && !this.#isClosed) {
      await sleep(AGAIN_MS, null, { ref: false });
      if (this.#isClosed || !this.#client.isReady) continue;
      try {
        await inTime(this.#client.ping());
        this.#isAway = false;
      } catch {
        // The connection may be dead without an end.
        this.#client.destroy();
        this.#client = clientOf(this.#url);
      }
    }
    this.#isWatching = false;
    if (!this.#isClosed)
      this.#log.info("Redis is back: servers count calls against limits together");
  }
}

/** A client that connects by itself, again and again. */
function clientOf(url: string) {
  const client = createClient({ url, disableOfflineQueue: true, disableClientInfo: true });
  // Errors show in the next call; without a listener they would end the process.
  client.on("error", () => {});
  client.connect().catch(() => {});
  return client;
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([answer, lateness(late.signal)]);
  } finally {
    late.abort();
  }
}

/** A process that was busy itself reads first what has arrived meanwhile. */
async function lateness(signal: AbortSignal): Promise<never> {
  await sleep(PATIENCE_MS, null, { signal });
  await setImmediate();
  await setImmediate();
  throw new Error(`no answer came within ${PATIENCE_MS} ms`);
}

const TAKE = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local left = redis.call('pttl', KEYS[1])
local cost, most, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if left <= 0 then used, left = 0, window end
if cost == 0 or used + cost > most then return {cost == 0 and 1 or 0, used, left} end
redis.call('set', KEYS[1], used + cost, 'PX', left)
return {1, used + cost, left}`;

const GIVE_BACK = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
if used > 0 then redis.call('decr', KEYS[1]) end
return used`;

const Taken = z.tuple([z.number(), z.number(), z.number()]);

function countedOf(reply: unknown): Counted {
  const [isAllowed, used, msLeft] = Taken.parse(reply);
  return { isAllowed: isAllowed === 1, used, msLeft };
}
