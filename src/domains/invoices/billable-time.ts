import { sql } from "kysely";
import { z } from "zod";
import { notFound, Refusal } from "../../core/errors.ts";
import { currency, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForKeyShare, lockForNoKeyUpdate } from "../../db/dialect.ts";
import { isOneOf } from "../../db/many-rows.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { divideRound } from "../../shared/fraction.ts";
import {
  billedSeconds,
  hoursText,
  type Rounding,
  readRounding,
} from "../../shared/time-rounding.ts";
import { type Day, millisecondsBetween } from "../../shared/time.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import { latestToday } from "../team/today.ts";
import { dayArgument } from "../timesheet/day-words.ts";
import type { Buyer } from "./draft.ts";
import { holdersOf } from "./held-time.ts";

/** Tracked time of a customer that may stand on an invoice, and what is left out of it. */

export const timeRange = {
  from: dayArgument,
  /** Counted too. */
  to: dayArgument,
  project_ids: z.array(uuid).min(1).max(200).optional(),
};

export const ReadBillable = z.strictObject({
  customer_id: uuid,
  from: dayArgument,
  to: dayArgument,
  project_id: uuid.optional(),
  currency: currency.optional(),
});

/** Entries that one call puts on an invoice. */
export const MOST_BILLED = 10_000;

export type BillableEntry = Pick<
  Schema["tracker_entries"],
  "id" | "project_id" | "assigned_id" | "date" | "description" | "sort_key"
> & { readonly seconds: number; readonly billed_seconds: number };

export type BillableProject = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly rate_minor: number;
  readonly rounding: Rounding | null;
  readonly seconds: number;
  readonly billed_seconds: number;
  /** Hours, as the line has them. */
  readonly quantity: string;
  readonly amount_minor: number;
  /** The earliest first. */
  readonly entries: readonly BillableEntry[];
};

export const LEFT_OUT_BECAUSE = [
  "already_billed",
  "running",
  "to_come",
  "not_billable",
  "without_rate",
  "other_currency",
  "rounds_to_nothing",
] as const;

export type LeftOut = {
  readonly why: (typeof LEFT_OUT_BECAUSE)[number];
  readonly seconds: number;
  readonly project: { readonly id: string; readonly name: string };
  /** Of the rate of the project. */
  readonly currency: string | null;
  /** The invoice that has the time already; its number is null for a draft. */
  readonly invoice: Referred | null;
};

type Referred = {
  readonly id: string;
  readonly number: string | null;
  readonly customer: string | null;
};

export type BillableTime = {
  /** By name. */
  readonly projects: readonly BillableProject[];
  readonly leftOut: readonly LeftOut[];
};

type Asked = {
  readonly customer: Pick<Buyer, "id" | "rounding">;
  readonly from: Day;
  readonly to: Day;
  readonly project_ids?: readonly string[] | undefined;
  /** True in the transaction that puts the time on an invoice: locks projects, then entries. */
  readonly isLocked?: boolean;
  /** Name before those of days and project in the caller's input. */
  readonly at?: string;
};

/** @throws Refusal for a range that ends before it begins, a project of somebody else, and too much time */
export async function billableTime(context: Context, asked: Asked): Promise<BillableTime> {
  const { from, to } = asked;
  if (from > to) throw badRange(asked);
  const projects = await projectsOf(context, asked);
  const { rounding } = await settingsOf(context);
  const today = await latestToday(context);
  const priced = projects.filter(isPriced);
  const entries = await freeEntries(context, { ...asked, to: to < today ? to : today }, priced);
  const found = priced.flatMap((project) => {
    const own = entries.filter(({ project_id }) => project_id === project.id);
    const rule = readRounding(project.rounding ?? asked.customer.rounding ?? rounding);
    return own.length === 0 ? [] : [billableProject(project, own, rule)];
  });
  const sums = await otherSums(context, asked, { today, projects });
  const nothing = found.filter(({ quantity }) => quantity === "0");
  return {
    projects: found.filter(({ quantity }) => quantity !== "0"),
    leftOut: [
      ...sums,
      ...nothing.map(({ id, name, seconds, currency }) => ({
        why: "rounds_to_nothing" as const,
        seconds,
        project: { id, name },
        currency,
        invoice: null,
      })),
    ],
  };
}

