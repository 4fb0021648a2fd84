import { z } from "zod";
import { email, label, timeZone } from "../../core/fields.ts";

const MOST_CUSTOMERS = 100;

/** Decisions about a file of time, the same for its preview and its import. */
export const ImportOptions = z.strictObject({
  dates: z.enum(["day first", "month first"]).optional(),
  /** Of times without one. Left out: each person's own. */
  zone: timeZone.optional(),
  duplicates: z.enum(["skip", "add"]).default("skip"),
  overlaps: z.enum(["skip", "add"]).default("skip"),
  /** Rows of people who are not in the team. */
  strangers: z.enum(["skip", "mine"]).default("skip"),
  /** Names of new customers, with their e-mail addresses in the same order. */
  customers: z.array(label(200)).max(MOST_CUSTOMERS).default([]),
  emails: z.array(email).max(MOST_CUSTOMERS).default([]),
});

export type ImportOptions = z.output<typeof ImportOptions>;
