import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

export type Budget = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/**
 * Takes `cost` calls from a key's budget, or none when fewer are left. The window is fixed and begins
 * with its first call. Servers that share a limit need an implementation with a shared store.
 */
export type RateLimit = (key: string, cost: number) => Promise<Budget>;

export function memoryRateLimit({
  limit,
  seconds = 60,
}: {
  limit: number;
  seconds?: number;
}): RateLimit {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  const budget = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Budget => ({
    allowed,
    limit,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: secondsLeft(msBeforeNext, seconds),
  });
  return async (key, cost) => {
    if (cost === 0) {
      const used = await limiter.get(key);
      return used === null
        ? { allowed: true, limit, remaining: limit, resetSeconds: seconds }
        : budget(true, used);
    }
    try {
      return budget(true, await limiter.consume(key, cost));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // The library counts refused calls too, so they are subtracted.
      return budget(false, await limiter.reward(key, cost));
    }
  };
}

/**
 * Whole seconds until a window ends. The library ends it by a timer, but tells the time left by the
 * clock, which may have been set back.
 */
function secondsLeft(milliseconds: number, window: number): number {
  return Math.min(window, Math.max(1, Math.ceil(milliseconds / 1000)));
}

/** Limits failed attempts. Each counts when it begins, so that parallel attempts are limited too. */
export type Attempts = {
  /** @returns null when the attempt is allowed, otherwise the seconds to wait */
  readonly begin: (key: string) => Promise<number | null>;
  readonly succeeded: (key: string) => Promise<void>;
};

export function limitedAttempts({ limit, seconds }: { limit: number; seconds: number }): Attempts {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  return {
    begin: async (key) => {
      try {
        await limiter.consume(key);
        return null;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return secondsLeft(refusal.msBeforeNext, seconds);
      }
    },
    succeeded: async (key) => {
      await limiter.reward(key);
    },
  };
}
