import { type Attempts, limitedAttempts } from "../http/rate-limit.ts";

const HOUR_SECONDS = 60 * 60;

/**
 * Mails with invitations. Whom to, and partly what, is for the sender to say, and an invitation makes
 * an account that sends more: all that came of one person's invitations are counted together too.
 */
const LIMITS = {
  person: { limit: 50, seconds: HOUR_SECONDS },
  chain: { limit: 100, seconds: HOUR_SECONDS },
  /** Of a sender, and of all below one inviter: nobody uses up what the server may send. */
  day: { limit: 200, seconds: 24 * HOUR_SECONDS },
  server: { limit: 1000, seconds: 24 * HOUR_SECONDS },
};

export type FullBudget = { readonly of: keyof typeof LIMITS; readonly seconds: number };

/** Counts a mail for its sender, for each of those whose invitations led to them, and for the server. */
export type InvitationMails = {
  /** @returns null when the mail may be sent, otherwise the limit that is reached; then nothing is counted */
  readonly begin: (sender: string, inviters: readonly string[]) => Promise<FullBudget | null>;
  /** Gives back what was counted for a mail that was not sent. */
  readonly notSent: (sender: string, inviters: readonly string[]) => Promise<void>;
};

export function invitationMails(limits = LIMITS): InvitationMails {
  const person = limitedAttempts(limits.person);
  const chain = limitedAttempts(limits.chain);
  const day = limitedAttempts(limits.day);
  const server = limitedAttempts(limits.server);
  const countersOf = (sender: string, inviters: readonly string[]) =>
    [
      { of: "person", attempts: person, key: sender },
      ...inviters.map((key) => ({ of: "chain", attempts: chain, key }) as const),
      ...[sender, ...inviters].map((key) => ({ of: "day", attempts: day, key }) as const),
      { of: "server", attempts: server, key: "" },
    ] as const;
  return {
    begin: async (sender, inviters) => {
      const taken: { attempts: Attempts; key: string }[] = [];
      for (const { of, attempts, key } of countersOf(sender, inviters)) {
        const seconds = await attempts.begin(key);
        if (seconds !== null) {
          for (const { attempts, key } of taken) await attempts.succeeded(key);
          return { of, seconds };
        }
        taken.push({ attempts, key });
      }
      return null;
    },
    notSent: async (sender, inviters) => {
      for (const { attempts, key } of countersOf(sender, inviters)) await attempts.succeeded(key);
    },
  };
}
