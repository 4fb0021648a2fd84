import type { z } from "zod";
import type { CreateCustomer } from "../domains/customers/create-customer.ts";

export const DEMO_TAGS = [
  "Hospitality",
  "Key account",
  "Manufacturing",
  "Non-profit",
  "Retail",
  "Retainer",
  "Slow payer",
  "Start-up",
] as const;

export type DemoCustomer = Omit<z.output<typeof CreateCustomer>, "tag_ids"> & {
  readonly tags: readonly (typeof DEMO_TAGS)[number][];
  /** Days since the team added them. */
  readonly since: number;
  /** Days since they were archived. */
  readonly archived?: number;
};
