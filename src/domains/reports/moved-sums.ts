import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { addMilliseconds, type Day } from "../../shared/time.ts";
import { owedBy } from "../invoices/list-invoices.ts";
import { listUnbilled, ListUnbilled } from "../projects/list-unbilled.ts";
import { baseCurrencyOf } from "../team/base-currency.ts";
import { todayOf } from "../team/today.ts";
import { balance } from "./balance.ts";
import { profitTotals } from "./profit-loss.ts";
import { lastDayOf } from "./range.ts";
import { tax } from "./tax.ts";

/** Sums of a team's reports, as the reports' own verbs tell them. */

type Place = {
  readonly report: "profit_loss" | "tax" | "balance" | "owed" | "unbilled";
  readonly figure: string;
  /** Of sums by month. */
  readonly month?: string;
  /** Null for a time, which is in seconds. */
  readonly currency: string | null;
};

/** The amount is in major units, and null where it is not known. */
export type ReportSum = Place & { readonly amount: number | null };

export type MovedSum = Place & { readonly before: number | null; readonly after: number | null };

/** Months that a dry run tells the sums of. */
const MOST_MONTHS = 12;

/** Finds the months of the transactions that an event of the current transaction changed, the newest first. */
export async function monthsOfEvent(
  { db, team }: Pick<Context, "db" | "team">,
  event: string,
): Promise<{ readonly months: readonly string[]; readonly more: number }> {
  const changes = sql`from activity_changes as change where change.team_id = ${team.id}
    and change.event_id = ${event} and change.subject_type = 'transaction'`;
  const { rows } = await sql<{ readonly month: string }>`
    select item.month as month from transactions as item where item.team_id = ${team.id}
      and item.id in (select change.subject_id ${changes})
    union
    select substr(change.before ->> 'date', 1, 7) as month ${changes}
      and change.before ->> 'date' is not null
    order by month desc`.execute(db);
  const months = rows.map(({ month }) => month);
  return { months: months.slice(0, MOST_MONTHS), more: Math.max(0, months.length - MOST_MONTHS) };
}

/** Reports of time and invoices: their writers do not wait for the lock of the team. */
export const UNLOCKED: ReadonlySet<string> = new Set(["owed", "unbilled"]);

/** Longer than any call takes. */
const RECENT_MS = 10 * 60_000;

/** Counts what was written of late. The same count twice means that nobody wrote in between. */
export async function countWritten({ db, team, now }: Context): Promise<number> {
  const { count } = await db
    .selectFrom("activity_events")
    .where("team_id", "=", team.id)
    .where("created_at", ">", addMilliseconds(now, -RECENT_MS))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sums of the given months, and of the reports without months. The caller has locked the team, so that between two
 * readings nobody else changes them. The reports in `UNLOCKED` are the exception.
 * @throws Refusal `too_large`
 */
export async function readReportSums(
  context: Context,
  months: readonly string[],
): Promise<readonly ReportSum[]> {
  const baseCurrency = await baseCurrencyOf(context);
  const inBase = { ...context, team: { ...context.team, baseCurrency } };
  const ofMonths: ReportSum[] = [];
  for (const month of months) ofMonths.push(...(await sumsOfMonth(inBase, month)));
  const today = await todayOf(context);
  return [
    ...ofMonths,
    ...(await balanceSums(inBase)),
    ...(await owedSums(inBase, today)),
    ...(await unbilledSums(inBase)),
  ];
}

async function sumsOfMonth(context: Context, month: string): Promise<readonly ReportSum[]> {
  const range = { from: `${month}-01`, to: lastDayOf(month) };
  const [figures, { collected, paid }] = await Promise.all([
    profitTotals(context, range),
    tax(context, range),
  ]);
  const currency = context.team.baseCurrency;
  const sumsIn = (report: Place["report"], figures: Readonly<Record<string, number | null>>) =>
    Object.entries(figures).map(([figure, amount]) => ({
      report,
      figure,
      month,
      currency,
      amount,
    }));
  return [
    ...sumsIn("profit_loss", figures),
    ...sumsIn("tax", { collected: collected.tax, paid: paid.tax }),
  ];
}

async function balanceSums(context: Context): Promise<readonly ReportSum[]> {
  const { items } = await balance(context);
  return items.map(({ currency, amount }) => ({
    report: "balance",
    figure: "amount",
    currency,
    amount,
  }));
}

async function owedSums(context: Context, today: Day): Promise<readonly ReportSum[]> {
  const { owed, overdue } = await owedBy(context, {}, today);
  return Object.entries({ owed, overdue }).flatMap(([figure, sums]) =>
    sums.map(({ currency, minor }) => ({
      report: "owed" as const,
      figure,
      currency,
      amount: toMajor(minor, currency),
    })),
  );
}

async function unbilledSums(context: Context): Promise<readonly ReportSum[]> {
  const { totals } = await listUnbilled(context, ListUnbilled.parse({ limit: 1 }));
  const amounts = totals?.amounts ?? [];
  const seconds = amounts.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    ...amounts.map(({ currency, minor }) => ({
      report: "unbilled" as const,
      figure: "amount",
      currency,
      amount: toMajor(minor, currency),
    })),
    { report: "unbilled", figure: "seconds", currency: null, amount: seconds },
  ];
}

/** Sums that differ. A sum that one reading lacks was zero then. */
export function movedSums(
  before: readonly ReportSum[],
  after: readonly ReportSum[],
): readonly MovedSum[] {
  const places = new Map<string, Place>();
  const amounts = [before, after].map((sums) => {
    const byKey = sums.map(({ amount, ...place }): [string, number | null] => {
      const key = JSON.stringify(place);
      places.set(key, place);
      return [key, amount];
    });
    return new Map(byKey);
  });
  return [...places].flatMap(([key, place]) => {
    const [was = 0, is = 0] = amounts.map((sums) => sums.get(key));
    return was === is ? [] : [{ ...place, before: was, after: is }];
  });
}
