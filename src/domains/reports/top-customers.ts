import { z } from "zod";
import { limit, notices, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { Range } from "./range.ts";

export const ForTopCustomers = z.strictObject({
  from: Range.shape.from.nullish(),
  to: Range.shape.to.nullish(),
  limit: limit.default(10),
});

export const TopCustomers = z.object({
  currency: z.string(),
  items: z.array(
    z.object({
      /** Null once the customer is deleted. */
      customer_id: z.string().nullable(),
      customer_name: z.string().nullable(),
      currency: z.string(),
      amount: z.number(),
      invoice_count: z.int(),
    }),
  ),
  left_out: z.object({}),
  notices,
});

/** Customers by what they have paid on invoices; no invoice can be made yet, so that there is none. */
export async function topCustomers({ team }: Context): Promise<z.output<typeof TopCustomers>> {
  return {
    currency: team.baseCurrency,
    items: [],
    left_out: {},
    ...noticesOf(["No invoices are kept here yet; reports_revenue has what was received."]),
  };
}
