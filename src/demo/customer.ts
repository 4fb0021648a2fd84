import type { z } from "zod";
import type { CreateCustomer } from "../domains/customers/create-customer.ts";

export const TAGS = [
  "Hospitality",
  "Key account",
  "Manufacturing",
  "Non-profit",
  "Retail",
  "Retainer",
  "Slow payer",
  "Start-up",
] as const;

/** A row of the tables of customers. */
export type DemoCustomer = Omit<z.output<typeof CreateCustomer>, "tag_ids"> & {
  readonly tags: readonly (typeof TAGS)[number][];
  /** How many days ago the team took them on. */
  readonly since: number;
  /** How many days ago they were archived. */
  readonly archived?: number;
};
