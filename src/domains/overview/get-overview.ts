import { sql } from "kysely";
import { z } from "zod";
import { endingKeys } from "../../accounts/connections.ts";
import { seesAllCredentials } from "../../accounts/membership.ts";
import { countRefused } from "../../activity/find-events.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { addDays, daysBetween, mondayOf, startOfDay } from "../../shared/calendar.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import { type Day, dayIn, addMilliseconds, millisecondsBetween } from "../../shared/time.ts";
import { owedBy, toRefundBy } from "../invoices/list-invoices.ts";
import { findUnbilled } from "../projects/find-unbilled.ts";
import { lastKey } from "../projects/list-unbilled.ts";
import { baseAmount, findLatest } from "../rates/find-crosses.ts";
import { findMissing, type MissingRates } from "../rates/get-rates.ts";
import { inOneCurrency, ListQuery } from "../reports/book.ts";
import { burnRate, runway } from "../reports/burn-rate.ts";
import { latestToday, todayOf } from "../team/today.ts";
import { isOfToday, type RunningTimer, runningTimers } from "../timers/running.ts";
import { countTransactions } from "../transactions/find-transactions.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";

const amounts = z.array(z.object({ currency: z.string(), minor: z.int() }));

const Attention = z.discriminatedUnion("kind", [
  /** Overdue invoices: their number, at most 100, the one that is so for the longest time, and their sums. */
  z.object({
    kind: z.literal("overdue"),
    count: z.int(),
    latest: z.object({ id: z.string(), number: z.string(), name: z.string(), days: z.int() }),
    sums: amounts,
  }),
  /** Deletions that keys or apps tried, since that day. `count` is at most 100. */
  z.object({ kind: z.literal("refused"), count: z.int(), since: z.string() }),
  /** A timer that runs for more than ten hours, or since an earlier day. */
  z.object({
    kind: z.literal("timer"),
    id: z.string(),
    project: z.string(),
    person: z.object({ id: z.string(), name: z.string(), isYou: z.boolean() }),
    date: z.string(),
    start: z.string(),
  }),
  /** Counts booked transactions without an exchange rate. `currencies` are theirs and those of balances. */
  z.object({ kind: z.literal("rates"), count: z.int(), currencies: z.array(z.string()) }),
  /** A key of the reader, in use, that ends within two weeks. */
  z.object({ kind: z.literal("key"), id: z.string(), name: z.string(), endsAt: z.string() }),
]);

const AttentionList = z.object({ items: z.array(Attention), more: z.int() });

const currencies = z.array(z.string());

/** Figures as the reports tell them. `lacking` are currencies without a rate, in a figure that is null or lacks them. */
const Money = z.object({
  currency: z.string(),
  cash: z.object({ amount: z.number().nullable(), lacking: currencies }),
  /** Of the current month up to today, with the list of the same total. */
  burn: z.object({ amount: z.number().nullable(), lacking: currencies, list: ListQuery }),
  /** Months that the cash lasts, null when nothing burns; with the burn that they are of, null for none. */
  runway: z.object({
    months: z.number().nullable(),
    /** Why the months are not known. */
    lacking: currencies,
    list: ListQuery.nullable(),
  }),
  /** Transactions without a category, as many as the list has. */
  uncategorized: z.int(),
});

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
        seconds: z.int(),
        own: z.int(),
        /** The whole team's, as `seconds`. */
        billable: z.int(),
      }),
    ),
  }),
  /**
   * Value of all tracked time on billable projects with a rate, which no invoice has yet, in minor units: the
   * team's currency first, then by what it is worth at the latest rates.
   */
  unbilled: amounts,
  /** Unpaid invoices, the part of them that is overdue, and money to give back, in the order of `unbilled`. */
  invoices: z.object({ owed: amounts, overdue: amounts, to_refund: amounts }),
  /** Null until there are transactions. */
  money: Money.nullable(),
  hasInvoices: z.boolean(),
  hasCustomers: z.boolean(),
  hasTime: z.boolean(),
});

export type Overview = z.output<typeof Overview>;

