import { z } from "zod";

/** Tiers that a credential opens now. */
export const Opens = z.object({
  read: z.boolean(),
  write: z.boolean(),
  destructive: z.boolean(),
});

/** Person who holds the credential. */
export const Holder = z.object({ id: z.string(), name: z.string(), isYou: z.boolean() });
