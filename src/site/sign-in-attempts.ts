import { limitedAttempts } from "../http/rate-limit.ts";

const MINUTES = 60;

/** Limits on failed sign-ins: by address, by address and account, and by account. */
const LIMITS = {
  address: { limit: 50, seconds: 15 * MINUTES },
  both: { limit: 10, seconds: 15 * MINUTES },
  account: { limit: 100, seconds: 60 * MINUTES },
};

type From = { readonly address: string; readonly isKnown: boolean };

/** Counts each try at an account's password, on whatever page. */
export type SignInAttempts = ReturnType<typeof signInAttempts>;

/** Unknown accounts are counted like any other, so that nothing reveals which exist. */
export function signInAttempts() {
  const byAddress = limitedAttempts(LIMITS.address);
  const byBoth = limitedAttempts(LIMITS.both);
  const byAccount = limitedAttempts(LIMITS.account);
  // The address first: once it is over its limit, no further counters are made.
  const counters = (account: string, { address, isKnown }: From) => [
    { attempts: byAddress, key: address },
    { attempts: byBoth, key: `${address} ${account}` },
    ...(isKnown ? [] : [{ attempts: byAccount, key: account }]),
  ];
  return {
    begin: async (account: string, from: From): Promise<number | null> => {
      for (const { attempts, key } of counters(account, from)) {
        const wait = await attempts.begin(key);
        if (wait !== null) return wait;
      }
      return null;
    },
    succeeded: async (account: string, from: From): Promise<void> => {
      for (const { attempts, key } of counters(account, from)) await attempts.succeeded(key);
    },
  };
}

/** Name under which the tries at an account are counted, if there is one or not. */
export function accountOf(email: string): string {
  return email.trim().normalize("NFC").toLowerCase().slice(0, 254);
}
