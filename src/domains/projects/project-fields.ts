import { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { currency, label, text, uuid } from "../../core/fields.ts";

/** Fields of a project that people fill in; null empties one. */
export const name = label(200);

/** Minor units that fit the column. */
const LARGEST_RATE = 2_000_000_000;

export const details = {
  description: text(2000).nullish(),
  customer_id: uuid.nullish(),
  estimate: z.number().positive().max(1_000_000).nullish().describe("hours"),
  billable: z.boolean().optional(),
  rate_minor: z.int().min(0).max(LARGEST_RATE).nullish().describe("per hour, in minor units"),
  currency: currency.nullish(),
};

type Price = { readonly rate_minor: number | null; readonly currency: string | null };

/** @throws Refusal for a rate without a currency */
export function requirePrice({ rate_minor, currency }: Price): void {
  if (rate_minor === null || currency !== null) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "currency",
    message: "an hourly rate needs a currency",
    next: "choose one and try again; nothing was done",
  });
}
