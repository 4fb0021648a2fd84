import { sql } from "kysely";
import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { toRefundBy } from "../invoices/list-invoices.ts";
import { todayOf } from "../team/today.ts";
import { findTimeOfCustomer } from "../timesheet/time-of-customer.ts";
import { OwedAmounts, owedByCustomers } from "./owed-amounts.ts";

export const CustomerFigures = z.object({
  /** Tracked by everybody, without running timers. */
  seconds: z.int(),
  seconds_this_month: z.int(),
  tracked_on: z.string().nullable(),
  owes: OwedAmounts,
  /** Paid too much, or before it was credited or voided; to be given back. */
  to_refund: z.array(z.object({ currency: z.string(), minor: z.int() })),
});

export async function getFigures(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof CustomerFigures>> {
  const team_id = context.team.id;
  const today = await todayOf(context);
  const [[time], figures, owes, refunds] = await Promise.all([
    findTimeOfCustomer(context.db, { team_id, customer_id: id }),
    findFigures(context.db, { ...monthOf(context), team_id, id }),
    owedByCustomers(context, [id], today),
    toRefundBy(context, { customer_id: id }),
  ]);
  const { seconds_this_month, last_entry } = one(figures);
  return {
    seconds: time?.seconds ?? 0,
    seconds_this_month: seconds_this_month ?? 0,
    tracked_on: lastTracked(last_entry),
    owes: owes.get(id) ?? [],
    to_refund: [...refunds],
  };
}

const findFigures = preparedQuery(
  (db, slots: Slots<Month & { readonly team_id: string; readonly id: string }>) =>
    db
      .selectFrom("customers")
      .where("customers.team_id", "=", slots.slot("team_id"))
      .where("customers.id", "=", slots.slot("id"))
      .select([...figuresOf(db, slots)]),
);

/** The first day of a month, and of the next one. */
export type Month = { readonly from: Day; readonly until: Day };

export function monthOf({ actor, now }: Context): Month {
  const from = firstOf(dayIn(actor.timeZone, now));
  return { from, until: firstOf(addDays(from, 31)) };
}

function firstOf(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/** Sums of the current row of `customers`, each from an index that begins with one project. */
export function figuresOf(db: Db, { slot }: Pick<Slots<Month>, "slot">) {
  const projects = db
    .selectFrom("tracker_projects as project")
    .whereRef("project.team_id", "=", sql.ref("customers.team_id"))
    .whereRef("project.customer_id", "=", sql.ref("customers.id"));
  const entries = db
    .selectFrom("tracker_entries as entry")
    .whereRef("entry.team_id", "=", sql.ref("project.team_id"))
    .whereRef("entry.project_id", "=", sql.ref("project.id"));
  const seconds = entries
    .where("entry.sort_key", ">=", slot("from"))
    .where("entry.sort_key", "<", slot("until"))
    .select(sql<number>`sum(entry.duration)`.as("seconds"));
  const last = entries.orderBy("entry.sort_key", "desc").limit(1).select("entry.sort_key");
  return [
    projects
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .$asScalar()
      .as("project_count"),
    projects
      .select(sql<number>`coalesce(sum(${seconds}), 0)`.as("seconds"))
      .$asScalar()
      .as("seconds_this_month"),
    projects
      .select(sql<string | null>`max(${last})`.as("last"))
      .$asScalar()
      .as("last_entry"),
  ] as const;
}

/** Day of the latest time entry, whose sort key begins with it; null without any. */
export function lastTracked(last_entry: string | null): Day | null {
  return last_entry?.slice(0, 10) ?? null;
}
