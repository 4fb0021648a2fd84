import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Counts attempts that may fail. Each counts when it begins, so that parallel ones are bounded too. */
export type Attempts = {
  /** @returns null when the attempt may be made, or for how many seconds none may */
  readonly begin: (key: string) => Promise<number | null>;
  /** Takes an attempt back that has succeeded. */
  readonly succeeded: (key: string) => Promise<void>;
};

/** @param limit failures in a window of that many `seconds`, which opens with the first */
export function limitedAttempts({ limit, seconds }: { limit: number; seconds: number }): Attempts {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  return {
    begin: async (key) => {
      try {
        await limiter.consume(key);
        return null;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    succeeded: async (key) => {
      await limiter.reward(key);
    },
  };
}
