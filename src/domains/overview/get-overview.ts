import { z } from "zod";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { addDays, mondayOf } from "../../shared/calendar.ts";
import { type Day, dayIn } from "../../shared/time.ts";
import { findUnbilled } from "../projects/find-unbilled.ts";
import { AttentionList, findAttention } from "./find-attention.ts";
import { findHours } from "./find-hours.ts";
import { getMoney, Money } from "./get-money.ts";
import { inOrder } from "./in-order.ts";

export const Overview = z.object({
  attention: AttentionList,
  /** Tracked time of this week, Monday to Sunday, in seconds. Running timers are left out. */
  week: z.object({
    from: z.string(),
    to: z.string(),
    today: z.string(),
    days: z.array(
      z.object({
        date: z.string(),
        /** The whole team's. */
        seconds: z.int(),
        own: z.int(),
        /** The whole team's on billable projects. */
        billable: z.int(),
      }),
    ),
  }),
  /**
   * Value of all tracked time on billable projects with a rate, which no invoice has yet, in minor units: the
   * team's currency first, then by what it is worth at the latest rates.
   */
  unbilled: z.array(z.object({ currency: z.string(), minor: z.int() })),
  /** Null until there are transactions. */
  money: Money.nullable(),
  hasCustomers: z.boolean(),
  hasTime: z.boolean(),
});

export type Overview = z.output<typeof Overview>;

/** Figures of a team for its Home. */
export async function getOverview(context: Context): Promise<Overview> {
  const [attention, week, unbilled, money, hasCustomers, hasTime] = await Promise.all([
    findAttention(context),
    weekOf(context),
    unbilledOf(context),
    moneyOf(context),
    hasAny(context, "customers"),
    hasAny(context, "tracker_totals"),
  ]);
  return {
    attention,
    week,
    unbilled,
    money,
    hasCustomers,
    hasTime,
  };
}

async function unbilledOf(context: Context): Promise<Overview["unbilled"]> {
  const found = await findUnbilled(context.db, { team_id: context.team.id });
  const amounts = found.map(({ currency, minor }) => ({ currency, minor }));
  return [...(await inOrder(context, amounts))];
}

async function moneyOf(context: Context): Promise<Overview["money"]> {
  return (await hasAny(context, "transactions")) ? getMoney(context) : null;
}

async function weekOf({ db, team, actor, now }: Context): Promise<Overview["week"]> {
  const today = dayIn(actor.timeZone, now);
  const from = mondayOf(today);
  const to = addDays(from, 6);
  const found = await findHours(db, { team_id: team.id, from, to, person_id: actor.id });
  const hours = new Map(found.map((day) => [day.date, day]));
  const dayOf = (date: Day) => hours.get(date) ?? { date, seconds: 0, own: 0, billable: 0 };
  const days = Array.from({ length: 7 }, (_, index) => dayOf(addDays(from, index)));
  return { from, to, today, days };
}

async function hasAny({ db, team }: Context, table: Table): Promise<boolean> {
  return (await FIRST[table](db, { team_id: team.id })).length > 0;
}

type Table = "customers" | "tracker_totals" | "transactions";

const FIRST = {
  customers: firstOf("customers"),
  tracker_totals: firstOf("tracker_totals"),
  transactions: firstOf("transactions"),
};

function firstOf(table: Table) {
  return hotQuery((db, { slot }: Slots<{ team_id: string }>) =>
    db.selectFrom(table).select("team_id").where("team_id", "=", slot("team_id")).limit(1),
  );
}