function badRange({ from, to, at = "" }: Asked): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: `${at}to`,
    message: `The range ends on ${to}, before it begins on ${from}`,
    next: "give a later day; nothing was done",
  });
}

type ProjectRow = Pick<
  Schema["tracker_projects"],
  "id" | "name" | "billable" | "rate_minor" | "currency" | "rounding"
>;

type Priced = ProjectRow & { readonly rate_minor: number; readonly currency: string };

function isPriced(project: ProjectRow): project is Priced {
  return project.billable && project.rate_minor !== null && project.currency !== null;
}

async function projectsOf(
  { db, team }: Context,
  { customer, project_ids, isLocked = false, at = "" }: Asked,
): Promise<readonly ProjectRow[]> {
  const query = db
    .selectFrom("tracker_projects")
    .select(["id", "name", "billable", "rate_minor", "currency", "rounding", "name_folded"])
    .where("team_id", "=", team.id)
    .where("customer_id", "=", customer.id)
    .$if(project_ids !== undefined, (query) => query.where("id", "in", project_ids ?? []))
    .orderBy("id");
  const rows = await (isLocked ? lockForKeyShare(db, query) : query).execute();
  const missing = project_ids?.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw noProjectOfCustomer(missing, `${at}project_id`);
  return rows.toSorted((one, other) => (one.name_folded < other.name_folded ? -1 : 1));
}

function noProjectOfCustomer(id: string, path: string): Refusal {
  const next = "choose a project of this customer; nothing was done";
  return notFound({ what: "Project of the customer", id, path, next });
}

type EntryRow = Omit<BillableEntry, "billed_seconds">;

