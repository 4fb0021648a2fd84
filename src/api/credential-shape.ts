import { z } from "zod";

/** What can be done under a credential as it is now. */
export const Opens = z.object({
  read: z.boolean(),
  write: z.boolean(),
  destructive: z.boolean(),
});

/** Whose credential it is. */
export const Holder = z.object({ id: z.string(), name: z.string(), isYou: z.boolean() });
