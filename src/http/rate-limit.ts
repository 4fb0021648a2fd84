import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Counted, Counter, Counters, Window } from "../core/counters.ts";

export type Budget = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** Takes `cost` calls from a key's budget, or none when fewer are left. */
export type RateLimit = (key: string, cost: number) => Promise<Budget>;

export function rateLimitOf({ take }: Counter, { limit, seconds }: Window): RateLimit {
  return async (key, cost) => {
    const { isAllowed, used, msLeft } = await take(key, cost);
    return {
      allowed: isAllowed,
      limit,
      remaining: Math.max(0, limit - used),
      resetSeconds: secondsLeft(msLeft, seconds),
    };
  };
}

/** Headers of every answer to a caller with a budget; a refused one learns when to come again. */
export function budgetHeaders({ allowed, limit, remaining, resetSeconds }: Budget) {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
    ...(allowed ? {} : { "Retry-After": String(resetSeconds) }),
  };
}

export function memoryRateLimit({ limit, seconds = 60 }: Partial<Window> & Pick<Window, "limit">) {
  const window = { limit, seconds };
  return rateLimitOf(memoryCounters("", window), window);
}

/** Whole seconds until a window ends, of a clock that may have been set back. */
function secondsLeft(milliseconds: number, window: number): number {
  return Math.min(window, Math.max(1, Math.ceil(milliseconds / 1000)));
}

/** Limits failed attempts. Each counts when it begins, so that parallel attempts are limited too. */
export type Attempts = {
  /** @returns null when the attempt is allowed, otherwise the seconds to wait */
  readonly begin: (key: string) => Promise<number | null>;
  readonly succeeded: (key: string) => Promise<void>;
};

export function limitedAttempts({ take, giveBack }: Counter, { seconds }: Window): Attempts {
  return {
    begin: async (key) => {
      const { isAllowed, msLeft } = await take(key, 1);
      return isAllowed ? null : secondsLeft(msLeft, seconds);
    },
    succeeded: giveBack,
  };
}

/** Counts in this process. */
export const memoryCounters: Counters = (_name, { limit, seconds }) => {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  const counted = (isAllowed: boolean, { consumedPoints, msBeforeNext }: RateLimiterRes) => ({
    isAllowed,
    used: consumedPoints,
    msLeft: msBeforeNext,
  });
  return {
    take: async (key, cost) => {
      if (cost === 0) {
        const used = await limiter.get(key);
        return used === null
          ? { isAllowed: true, used: 0, msLeft: seconds * 1000 }
          : counted(true, used);
      }
      try {
        return counted(true, await limiter.consume(key, cost));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // The library counts refused calls too, so they are subtracted.
        return counted(false, await limiter.reward(key, cost));
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
  };
};

/**
 * Remembers in this process which windows are used up, so that calls beyond a limit do not reach the place
 * where servers count together. For counters that nothing gives back to.
 */
export function knowingSpent(counters: Counters): Counters {
  return (name, window) => {
    const counter = counters(name, window);
    const spent = new RateLimiterMemory({ points: 1, duration: window.seconds });
    const take = async (key: string, cost: number): Promise<Counted> => {
      const known = await spent.get(key);
      if (known !== null)
        return { isAllowed: cost === 0, used: window.limit, msLeft: known.msBeforeNext };
      const counted = await counter.take(key, cost);
      const isSpent = counted.used >= window.limit && counted.msLeft > 0;
      if (isSpent) await spent.set(key, 1, counted.msLeft / 1000);
      return counted;
    };
    return { ...counter, take };
  };
}