/** Stopped time that no invoice has yet. */
async function freeEntries(
  context: Context,
  { from, to, isLocked = false, at = "" }: Asked,
  projects: readonly Priced[],
): Promise<readonly EntryRow[]> {
  const { db, team } = context;
  if (projects.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const query = db
    .selectFrom("tracker_entries as entry")
    .select([
      "entry.id",
      "entry.project_id",
      "entry.assigned_id",
      "entry.date",
      "entry.description",
      "entry.sort_key",
      sql<number>`entry.duration`.as("seconds"),
    ])
    .where("entry.team_id", "=", team.id)
    .where(sql<boolean>`${isOneOf(db, sql.ref("entry.project_id"), ids)}`)
    .where("entry.sort_key", ">=", from)
    // The sort key begins with the day and a space, which sorts before "~".
    .where("entry.sort_key", "<", `${to}~`)
    .where("entry.duration", ">", 0)
    .where(sql<boolean>`not exists (select 1 from invoice_time as held
      where held.team_id = entry.team_id and held.entry_id = entry.id)`)
    .orderBy("entry.id")
    .limit(MOST_BILLED + 1);
  const rows = await (isLocked ? lockForNoKeyUpdate(db, query) : query).execute();
  if (rows.length > MOST_BILLED) throw tooMany(`${at}to`);
  // Another invoice may have taken some while the lock was waited for.
  const taken = isLocked ? await holdersOf(context, rows.map(idOf)) : [];
  const gone = new Set(taken.map(({ entry_id }) => entry_id));
  return rows
    .filter(({ id }) => !gone.has(id))
    .toSorted((one, other) => (one.sort_key < other.sort_key ? -1 : 1));
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function tooMany(path: string): Refusal {
  return new Refusal({
    code: "too_many",
    path,
    message: `More than ${MOST_BILLED} time entries are to be billed at once`,
    next: "give fewer days, or one project after the other; nothing was done",
  });
}

function billableProject(
  { id, name, currency, rate_minor }: Priced,
  rows: readonly EntryRow[],
  rounding: Rounding | null,
): BillableProject {
  const parts = billedSeconds(rounding, rows);
  const entries = rows.map((row, index) => ({ ...row, billed_seconds: parts[index] ?? 0 }));
  const billed_seconds = parts.reduce((sum, part) => sum + part, 0);
  const hundredths = divideRound(BigInt(billed_seconds), 36n);
  return {
    id,
    name,
    currency,
    rate_minor,
    rounding,
    seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
    billed_seconds,
    quantity: hoursText(billed_seconds),
    amount_minor: Number(divideRound(hundredths * BigInt(rate_minor), 100n)),
    entries,
  };
}

type Known = { readonly today: Day; readonly projects: readonly ProjectRow[] };

/** Time of the range that is not billed now, by project and reason. */
async function otherSums(
  context: Context,
  { from, to }: Asked,
  { today, projects }: Known,
): Promise<readonly LeftOut[]> {
  const { db, team, now } = context;
  if (projects.length === 0) return [];
  const entries = db
    .selectFrom("tracker_entries as entry")
    .where("entry.team_id", "=", team.id)
    .where(sql<boolean>`${isOneOf(db, sql.ref("entry.project_id"), projects.map(idOf))}`)
    .where("entry.sort_key", ">=", from)
    .where("entry.sort_key", "<", `${to}~`);
  const sums = await entries
    .leftJoin("invoice_time as held", (join) =>
      join.onRef("held.team_id", "=", "entry.team_id").onRef("held.entry_id", "=", "entry.id"),
    )
    .leftJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "held.team_id")
        .onRef("invoice.id", "=", "held.invoice_id"),
    )
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "invoice.team_id")
        .onRef("customer.id", "=", "invoice.customer_id"),
    )
    .where("entry.duration", ">", 0)
    .select([
      "entry.project_id",
      "held.invoice_id",
      "invoice.number",
      "customer.name as customer",
      sql<number>`sum(entry.duration)`.as("seconds"),
      sql<number>`sum(case when entry.date > ${today} then entry.duration else 0 end)`.as("ahead"),
    ])
    .groupBy(["entry.project_id", "held.invoice_id", "invoice.number", "customer.name"])
    .execute();
  const running = await entries
    .where("entry.start", "is not", null)
    .where("entry.stop", "is", null)
    .select(["entry.project_id", "entry.start"])
    .execute();
  return projects.flatMap((project) => {
    const { id, name, currency } = project;
    const of = { project: { id, name }, currency, invoice: null };
    const own = sums.filter(({ project_id }) => project_id === id);
    const billed = own.flatMap(({ invoice_id, number, customer, seconds }) =>
      invoice_id === null
        ? []
        : [
            {
              ...of,
              why: "already_billed" as const,
              seconds,
              invoice: { id: invoice_id, number, customer },
            },
          ],
    );
    const free = own.find(({ invoice_id }) => invoice_id === null) ?? { seconds: 0, ahead: 0 };
    const still = running.flatMap(({ project_id, start }) =>
      project_id === id && start !== null
        ? [Math.max(0, Math.floor(millisecondsBetween(start, now) / 1000))]
        : [],
    );
    const others: readonly Pick<LeftOut, "why" | "seconds">[] = [
      ...still.map((seconds) => ({ why: "running" as const, seconds })),
      { why: "to_come", seconds: free.ahead },
      { why: whyUnpriced(project), seconds: isPriced(project) ? 0 : free.seconds - free.ahead },
    ];
    return [
      ...billed,
      ...others.flatMap((part) =>
        part.seconds > 0 || part.why === "running" ? [{ ...of, ...part }] : [],
      ),
    ];
  });
}

function whyUnpriced({ billable }: ProjectRow) {
  return billable ? "without_rate" : "not_billable";
}
