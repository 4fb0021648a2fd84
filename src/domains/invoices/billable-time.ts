import { sql } from "kysely";
import { z } from "zod";
import { notFound, Refusal } from "../../core/errors.ts";
import { currency, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy, lockForKeyShare, lockForNoKeyUpdate } from "../../db/dialect.ts";
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
import { heldBy, holdersOf } from "./held-time.ts";

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
export async function freeEntries(
  context: Context,
  { from, to, isLocked = false, at = "" }: Asked,
  projects: readonly Priced[],
): Promise<readonly EntryRow[]> {
  if (projects.length === 0) return [];
  const { db } = context;
  const rows = await db
    .selectFrom(entriesOf(context, { from, to, projects }).as("entry"))
    .select(ENTRY_COLUMNS)
    .where("entry.duration", ">", 0)
    .where(sql<boolean>`${heldBy("entry")} is null`)
    .limit(MOST_BILLED + 1)
    .execute();
  if (rows.length > MOST_BILLED) throw tooMany(`${at}to`);
  const free = isLocked ? await lockFree(context, rows) : rows;
  return free
    .flatMap(({ duration, ...row }) => (duration === null ? [] : [{ ...row, seconds: duration }]))
    .toSorted((one, other) => (one.sort_key < other.sort_key ? -1 : 1));
}

const ENTRY_COLUMNS = [
  "entry.id",
  "entry.project_id",
  "entry.assigned_id",
  "entry.date",
  "entry.description",
  "entry.sort_key",
  "entry.duration",
] as const;

type Found = Omit<EntryRow, "seconds"> & Pick<Schema["tracker_entries"], "duration">;

/** Locks entries, and leaves out those that were changed or billed before the lock was had. */
async function lockFree(context: Context, found: readonly Found[]): Promise<readonly Found[]> {
  const { db, team } = context;
  const places = new Map(found.map(({ id, project_id, date }) => [id, `${project_id} ${date}`]));
  const query = db
    .selectFrom("tracker_entries as entry")
    .select(ENTRY_COLUMNS)
    .where("entry.team_id", "=", team.id)
    .where(sql<boolean>`${isOneOf(db, sql.ref("entry.id"), found.map(idOf))}`)
    .orderBy("entry.id");
  const rows = await lockForNoKeyUpdate(db, query).execute();
  const taken = await holdersOf(context, rows.map(idOf));
  const gone = new Set(taken.map(({ entry_id }) => entry_id));
  return rows.filter(
    ({ id, project_id, date, duration }) =>
      !gone.has(id) && (duration ?? 0) > 0 && places.get(id) === `${project_id} ${date}`,
  );
}

type Span = {
  readonly from: Day;
  readonly to: Day;
  readonly projects: readonly ProjectRow[];
};

/** Entries of projects on some days. SQLite would read all of a new team. */
function entriesOf({ db, team }: Context, { from, to, projects }: Span) {
  const ids = projects.map(idOf);
  // The sort key begins with the day and a space, which sorts before "~".
  return sql<Schema["tracker_entries"]>`(select * from tracker_entries as listed
    ${indexedBy(db, "tracker_entries_by_project")}
    where listed.team_id = ${team.id} and ${isOneOf(db, sql.ref("listed.project_id"), ids)}
      and listed.sort_key >= ${from} and listed.sort_key < ${`${to}~`})`;
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
export async function otherSums(
  context: Context,
  { from, to }: Asked,
  { today, projects }: Known,
): Promise<readonly LeftOut[]> {
  const { db, team, now } = context;
  if (projects.length === 0) return [];
  const entries = db.selectFrom(entriesOf(context, { from, to, projects }).as("entry"));
  const spent = entries
    .where("entry.duration", ">", 0)
    .select([
      "entry.project_id",
      "entry.duration",
      sql<boolean>`entry.date > ${today}`.as("is_ahead"),
      heldBy("entry").as("invoice_id"),
    ]);
  const sums = await db
    .selectFrom(spent.as("spent"))
    .leftJoin("invoices as invoice", (join) =>
      join.on("invoice.team_id", "=", team.id).onRef("invoice.id", "=", "spent.invoice_id"),
    )
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "invoice.team_id")
        .onRef("customer.id", "=", "invoice.customer_id"),
    )
    .select([
      "spent.project_id",
      "spent.invoice_id",
      "invoice.number",
      "customer.name as customer",
      sql<number>`sum(spent.duration)`.as("seconds"),
      sql<number>`sum(case when spent.is_ahead then spent.duration else 0 end)`.as("ahead"),
    ])
    .groupBy(["spent.project_id", "spent.invoice_id", "invoice.number", "customer.name"])
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
