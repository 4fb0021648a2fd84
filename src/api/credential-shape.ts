import { z } from "zod";

/** Tiers that a credential opens now. */
export const Opens = z.object({
  read: z.boolean(),
  write: z.boolean(),
  destructive: z.boolean(),
});

/** True if the credential deletes while the team's switch is on, whether that is so now or not. */
export const DeletesWhenOn = z.boolean();

/** Person who holds the credential. */
export const Holder = z.object({ id: z.string(), name: z.string(), isYou: z.boolean() });