export async function getOverview(context: Context): Promise<Overview> {
  const [late, things, week, unbilled, invoices, money, rates, hasInvoices, ...hasOthers] =
    await Promise.all([
      overdueInvoices(context),
      findAttention(context),
      weekOf(context),
      unbilledOf(context),
      invoicesOf(context),
      moneyOf(context),
      findMissing(context),
      hasAny(context, "invoices"),
      hasAny(context, "customers"),
      hasAny(context, "tracker_totals"),
    ]);
  const [hasCustomers, hasTime] = hasOthers;
  const isLate = late === null ? [] : [{ ...late, sums: invoices.overdue }];
  const all = [...missingRates(rates, money), ...isLate, ...things];
  const attention = { items: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
  const has = { hasInvoices, hasCustomers, hasTime };
  return { attention, week, unbilled, invoices, money, ...has };
}

async function unbilledOf(context: Context): Promise<Overview["unbilled"]> {
  const ahead = lastKey(await latestToday(context));
  const found = await findUnbilled(context.db, { team_id: context.team.id, ahead });
  return inOrder(
    context,
    found.map(({ currency, minor }) => ({ currency, minor })),
  );
}

async function invoicesOf(context: Context): Promise<Overview["invoices"]> {
  const [{ owed, overdue }, refunds] = await Promise.all([
    owedBy(context, {}, await todayOf(context)),
    toRefundBy(context, {}),
  ]);
  return {
    owed: await inOrder(context, owed),
    overdue: await inOrder(context, overdue),
    to_refund: await inOrder(context, refunds),
  };
}

const MOST_OVERDUE = 100;

/** Null where no invoice is overdue. */
async function overdueInvoices(context: Context) {
  const { db, team } = context;
  const today = await todayOf(context);
  const found = await findOverdue(db, { team_id: team.id, today, rows: MOST_OVERDUE });
  const [first] = found;
  if (first === undefined) return null;
  const days = daysBetween(first.overdue_from ?? today, today) + 1;
  const latest = { id: first.id, number: first.number ?? "", name: first.buyer_name ?? "", days };
  return { kind: "overdue", count: found.length, latest } as const;
}

type Overdue = { readonly team_id: string; readonly today: Day; readonly rows: number };

/** The longest overdue first. */
export const findOverdue = preparedQuery((db, { slot }: Slots<Overdue>) =>
  db
    .selectFrom("invoices")
    .where("team_id", "=", slot("team_id"))
    .where("status", "=", "unpaid")
    .where("overdue_from", "<=", slot("today"))
    .select(["id", "number", "buyer_name", "overdue_from"])
    .orderBy("overdue_from")
    .orderBy("id")
    .limit(slot("rows")),
);

async function moneyOf(context: Context): Promise<Overview["money"]> {
  return (await hasAny(context, "transactions")) ? inOneCurrency(context, readMoney) : null;
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

type Table = "invoices" | "customers" | "tracker_totals" | "transactions";

const FIRST = {
  invoices: firstOf("invoices"),
  customers: firstOf("customers"),
  tracker_totals: firstOf("tracker_totals"),
  transactions: firstOf("transactions"),
};

function firstOf(table: Table) {
  return preparedQuery((db, { slot }: Slots<{ team_id: string }>) =>
    db.selectFrom(table).select("team_id").where("team_id", "=", slot("team_id")).limit(1),
  );
}

const MOST = 5;
const MOST_RUNNING = 100;
const MOST_REFUSED = 100;
const REFUSED_DAYS = 7;
const KEY_ENDS_WITHIN_MS = 14 * 24 * 60 * 60_000;
const TOO_LONG_MS = 10 * 60 * 60_000;

type Thing = z.output<typeof Attention>;

/** Things that do harm while nobody acts, the most harmful first. */
async function findAttention(context: Context): Promise<readonly Thing[]> {
  return [
    ...(await refusedDeletions(context)),
    ...(await runawayTimers(context)),
    ...(await keysThatEnd(context)),
  ];
}

/** Before all others: figures of the same page are wrong without them. */
function missingRates(
  { items }: z.output<typeof MissingRates>,
  money: Overview["money"],
): readonly Thing[] {
  const of = [...items.map(({ currency }) => currency), ...(money?.cash.lacking ?? [])];
  if (of.length === 0) return [];
  const count = items.reduce((sum, { count }) => sum + count, 0);
  return [{ kind: "rates", count, currencies: [...new Set(of)].toSorted() }];
}

async function refusedDeletions(context: Context) {
  const { timeZone } = context.actor;
  const day = addDays(dayIn(timeZone, context.now), 1 - REFUSED_DAYS);
  const since = startOfDay(timeZone, day);
  const count = await countRefused(context, { since, most: MOST_REFUSED });
  return count === 0 ? [] : [{ kind: "refused", count, since: day } as const];
}

/** The reader's own; owners and admins see everybody's. The longest first. */
async function runawayTimers(context: Context) {
  const { actor } = context;
  const whose = seesAllCredentials(actor) ? undefined : actor.id;
  const timers = await runningTimers(context, whose, MOST_RUNNING);
  return timers
    .filter((timer) => isRunaway(context, timer))
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .map((timer) => ({
      kind: "timer" as const,
      id: timer.id,
      project: timer.project_name,
      person: {
        id: timer.assigned_id,
        name: timer.assigned_name,
        isYou: timer.assigned_id === actor.id,
      },
      date: timer.date,
      start: timer.start,
    }));
}

function isRunaway({ now }: Context, timer: RunningTimer): boolean {
  return !isOfToday(timer) || millisecondsBetween(timer.start, now) > TOO_LONG_MS;
}

async function keysThatEnd(context: Context) {
  const until = addMilliseconds(context.now, KEY_ENDS_WITHIN_MS);
  // One more than is shown, so that further ones are told of.
  const keys = await endingKeys(context, { until, most: MOST + 1 });
  return keys.map((key) => ({ kind: "key" as const, ...key }));
}

type Values = {
  readonly team_id: string;
  readonly from: Day;
  readonly to: Day;
  readonly person_id: string;
};

/** Seconds of the team by day, without running timers: all, the reader's, and on billable projects. */
export const findHours = preparedQuery((db, { slot }: Slots<Values>) =>
  db
    .selectFrom("tracker_entries as entry")
    .innerJoin("tracker_projects as project", (join) =>
      join
        .onRef("project.team_id", "=", "entry.team_id")
        .onRef("project.id", "=", "entry.project_id"),
    )
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.date", ">=", slot("from"))
    .where("entry.date", "<=", slot("to"))
    // As in the partial index.
    .where(sql<boolean>`entry.duration > 0`)
    .select([
      "entry.date",
      sql<number>`sum(entry.duration)`.as("seconds"),
      sql<number>`sum(case when entry.assigned_id = ${slot("person_id")} then entry.duration else 0 end)`.as(
        "own",
      ),
      sql<number>`sum(case when project.billable then entry.duration else 0 end)`.as("billable"),
    ])
    .groupBy("entry.date")
    .orderBy("entry.date"),
);

async function readMoney(context: Context): Promise<z.output<typeof Money>> {
  const today = await todayOf(context);
  const open = await matchingOf(context, { category: UNCATEGORIZED, hides_archived: true });
  const [lasting, burned, uncategorized] = await Promise.all([
    runway(context),
    burnRate(context, { from: `${today.slice(0, 7)}-01`, to: today }),
    countTransactions(context.db, open),
  ]);
  const [now] = burned.months;
  if (now === undefined) throw new Error(`the burn up to ${today} has no month`);
  const { currency, cash, months, list, lacking } = lasting;
  const unknown = [...(cash === null ? lacking.cash : []), ...lacking.burn];
  return {
    currency,
    cash: { amount: cash, lacking: lacking.cash },
    burn: { amount: now.burn, lacking: burned.lacking, list: now.list },
    runway: { months, lacking: [...new Set(unknown)].toSorted(), list },
    uncategorized,
  };
}

type Amount = { readonly currency: string; readonly minor: number };

/**
 * Amounts in the order in which a team looks for them: its own currency, then what is worth most at the latest
 * rates, then what has no rate, by the alphabet.
 */
async function inOrder(context: Context, amounts: readonly Amount[]): Promise<Amount[]> {
  const to = context.team.baseCurrency;
  const { crossOf } = await findLatest(
    context,
    amounts.map(({ currency }) => currency),
  );
  const worthOf = ({ currency, minor }: Amount) => {
    if (currency === to) return Number.POSITIVE_INFINITY;
    const cross = crossOf(currency);
    return (cross && baseAmount(minor, currency, to, cross)) ?? Number.NEGATIVE_INFINITY;
  };
  return amounts
    .map((amount) => ({ amount, worth: worthOf(amount) }))
    .toSorted(
      (one, other) =>
        (one.worth === other.worth ? 0 : other.worth - one.worth) ||
        (one.amount.currency < other.amount.currency ? -1 : 1),
    )
    .map(({ amount }) => amount);
}
