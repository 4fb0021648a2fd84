import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { secondsLeft } from "./rate-limit.ts";

/** Limits failed attempts. Each counts when it begins, so that parallel attempts are limited too. */
export type Attempts = {
  /** @returns null when the attempt is allowed, otherwise the seconds to wait */
  readonly begin: (key: string) => Promise<number | null>;
  readonly succeeded: (key: string) => Promise<void>;
};

/** @param limit failures per window of `seconds`, which begins with the first failure */
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
