import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, one, type Slots } from "../../db/hot-query.ts";
import { findTimeOfCustomer } from "../timesheet/time-of-customer.ts";
import { figuresOf, lastDayOf, type Month, monthOf } from "./customer-figures.ts";
import { Customer } from "./customer.ts";
import { requireCustomer } from "./get-customer.ts";

export const ShownCustomer = Customer.extend({
  /** Tracked by everybody, without running timers. */
  seconds: z.int(),
  seconds_this_month: z.int(),
  /** Day of the latest time entry. */
  tracked_on: z.string().nullable(),
});

export type ShownCustomer = z.output<typeof ShownCustomer>;

/** The customer as its page shows it. */
export async function getShownCustomer(context: Context, { id }: ById): Promise<ShownCustomer> {
  const customer = await requireCustomer(context, { id });
  const team_id = context.team.id;
  const [[time], figures] = await Promise.all([
    findTimeOfCustomer(context.db, { team_id, customer_id: id }),
    findFigures(context.db, { ...monthOf(context), team_id, id }),
  ]);
  const { seconds_this_month, last_entry } = one(figures);
  return {
    ...customer,
    seconds: time?.seconds ?? 0,
    seconds_this_month: seconds_this_month ?? 0,
    tracked_on: lastDayOf(last_entry),
  };
}

const findFigures = hotQuery(
  (db, slots: Slots<Month & { readonly team_id: string; readonly id: string }>) =>
    db
      .selectFrom("customers")
      .where("customers.team_id", "=", slots.slot("team_id"))
      .where("customers.id", "=", slots.slot("id"))
      .select([...figuresOf(db, slots)]),
);
